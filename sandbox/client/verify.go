package client

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Expectation is about the recorded calls of an account, previews left out: a number of
// calls that match Operation, Query and Where, how these were repeated or overlapped, or
// calls in an order. A number is Count, or AtLeast, AtMost or both. InOrder takes the
// place of all these. With Record it is about the records of the account: how many of a
// kind satisfy Where.
type Expectation struct {
	Operation   string        `json:"operation,omitempty" yaml:"operation"`       // id, such as cancel-order; calls of all operations without it
	Query       string        `json:"q,omitempty" yaml:"q"`                       // in the query language, such as path:/orders/ status:2xx; not together with Where
	Where       string        `json:"where,omitempty" yaml:"where"`               // a condition in the language of a scenario's when; it also sees how the call ended
	Count       *int          `json:"count,omitempty" yaml:"count"`               // exactly so many calls
	AtLeast     *int          `json:"at_least,omitempty" yaml:"at_least"`         // so many calls or more
	AtMost      *int          `json:"at_most,omitempty" yaml:"at_most"`           // so many calls or fewer
	Record      string        `json:"record,omitempty" yaml:"record"`             // order, customer, campaign or subscription: the number counts such records; Where reads one, as in campaign.Name == "Spring"
	Repeats     *Repeats      `json:"repeats,omitempty" yaml:"repeats"`           // how the same call was made again
	AtOnce      *int          `json:"at_once,omitempty" yaml:"at_once"`           // how many of the calls were in progress at a time, at most
	InOrder     []Step        `json:"in_order,omitempty" yaml:"in_order"`         // calls in this order; others may lie between
	Strict      bool          `json:"strict,omitempty" yaml:"strict"`             // of InOrder: whether no other call may lie between
	NothingElse bool          `json:"nothing_else,omitempty" yaml:"nothing_else"` // whether every call must match; of several expectations, give it beside them
	Within      time.Duration `json:"within,omitempty" yaml:"within"`             // how long to wait for the calls, at most 30s; in JSON as text, such as 5s
}

// Step is one call of an order. At least one field is required, and Query and
// Where cannot be given together.
type Step struct {
	Operation string `json:"operation,omitempty" yaml:"operation"`
	Query     string `json:"q,omitempty" yaml:"q"`
	Where     string `json:"where,omitempty" yaml:"where"`
	Gap       *Gap   `json:"gap,omitempty" yaml:"gap"` // between the end of the step before and the arrival of this one
}

// Gap is a time from the end of one call to the arrival of the next, on the machine's
// clock. Min and Max are durations such as 500ms or 2s; each may be left out. Min may be
// GapRetryAfter.
type Gap struct {
	Min string `json:"min,omitempty" yaml:"min"`
	Max string `json:"max,omitempty" yaml:"max"`
}

// GapRetryAfter is a Gap.Min: at least as long as the Retry-After of the earlier answer
// asks for.
const GapRetryAfter = "retry-after"

// Repeats are bounds on how the same call was made again: with the same operation, method,
// address and body. The numbers are about the most repeated call.
type Repeats struct {
	AtLeast *int `json:"at_least,omitempty" yaml:"at_least"` // repetitions, the first call not counted
	AtMost  *int `json:"at_most,omitempty" yaml:"at_most"`
	Gap     *Gap `json:"gap,omitempty" yaml:"gap"` // between a call and its next repetition
}

// Expectations are several expectations about the same calls.
type Expectations struct {
	Expectations []Expectation `json:"expectations"`           // at most 100
	NothingElse  bool          `json:"nothing_else,omitempty"` // whether every call must match one of the expectations
	Within       time.Duration `json:"within,omitempty"`       // how long to wait, for expectations without a time of their own
}

// Verification is the result of an expectation.
type Verification struct {
	Verified  bool     `json:"verified"`
	Count     int      `json:"count"`               // matching calls or records; of an order, steps found
	Dropped   int64    `json:"dropped"`             // calls that the journal had no room for; they count by how they ended
	Message   string   `json:"message"`             // one sentence for a failed test
	Closest   *Closest `json:"closest"`             // nil when verified, or when there is no call
	Expected  string   `json:"expected,omitempty"`  // the expectation in words, such as login: at least 1
	Uncertain bool     `json:"uncertain,omitempty"` // whether it is not verified because some calls were dropped or could not be evaluated

	Found      []string          `json:"found,omitempty"`      // of an order: ids of the calls of the steps found
	Others     []OperationCount  `json:"others,omitempty"`     // the calls, when all are of other operations than expected
	Errors     []EvaluationError `json:"errors,omitempty"`     // the first calls that the condition could not be evaluated for
	Matched    []EntryLine       `json:"matched,omitempty"`    // of too many: the first matching calls, oldest first
	Unexpected []EntryLine       `json:"unexpected,omitempty"` // of NothingElse: the first calls that do not match, oldest first; dropped calls left out
}

// Verifications is the result of several expectations.
type Verifications struct {
	Verified   bool           `json:"verified"`             // whether all are, and no call is unexpected
	Message    string         `json:"message"`              // what failed, for a failed test
	Dropped    int64          `json:"dropped"`              // calls that the journal had no room for
	Uncertain  bool           `json:"uncertain,omitempty"`  // whether something is not verified only because nobody knows of some calls
	Results    []Verification `json:"results"`              // one for each expectation, in their order
	Unexpected []EntryLine    `json:"unexpected,omitempty"` // the first calls that match no expectation, oldest first; dropped calls left out
}

// Closest is the call closest to a failed expectation.
type Closest struct {
	Request  Entry        `json:"request"`
	Differed []Difference `json:"differed"` // empty when the call matches, but too many or too few do
}

// Difference is a part of an expectation that a call did not satisfy.
type Difference struct {
	Expected string            `json:"expected"`
	Given    map[string]string `json:"given"`           // values of the call, by the name of the input
	Error    string            `json:"error,omitempty"` // why the part could not be evaluated
}

// OperationCount is how many calls there are of an operation.
type OperationCount struct {
	Operation string `json:"operation"` // id, empty for calls of none
	Calls     int    `json:"calls"`
}

// EvaluationError is why a condition could not be evaluated for a call. The call does not
// match.
type EvaluationError struct {
	Call  string `json:"call"` // id
	Error string `json:"error"`
}

// Verify reports whether the expected calls were made, and waits for them as
// long as the expectation says. Calls that were not made are no error.
func (a *Account) Verify(ctx context.Context, e Expectation) (Verification, error) {
	alone := e
	alone.NothingElse = false
	all, err := a.VerifyAll(ctx, Expectations{[]Expectation{alone}, e.NothingElse, e.Within})
	if err != nil {
		return Verification{}, err
	}
	found := all.Results[0]
	if e.NothingElse {
		found.Verified, found.Unexpected, found.Message, found.Uncertain = all.Verified, all.Unexpected, all.Message, all.Uncertain
	}
	return found, nil
}

// VerifyAll is Verify for several expectations over the same calls.
func (a *Account) VerifyAll(ctx context.Context, all Expectations) (Verifications, error) {
	v, err := a.Verdict(ctx, VerdictRequest{Expectations: all.Expectations, NothingElse: all.NothingElse, Within: all.Within, Look: true})
	uncertain := v.NothingElse != "" && len(v.Unexpected) == 0
	for _, r := range v.Results {
		uncertain = uncertain || r.Uncertain
	}
	return Verifications{v.Verified, v.Message, v.Dropped, uncertain, v.Results, v.Unexpected}, err
}

// Text returns the results for people: a line for each, and the closest call to each failed
// one.
func (v Verifications) Text() string {
	var b strings.Builder
	for _, r := range v.Results {
		word := "ok    "
		if !r.Verified {
			word = "FAIL  "
		}
		fmt.Fprintln(&b, word+r.Message)
		for _, line := range r.Details() {
			fmt.Fprintln(&b, "      "+line)
		}
	}
	for _, line := range v.Unexpected {
		fmt.Fprintf(&b, "FAIL  unexpected: %s %s %s %s %d %s\n", line.ID, cmp.Or(line.Operation, "-"), line.Method, line.URI, line.Status, cmp.Or(line.Code, "-"))
	}
	return b.String()
}

// Details returns the calls that are too many, or the closest call and its differences,
// line by line, for people.
func (r Verification) Details() []string {
	var lines []string
	for _, line := range r.Matched {
		lines = append(lines, "matched: "+line.inWords())
	}
	if len(r.Matched) > 0 {
		if more := r.Count - len(r.Matched); more > 0 {
			lines = append(lines, fmt.Sprintf("and %d more", more))
		}
		return lines
	}
	if r.Closest == nil {
		return nil
	}
	lines = append(lines, "closest: "+r.Closest.Request.Line().inWords())
	for _, d := range r.Closest.Differed {
		lines = append(lines, "  expected "+d.Expected)
		for _, name := range slices.Sorted(maps.Keys(d.Given)) {
			given, _ := cutForJSON(d.Given[name], 800, 800) // as much as a line of 2 KB has room for
			lines = append(lines, fmt.Sprintf("  given    %s %q", name, given))
		}
		if d.Error != "" {
			lines = append(lines, "  error    "+d.Error)
		}
	}
	return lines
}

// inWords returns the call as one line, such as DEMO-1 GET /rest/6.0/orders/1/ 404
// ORDER_NOT_FOUND.
func (l EntryLine) inWords() string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s %d %s", l.ID, l.Method, l.URI, l.Status, l.Code))
}
