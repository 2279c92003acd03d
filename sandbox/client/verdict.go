package client

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// VerdictRequest says what a verdict verifies. The zero value only expects no refused
// call.
type VerdictRequest struct {
	Expectations   []Expectation `json:"expectations,omitempty"`
	NothingElse    bool          `json:"nothing_else,omitempty"`    // whether every call must match one of the expectations
	Within         time.Duration `json:"within,omitempty"`          // how long to wait for the expected calls; in JSON as text, such as 5s
	Since          string        `json:"since,omitempty"`           // id of a call: only calls after it count
	MinCoverage    float64       `json:"min_coverage,omitempty"`    // percent of the documented outcomes that must be covered
	AssertArranged bool          `json:"assert_arranged,omitempty"` // whether refusals by a scenario must be expected too
	Look           bool          `json:"look,omitempty"`            // whether the run of the account keeps what was asked before
	AssertSpelling bool          `json:"assert_spelling,omitempty"` // whether calls must be spelt as the document says
}

// VerdictResult is how a verdict, or a run, ended.
type VerdictResult string

// The results.
const (
	ResultPassed   VerdictResult = "passed"
	ResultFailed   VerdictResult = "failed"
	NothingToJudge VerdictResult = "nothing to judge" // no call came, and no expectation was verified
)

// Verdict sums a session up: the failures, and whatever is worth knowing about the calls
// of an account.
type Verdict struct {
	Account  string        `json:"account"`
	Time     time.Time     `json:"time"` // on the machine's clock
	Result   VerdictResult `json:"result"`
	Passed   bool          `json:"passed"`            // whether Failures is empty, which it also is with nothing to judge
	Verified bool          `json:"verified"`          // whether the expectations are satisfied, and nothing else was called if they ask for it
	Message  string        `json:"message,omitempty"` // the findings of the expectations, for a failed test
	Failures []string      `json:"failures"`          // reasons for a failed verdict, one sentence each
	Calls    int           `json:"calls"`             // verified ones, previews left out
	Dropped  int64         `json:"dropped"`           // calls that the journal had no room for; they count by how they ended
	Duration float64       `json:"duration"`          // seconds from the first call to the end of the last one

	Refused       []Refusal         `json:"refused"`                // refused calls, by the reason
	Unasserted    []Refusal         `json:"unasserted"`             // of these, the calls that no expectation matches
	Questions     []QuestionUse     `json:"questions"`              // open questions behind the answers; dropped calls left out
	IdleScenarios []IdleScenario    `json:"idle_scenarios"`         // scenarios that were active and affected no call; dropped calls left out
	Departures    []Departure       `json:"departures"`             // spellings accepted by the sandbox, but not in the document
	Uncovered     UncoveredOutcomes `json:"uncovered"`              // documented failures that no call covered
	Results       []Verification    `json:"results"`                // one for each expectation, in their order
	Unexpected    []EntryLine       `json:"unexpected,omitempty"`   // of NothingElse: the first calls that match no expectation, oldest first; dropped calls left out
	Uncertain     []string          `json:"uncertain,omitempty"`    // what nobody knows of dropped calls; it makes the verdict fail
	NothingElse   string            `json:"nothing_else,omitempty"` // which calls match no expectation, where that is a failure
}

// Refusal is a group of calls refused in the same way.
type Refusal struct {
	Operation string   `json:"operation,omitempty"` // id, empty when unknown
	Status    int      `json:"status"`              // 0 when no answer was sent
	Code      string   `json:"code,omitempty"`
	Cause     Cause    `json:"cause"` // who is at fault
	Why       string   `json:"why,omitempty"`
	Scenarios []string `json:"scenarios,omitempty"` // that affected the calls
	Calls     int      `json:"calls"`
	IDs       []string `json:"ids"`   // of the first calls; of dropped ones, one of them
	Fails     bool     `json:"fails"` // whether these calls make the verdict fail
}

// QuestionUse is an open question behind answers of the sandbox.
type QuestionUse struct {
	ID       string   `json:"id"`
	Question string   `json:"question"`
	Answer   string   `json:"answer"`  // the present one of the account
	Default  bool     `json:"default"` // whether it is the default
	Calls    int      `json:"calls"`
	IDs      []string `json:"ids"` // of the first calls
}

// Departure is a spelling accepted by the sandbox, but not in the document.
type Departure struct {
	Name     string   `json:"name"`
	Sentence string   `json:"sentence"` // the spellings of the calls and of the document
	Calls    int      `json:"calls"`
	IDs      []string `json:"ids"`   // of the first calls
	Fails    bool     `json:"fails"` // whether these calls make the verdict fail
}

// IdleScenario is a scenario that was active and affected no call.
type IdleScenario struct {
	Name    string `json:"name"`
	Matched int64  `json:"matched"` // calls matched by a rule without effect
	Active  bool   `json:"active"`  // whether it still is
}

// UncoveredOutcomes are the documented failures covered by no call since the account was
// opened.
type UncoveredOutcomes struct {
	Documented int               `json:"documented"` // outcomes stated by the interface, successes too
	Covered    int               `json:"covered"`
	Percent    float64           `json:"percent"`            // rounded down to one digit
	Required   float64           `json:"required,omitempty"` // percent required by the request
	Missing    []CoverageOutcome `json:"missing"`            // failures only
}

// Shortfall says that less is covered than the request requires, "" otherwise.
func (u UncoveredOutcomes) Shortfall() string {
	if 100*float64(u.Covered) >= u.Required*float64(u.Documented) {
		return ""
	}
	return fmt.Sprintf("%d of %d documented outcomes are covered, %.1f%% of them; %g%% are required", u.Covered, u.Documented, u.Percent, u.Required)
}

// Verdict sums up the calls of the account.
func (a *Account) Verdict(ctx context.Context, r VerdictRequest) (Verdict, error) {
	return ask[Verdict](ctx, a.client, http.MethodPost, a.at("verdict"), r)
}

// VerdictText is Verdict as the sandbox writes it: AsText, AsJUnit or AsJSON.
func (a *Account) VerdictText(ctx context.Context, r VerdictRequest, format Format) (string, error) {
	return a.client.text(ctx, http.MethodPost, a.at("verdict")+"?format="+string(format), r)
}

// Format is how a report is written.
type Format string

// The formats. Not every report has all of them.
const (
	AsText     Format = "text"     // for people
	AsJSON     Format = "json"     // the value of this package
	AsJUnit    Format = "junit"    // XML that CI servers read as test results
	AsMarkdown Format = "markdown" // for the summary of a CI job
	AsHTML     Format = "html"     // a page of its own
)
