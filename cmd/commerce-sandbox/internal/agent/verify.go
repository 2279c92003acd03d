package agent

import (
	"context"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func (s *session) verifyTools() []tool {
	account := accountInput()
	within := input{name: "within", kind: isText, meaning: "how long to wait for calls that are still to come, such as 5s, at most 30s"}
	return []tool{
		{name: "verify_calls", title: "Verify calls", effect: reads, run: s.verifyCalls,
			description: "Verify that certain calls were made: a number of calls of an operation, a query q or a condition where, or calls in_order. Says which call came closest. Previews do not count.",
			inputs: append(append(append([]input{account}, expectationFields()...), timeFields()...),
				input{name: "in_order", kind: isObjects, of: orderFields(), meaning: "calls that came in this order, in place of a number"},
				input{name: "strict", kind: isSwitch, meaning: "true if no other call may lie between those of in_order"},
				input{name: "nothing_else", kind: isSwitch, meaning: "true if every call of the account must match"}, within)},
		{name: "verdict", title: "Verdict", effect: reads, run: s.verdict,
			description: "Sum up a test of an account, or a run: passed or not and why, calls that were refused and that nobody expected, open questions that answers depended on, scenarios that affected no call, documented failures that no call covered.",
			inputs: []input{account,
				{name: "run", kind: isText, meaning: "name of a run, to sum up all its accounts by the verdicts that were asked of them; without other inputs"},
				{name: "expectations", kind: isObjects, of: expectationFields(), meaning: "numbers of calls, each as in verify_calls"},
				{name: "nothing_else", kind: isSwitch, meaning: "true if every call must match an expectation"},
				{name: "since", kind: isText, meaning: "id of a call: only calls after it count"},
				{name: "min_coverage", kind: isNumber, most: 100, meaning: "percent of the documented outcomes that must be covered"}, within}},
	}
}

// stepFields are the inputs that select calls.
func stepFields() []input {
	return []input{
		{name: "operation", kind: isText, meaning: "id of the operation, such as cancel-order"},
		{name: "q", kind: isText, meaning: "query, such as path:/orders/ code:FORBIDDEN; not together with where"},
		{name: "where", kind: isText, meaning: `condition over the call, such as query.Limit == "1" && status == 200`},
	}
}

// orderFields are the inputs of a step of in_order.
func orderFields() []input {
	return append(stepFields(),
		input{name: "capture", kind: isPairs, meaning: "values for where of later steps, such as {code: answer.Code} for path.upsellCode == captured.code"},
		input{name: "gap_min", kind: isText, meaning: "shortest time since the step before ended, such as 2s, or retry-after"},
		input{name: "gap_max", kind: isText, meaning: "longest time since then, such as 10s"})
}

// timeFields are the inputs of an expectation of records, and of how calls were repeated.
func timeFields() []input {
	return []input{
		{name: "record", kind: isText, meaning: `order, customer, campaign or subscription: the number is that of records, and where reads one, as in campaign.Name == "Spring"`},
		{name: "repeats_at_most", kind: isNumber, meaning: "how often the same call may be made again"},
		{name: "repeats_gap_min", kind: isText, meaning: "shortest time before a repetition, such as 1s, or retry-after"},
		{name: "at_once", kind: isNumber, meaning: "how many of the calls may be in progress at a time"},
	}
}

// expectationFields are the inputs of an expectation.
func expectationFields() []input {
	return append(stepFields(),
		input{name: "count", kind: isNumber, meaning: "exactly so many calls"},
		input{name: "at_least", kind: isNumber, meaning: "so many calls or more"},
		input{name: "at_most", kind: isNumber, meaning: "so many calls or fewer"})
}

// expectation returns the expectation of inputs.
func expectation(given inputs) client.Expectation {
	e := client.Expectation{
		Operation: given.text("operation"), Query: given.text("q"), Where: given.text("where"),
		Count: given.count("count"), AtLeast: given.count("at_least"), AtMost: given.count("at_most"),
		Strict: given.on("strict"), NothingElse: given.on("nothing_else"), Record: given.text("record"), AtOnce: given.count("at_once"),
		Repeats: repeats(given),
	}
	for _, step := range given.objects("in_order") {
		one := client.Step{Operation: step.text("operation"), Query: step.text("q"), Where: step.text("where")}
		one.Capture, _ = step["capture"].(map[string]string)
		one.Gap = gap(step.text("gap_min"), step.text("gap_max"))
		e.InOrder = append(e.InOrder, one)
	}
	return e
}

// repeats returns the bounds on repetitions of inputs, nil for none.
func repeats(given inputs) *client.Repeats {
	r := client.Repeats{AtMost: given.count("repeats_at_most"), Gap: gap(given.text("repeats_gap_min"), "")}
	if r == (client.Repeats{}) {
		return nil
	}
	return &r
}

// gap returns the bounds of a gap, nil for none.
func gap(low, high string) *client.Gap {
	if low == "" && high == "" {
		return nil
	}
	return &client.Gap{Min: low, Max: high}
}

// verified is the result of an expectation.
type verified struct {
	Notice     string             `json:"notice,omitempty"`
	Account    string             `json:"account,omitempty"`
	Verified   bool               `json:"verified"`
	Count      int                `json:"count"`
	Message    string             `json:"message"`
	Dropped    int64              `json:"dropped,omitempty"`
	Uncertain  bool               `json:"uncertain,omitempty"`
	Found      []string           `json:"found,omitempty"`
	Unexpected []client.EntryLine `json:"unexpected,omitempty"`
	Closest    *closest           `json:"closest,omitempty"`
}

// closest is the call that came closest to an expectation.
type closest struct {
	Call     client.EntryLine    `json:"call"`
	Differed []client.Difference `json:"differed"`
}

// fewCalls is how many calls an answer names where it only gives examples.
const fewCalls = 5

func shortened(v client.Verification) verified {
	short := verified{Verified: v.Verified, Count: v.Count, Message: cut(v.Message, mostBody), Dropped: v.Dropped, Uncertain: v.Uncertain, Found: v.Found, Unexpected: v.Unexpected[:min(len(v.Unexpected), fewCalls)]}
	if v.Closest != nil {
		short.Closest = &closest{v.Closest.Request.Line(), v.Closest.Differed}
	}
	return short
}

// accountToVerify returns the account whose calls are verified, and how long to wait for them.
func (s *session) accountToVerify(ctx context.Context, given inputs) (*client.Account, time.Duration, error) {
	within, err := given.duration("within")
	if err != nil {
		return nil, 0, err
	}
	account, err := s.account(ctx, given)
	return account, within, err
}

func (s *session) verifyCalls(ctx context.Context, given inputs) (any, error) {
	account, within, err := s.accountToVerify(ctx, given)
	if err != nil {
		return nil, err
	}
	e := expectation(given)
	e.Within = within
	found, err := account.Verify(ctx, e)
	if err != nil {
		return nil, err
	}
	short := shortened(found)
	short.Notice, short.Account = dataNotice, account.Code
	return short, nil
}

// shownVerdict is a verdict in short.
type shownVerdict struct {
	Notice     string                   `json:"notice"`
	Account    string                   `json:"account"`
	Passed     bool                     `json:"passed"`
	Failures   []string                 `json:"failures"`
	Calls      int                      `json:"calls"`
	Refused    []client.Refusal         `json:"refused"`
	Unasserted int                      `json:"refusals_that_nobody_expected"`
	Questions  []string                 `json:"depended_on_questions"`
	Idle       []string                 `json:"idle_scenarios"`
	Documented client.CoverageTotal     `json:"documented_outcomes"`
	Uncovered  []client.CoverageOutcome `json:"uncovered_failures"` // the first
	Results    []verified               `json:"results,omitempty"`
	Next       string                   `json:"next,omitempty"`
}

// shownRun is a run in short.
type shownRun struct {
	Notice     string               `json:"notice"`
	Run        string               `json:"run"`
	Passed     bool                 `json:"passed"`
	Accounts   int                  `json:"accounts"`
	Failed     []client.RunAccount  `json:"failed"` // the first
	FailedAll  int                  `json:"failed_total"`
	Calls      int64                `json:"calls"`
	Documented client.CoverageTotal `json:"documented_outcomes"`
}

// runVerdict sums up a run.
func (s *session) runVerdict(ctx context.Context, given inputs) (any, error) {
	if len(given) > 1 {
		return nil, wrong("run sums up the verdicts that were asked of its accounts; leave the other inputs out")
	}
	r, err := s.Client.Run(ctx, given.text("run"))
	if err != nil {
		return nil, err
	}
	short := shownRun{Notice: dataNotice, Run: r.Name, Passed: r.Passed, Accounts: len(r.Accounts), Failed: []client.RunAccount{}, FailedAll: r.Failed, Calls: r.Calls, Documented: r.Coverage.Documented}
	for _, a := range r.Accounts {
		if !a.Verdict.Passed && len(short.Failed) < fewCalls {
			short.Failed = append(short.Failed, a)
		}
	}
	return short, nil
}

func (s *session) verdict(ctx context.Context, given inputs) (any, error) {
	if given.text("run") != "" {
		return s.runVerdict(ctx, given)
	}
	account, within, err := s.accountToVerify(ctx, given)
	if err != nil {
		return nil, err
	}
	asked := client.VerdictRequest{NothingElse: given.on("nothing_else"), Within: within, Since: given.text("since"), MinCoverage: float64(given.number("min_coverage", 0))}
	for _, one := range given.objects("expectations") {
		asked.Expectations = append(asked.Expectations, expectation(one))
	}
	v, err := account.Verdict(ctx, asked)
	if err != nil {
		return nil, err
	}
	short := shownVerdict{
		Notice: dataNotice, Account: v.Account, Passed: v.Passed, Failures: v.Failures, Calls: v.Calls,
		Refused: v.Refused[:min(len(v.Refused), fewCalls)], Unasserted: len(v.Unasserted), Questions: []string{}, Idle: []string{},
		Documented: client.CoverageTotal{Outcomes: v.Uncovered.Documented, Covered: v.Uncovered.Covered, Percent: v.Uncovered.Percent},
		Uncovered:  v.Uncovered.Missing[:min(len(v.Uncovered.Missing), fewCalls)],
	}
	for _, q := range v.Questions {
		short.Questions = append(short.Questions, q.ID+"="+q.Answer)
	}
	for _, idle := range v.IdleScenarios {
		short.Idle = append(short.Idle, idle.Name)
	}
	for _, result := range v.Results {
		short.Results = append(short.Results, shortened(result))
	}
	if len(v.Uncovered.Missing) > fewCalls {
		short.Next = "coverage lists all outcomes that no call covered"
	}
	return short, nil
}
