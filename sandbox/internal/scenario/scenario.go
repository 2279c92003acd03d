// Package scenario makes calls misbehave on purpose. It holds the language of
// scenario files, the Library that finds scenarios by name, and the Director
// that keeps the active scenarios of one account.
//
// The life of a call:
//
//  1. Begin returns a Decision with the features and answers (Overrides) that
//     active scenarios give in place of the account's own.
//  2. The caller checks account, credentials and headers under these Overrides.
//  3. Decide tries the rules on the call and adds a Delay and at most one Effect:
//     a documented failure, an answer of the scenario's own, edits of the ordinary
//     answer, or a cut connection. For a call that fails one of the checks DecideEarly
//     tries only the rules that come before the credential.
//  4. The caller waits for the Delay and answers with the Effect. Unless the Effect
//     fails the call or skips the operation, it carries the operation out first.
//  5. Commit counts the call and returns the scenarios that affected it. A call
//     that turns out not to belong to the account ends with Release instead.
//
// The package does not wait, write answers or cut connections; its callers do,
// and rules read a call only through the interface Call, which each protocol
// implements. Package catalog has the status or fault of an error code.
//
// A name means one scenario. When several sources have the name, a file of the
// watched folder comes first, then a scenario that a user put, then the one
// that ships: a user's slow.yaml replaces the shipped one until the file is
// removed. A bare error code, such as FORBIDDEN, is a name too: every operation
// that documents the code fails with it.
package scenario

import (
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
)

// Scenario says what goes wrong. It never changes after it is read, so any
// number of calls may share it; callers must not change its maps.
type Scenario struct {
	Name    string
	Summary string // one line for lists
	Text    string // the YAML it was read from; "" for a bare error code

	// Features and Assume are the account features and the answers to open
	// questions that apply while the scenario is active.
	Features map[catalog.Feature]bool
	Assume   map[catalog.QuestionID]string

	Warnings []Warning

	rules []rule
}

// Operations returns the operations that the scenario can change, in the order
// of the catalogue: those its rules are on, those that need one of its features,
// and those with an outcome that depends on one of its answers.
func (s *Scenario) Operations() []catalog.OperationID {
	var ids []catalog.OperationID
	for _, op := range catalog.Targets() {
		if s.changes(op) {
			ids = append(ids, op.ID)
		}
	}
	return ids
}

func (s *Scenario) changes(op *catalog.Operation) bool {
	onOperation := func(r rule) bool { return slices.Contains(r.operations, op.ID) }
	return slices.ContainsFunc(s.rules, onOperation) || s.overrides(op)
}

// overrides reports whether the operation depends on a feature or an answer of
// the scenario.
func (s *Scenario) overrides(op *catalog.Operation) bool {
	if _, ok := s.Features[op.Feature]; ok {
		return true
	}
	if len(s.Assume) == 0 {
		return false
	}
	outcomes := append(op.Failures(), op.Success)
	return slices.ContainsFunc(outcomes, s.decides)
}

// decides reports whether the outcome depends on an answer of the scenario.
func (s *Scenario) decides(outcome catalog.Outcome) bool {
	return slices.ContainsFunc(outcome.DependsOn(), func(id catalog.QuestionID) bool {
		_, ok := s.Assume[id]
		return ok
	})
}

func (s *Scenario) hasOverrides() bool { return len(s.Features)+len(s.Assume) > 0 }

// rule is one entry of rules.
type rule struct {
	operations []catalog.OperationID
	paths      []pathName // which paths of UnknownPath; nil: all
	when       *Condition // nil: every call
	skip       int64
	chance     float64 // 0 to 1
	times      int64   // 0: no limit
	delay      *delay
	limit      *limit // nil: the rule acts on every call that it matches
	early      bool   // the rule acts on calls too that fail a check before their rules are tried
	effect     Effect
}

// Effect replaces or changes the ordinary answer of a call. At most one field
// beside After is set; with none the call goes on.
type Effect struct {
	Fail   *Failure
	Answer *Answer
	Edits  edit.List // of the ordinary answer
	Cut    Cut
	After  bool // the operation is carried out before Answer or Cut
}

// Empty reports whether the call gets its ordinary answer.
func (e Effect) Empty() bool {
	return e.Fail == nil && e.Answer == nil && len(e.Edits) == 0 && e.Cut == ""
}

// SkipsOperation reports whether the call ends without its operation.
func (e Effect) SkipsOperation() bool {
	return !e.After && (e.Answer != nil || e.Cut == Reset || e.Cut == Empty)
}

// Failure is a failure that the catalogue documents for the operation.
type Failure struct {
	Code    catalog.Code
	Message string // "" means the ordinary message of the code
}

// Answer is an answer of the scenario's own: an error body (section 2.5) or a
// fault made of Code and Message, or the raw Body, or no body when all three
// are empty.
type Answer struct {
	Status  int // 200 to 599
	Headers map[string]string
	Code    string
	Message string
	Body    *string // nil when there is no raw body
}

// Raw returns the body when it is the same on both protocols. It reports false
// when each protocol makes its own body of Code and Message.
func (a *Answer) Raw() ([]byte, bool) {
	if a.Body != nil {
		return []byte(*a.Body), true
	}
	return nil, a.Code == ""
}

// Cut is a way in which a connection fails.
type Cut string

// The cuts.
const (
	Reset    Cut = "reset"    // the connection is reset before the answer
	Empty    Cut = "empty"    // the connection is closed before the answer
	Truncate Cut = "truncate" // the connection is closed in the middle of the body
	Garbage  Cut = "garbage"  // the body is neither JSON nor XML
	Drip     Cut = "drip"     // the ordinary answer arrives in small pieces, slowly
)

var cuts = []Cut{Reset, Empty, Truncate, Garbage, Drip}

// failing returns the scenario that a bare error code names: every operation
// that documents the code fails with it.
func failing(code catalog.Code) *Scenario {
	return &Scenario{
		Name:    string(code),
		Summary: "The called operation fails with " + string(code),
		rules:   []rule{{operations: documenting(code), chance: 1, effect: Effect{Fail: &Failure{Code: code}}}},
	}
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

// documentedCodes returns every error code that an operation can answer, sorted.
func documentedCodes() []catalog.Code {
	codes := map[catalog.Code]bool{}
	for _, op := range catalog.Operations() {
		for _, failure := range op.Failures() {
			codes[failure.Code] = true
		}
	}
	return slices.Sorted(maps.Keys(codes))
}
