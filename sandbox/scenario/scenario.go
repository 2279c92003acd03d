// Package scenario is how calls are made to misbehave: the language of
// scenario files, the Library in which scenarios are found by name, and the
// Director that knows which are in force for an account and decides what
// becomes of a call.
//
// Rules never see a wire: they match a Call, which each wire implements, and
// give a Verdict, which each wire carries out. The package leaves to others to
// wait out a delay, to write an answer or to cut a connection, to keep a
// person's own scenarios over a restart, and to say which status or fault an
// error code has (package catalog).
//
// A name means one scenario. When several sources have it, a file of the
// watched folder comes first, then a person's own, then the one that ships: who
// writes slow.yaml into the folder wants that one, and gets the shipped one
// back by removing the file. A bare error code, such as FORBIDDEN, is a name
// too: the failure of that code of whichever operation is called.
package scenario

import (
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// Scenario says what goes wrong. It never changes once it is read, so it is
// shared freely; callers must not alter its maps.
type Scenario struct {
	Name    string
	Summary string // one line for lists
	Text    string // the YAML it was read from; "" for a bare error code

	// Features and Assume are the account features and the answers to open
	// questions that hold while the scenario is in force.
	Features map[catalog.Feature]bool
	Assume   map[catalog.QuestionID]string

	rules []rule
}

// Operations returns the operations the scenario can change, in the order of
// the catalogue: those its rules are on, those that need one of its features,
// and those with an outcome that rests on one of its answers.
func (s *Scenario) Operations() []catalog.OperationID {
	var ids []catalog.OperationID
	for _, op := range catalog.Operations() {
		if s.concerns(op) {
			ids = append(ids, op.ID)
		}
	}
	return ids
}

func (s *Scenario) concerns(op *catalog.Operation) bool {
	onOperation := func(r rule) bool { return slices.Contains(r.operations, op.ID) }
	return slices.ContainsFunc(s.rules, onOperation) || s.switches(op)
}

// switches reports whether a feature or an answer of the scenario matters to
// the operation.
func (s *Scenario) switches(op *catalog.Operation) bool {
	if _, ok := s.Features[op.Feature]; ok {
		return true
	}
	if len(s.Assume) == 0 {
		return false
	}
	outcomes := append(op.Failures(), op.Success)
	return slices.ContainsFunc(outcomes, s.answers)
}

// answers reports whether the outcome rests on an answer of the scenario.
func (s *Scenario) answers(outcome catalog.Outcome) bool {
	return slices.ContainsFunc(outcome.DependsOn(), func(id catalog.QuestionID) bool {
		_, ok := s.Assume[id]
		return ok
	})
}

// rule is one entry of rules.
type rule struct {
	operations []catalog.OperationID
	when       *Condition // nil: every call
	skip       int64
	chance     float64 // 0 to 1
	times      int64   // 0: without end
	delay      *delay
	effect     Effect
}

// Effect is what becomes of a call instead of its ordinary answer. At most one
// field is set; with none the call goes on.
type Effect struct {
	Fail   *Failure
	Answer *Answer
	Cut    Cut
}

// Empty reports whether the call goes on to its ordinary answer.
func (e Effect) Empty() bool { return e == Effect{} }

// Failure is a failure documented for the operation; package catalog has its
// status or fault.
type Failure struct {
	Code    catalog.Code
	Message string // "" leaves the message to the wire
}

// Answer is an answer made up by the scenario, in the caller's wire: an error
// body (section 2.5) or a fault made of Code and Message, or Body as it stands,
// or without any of these no body at all.
type Answer struct {
	Status  int // 200 to 599
	Headers map[string]string
	Code    string
	Message string
	Body    *string // nil when there is no raw body
}

// Raw returns the body of an answer that is the same on either wire; false for
// one that each wire makes of Code and Message.
func (a *Answer) Raw() ([]byte, bool) {
	if a.Body != nil {
		return []byte(*a.Body), true
	}
	return nil, a.Code == ""
}

// Cut is a way in which a connection fails.
type Cut string

// The ways of a cut.
const (
	Reset    Cut = "reset"    // the connection is reset before anything is answered
	Empty    Cut = "empty"    // it is closed before anything is answered
	Truncate Cut = "truncate" // it is closed in the middle of the body
	Garbage  Cut = "garbage"  // the body is no JSON and no XML
	Drip     Cut = "drip"     // the ordinary answer comes in small pieces, slowly
)

var cuts = []Cut{Reset, Empty, Truncate, Garbage, Drip}

// failing returns the scenario that a bare error code names: every operation
// for which the code is documented fails with it. It reports false when the
// code is documented for none.
func failing(code catalog.Code) (*Scenario, bool) {
	on := documenting(code)
	if len(on) == 0 {
		return nil, false
	}
	return &Scenario{
		Name:    string(code),
		Summary: "The called operation fails with " + string(code),
		rules:   []rule{{operations: on, chance: 1, effect: Effect{Fail: &Failure{Code: code}}}},
	}, true
}

// documenting returns the operations that can answer the code.
func documenting(code catalog.Code) []catalog.OperationID {
	var ids []catalog.OperationID
	for _, op := range catalog.Operations() {
		if _, ok := op.Failure(code); ok {
			ids = append(ids, op.ID)
		}
	}
	return ids
}

// documentedCodes returns every error code some operation can answer, sorted.
func documentedCodes() []catalog.Code {
	codes := map[catalog.Code]bool{}
	for _, op := range catalog.Operations() {
		for _, failure := range op.Failures() {
			codes[failure.Code] = true
		}
	}
	return slices.Sorted(maps.Keys(codes))
}
