// Package scenario makes calls misbehave on purpose. It holds the language of
// scenario files, the Library, which finds scenarios by name, and the Director
// of one account's active scenarios.
//
// The life of a call:
//
//  1. Begin returns a Decision with the features and answers (Overrides) that
//     of active scenarios in place of the account's own.
//  2. The caller checks account, credentials and headers under these Overrides.
//  3. Decide tries the rules on the call. It adds their delays, at most one Effect (a
//     documented failure, an answer of the scenario's own, or a cut connection), and
//     edits of the answer. For a call that fails one of the checks DecideEarly
//     tries only the rules before the credential.
//  4. The caller waits for the Delay and answers with the Effect. Unless the Effect
//     fails the call or skips the operation, it carries the operation out first.
//  5. DecideLate tries the rules that read how the call ended, before the answer is sent.
//  6. Commit counts the call and returns the scenarios that affected it. A call
//     of another account ends with Release instead.
//
// Rules compose. Of the rules that end the call the first of a file wins, and among
// scenarios the one activated last; an overruled rule counts nothing and leaves a note.
// Edits apply in the order of activation, so the latest has the last word. An answer
// overrules the edits of older scenarios too.
//
// The package does not wait, write answers or cut connections; its callers do,
// and rules read a call only through the interface Call. Package catalog has
// the status or fault of an error code.
//
// A name means one scenario. When several sources have the name, a file of the
// watched folder comes first, then a user's scenario, then the shipped one: a
// user's slow.yaml replaces the shipped slow until the file is removed. A bare
// error code, such as FORBIDDEN, is a name too: every operation that documents
// the code fails with it.
package scenario

import (
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
)

// Scenario is a named misbehaviour. It never changes after it is read, so any
// number of calls may share it; callers must not change its maps.
type Scenario struct {
	Name    string
	Summary string // one line for lists
	Text    string // the YAML it was read from; "" for a bare error code

	bodies map[string]string // the files named in it, by name

	// Features and Assume are the account features and the answers to open
	// questions while the scenario is active.
	Features map[catalog.Feature]bool
	Assume   map[catalog.QuestionID]string

	rules     []rule
	readsSeen bool // a rule reads seen
	warnings  []Warning
	handles   []namedHandle // in moves
}

// Operations returns the operations that the scenario can change, in the order
// of the catalogue. It can change them by a rule, by a needed feature, or by an
// answer that decides one of their outcomes.
func (s *Scenario) Operations() []catalog.OperationID {
	var ids []catalog.OperationID
	for _, op := range catalog.Targets() {
		onOperation := func(r rule) bool { return slices.Contains(r.operations, op.ID) }
		if slices.ContainsFunc(s.rules, onOperation) || s.overrides(op) {
			ids = append(ids, op.ID)
		}
	}
	return ids
}

// overrides reports whether the operation, or one of its outcomes, depends on a feature or
// an answer of the scenario.
func (s *Scenario) overrides(op *catalog.Operation) bool {
	_, needed := s.Features[op.Feature]
	if needed || len(s.Assume) == 0 { // the list of all scenarios asks for each operation
		return needed
	}
	return slices.ContainsFunc(append(op.Failures(), op.Success), func(outcome catalog.Outcome) bool {
		return slices.ContainsFunc(outcome.DependsOn(), func(id catalog.QuestionID) bool { return s.Assume[id] != "" })
	})
}

func (s *Scenario) hasOverrides() bool { return len(s.Features)+len(s.Assume) > 0 }

// rule is one entry of rules.
type rule struct {
	operations []catalog.OperationID
	paths      []pathName // paths of UnknownPath; nil: all
	when       *Condition // nil: every call
	skip       int64
	chance     float64 // 0 to 1
	times      int64   // 0: no limit
	nth        *nth    // nil: whatever call is the latest
	every      int64   // 0: on each matching call
	during     *during // nil: at any time
	delay      *delay
	limit      *limit // nil: the rule acts on every matching call
	early      bool   // the rule also acts on calls that fail a check before their rules are tried
	effect     Effect
	edits      edit.List // of the answer
	moves      []Move    // of the shop, those before the call first
	earlier    Earlier   // how far back the operation reads
	delivery   Delivery  // of the answer
}

// ends reports whether the rule can end a call.
func (r *rule) ends() bool { return r.limit != nil || !r.effect.Empty() }

// Effect replaces the ordinary answer of a call. At most one of Fail, Answer, Place and
// Cut is set; with none the call goes on.
type Effect struct {
	Fail   *Failure
	Answer *Answer
	Place  catalog.Status // of an order placed by a stub, "" for none
	Cut    Cut
	At     int64 // bytes before a cut in the head or in the body

	after bool // as the file says, the operation is carried out before it
	late  bool // its rule reads how the call ended, or answers with the operation's results
}

// After reports whether the operation is carried out before it.
func (e Effect) After() bool {
	return e.after || e.Cut == InHead || e.late && !e.Empty() && !e.spoils()
}

// Empty reports whether the call gets its ordinary answer.
func (e Effect) Empty() bool {
	return e.Fail == nil && e.Answer == nil && e.Place == "" && e.Cut == ""
}

// spoils reports whether the client gets the answer of the operation, but not whole or
// not at once.
func (e Effect) spoils() bool { return e.Cut != "" && HasAnswer(e.Cut) }

// SkipsOperation reports whether the call ends without its operation.
func (e Effect) SkipsOperation() bool {
	return !e.After() && (e.Answer != nil || !HasAnswer(e.Cut))
}

// Failure is a failure documented for the operation in the catalogue.
type Failure struct {
	Code    catalog.Code
	Message string // "" means the ordinary message of the code
	Status  int    // 0 means the documented status of the code
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

	values map[string]*Condition // of {{ expression }} in its texts, nil when they are as they are written
}

// Raw returns the body when it is the same on both protocols. It reports false
// when each protocol makes its own body of Code and Message.
func (a *Answer) Raw() ([]byte, bool) {
	if a.Body != nil {
		return []byte(*a.Body), true
	}
	return nil, a.Code == ""
}

// failing returns the scenario of a bare error code: every operation that
// documents the code fails with it.
func failing(code catalog.Code) *Scenario {
	return &Scenario{
		Name:    string(code),
		Summary: "The called operation fails with " + string(code),
		rules:   []rule{{operations: documenting(code), chance: 1, effect: Effect{Fail: &Failure{Code: code}}}},
	}
}

// documenting returns the operations with the code among their failures.
func documenting(code catalog.Code) []catalog.OperationID {
	var ids []catalog.OperationID
	for _, op := range catalog.Operations() {
		if _, ok := op.Failure(code); ok {
			ids = append(ids, op.ID)
		}
	}
	return ids
}

// documentedCodes returns the error codes of all operations, sorted.
func documentedCodes() []catalog.Code {
	return slices.Sorted(slices.Values(codesOf("", operationNames()...)))
}

// codesOf returns the error codes of operations, each once: of all statuses for "".
func codesOf(status string, operations ...catalog.OperationID) (codes []catalog.Code) {
	for _, id := range operations {
		op, _ := catalog.Find(id)
		for _, failure := range op.Failures() {
			if (status == "" || strconv.Itoa(failure.Status) == status) && !slices.Contains(codes, failure.Code) {
				codes = append(codes, failure.Code)
			}
		}
	}
	return codes
}
