package verdict_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verdict"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

var noon = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// answered is a recorded call that took a second, and began so many seconds after noon.
func answered(number int, operation string, status int, code string) client.Entry {
	e := client.Entry{ID: fmt.Sprintf("DEMO-%d", number), Number: int64(number), Operation: operation, WallTime: noon.Add(time.Duration(number) * time.Second), Duration: time.Second}
	e.Response.Status, e.Response.Code = status, code
	return e
}

// dropped is the count of a call that answered would make, which the journal has dropped.
func dropped(number int, operation string, status int, code string, match verify.Match) verify.Tally {
	e := answered(number, operation, status, code)
	return verify.Tally{Match: match, Certain: true, Tally: journal.Tally{
		Ending: journal.Ending{Operation: operation, Status: status, Code: code}, Calls: 1, First: e.Number, Last: e.Number, Arrival: e.WallTime,
	}}
}

// sessionOf returns the session of calls that no expectation matches, after dropped ones.
func sessionOf(tallies []verify.Tally, calls ...client.Entry) *verdict.Session {
	s := &verdict.Session{
		Account: "DEMO", Time: noon, Answer: func(catalog.QuestionID) string { return "" },
	}
	s.Outcome.Tallies = tallies
	for _, e := range calls {
		s.Outcome.Calls = append(s.Outcome.Calls, &journal.Entry{Entry: e})
	}
	return s
}

// wantPart compares a part of a verdict.
func wantPart(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\ngot  %+v\nwant %+v", what, got, want)
	}
}

// TestNothingHappened has nothing to judge without a call, and has lists in place of null.
func TestNothingHappened(t *testing.T) {
	t.Parallel()
	wantPart(t, "verdict", sessionOf(nil).Verdict(), client.Verdict{
		Account: "DEMO", Time: noon, Result: client.NothingToJudge, Passed: true, Failures: []string{}, Refused: []client.Refusal{}, Unasserted: []client.Refusal{},
		Questions: []client.QuestionUse{}, IdleScenarios: []client.IdleScenario{}, Departures: []client.Departure{},
		Uncovered: client.UncoveredOutcomes{Missing: []client.CoverageOutcome{}}, Results: []client.Verification{},
	})
}

// TestRefusals groups refused calls, and fails for those that neither an expectation matches
// nor a scenario arranged.
func TestRefusals(t *testing.T) {
	t.Parallel()
	arranged := answered(4, "login", 500, "AUTHENTICATION")
	arranged.Scenarios = "b, a"
	sandboxes := answered(5, "login", 500, "INTERNAL_ERROR")
	sandboxes.Scenarios, sandboxes.Cause, sandboxes.Why = "b", client.BySandbox, "disk"
	tallies := []verify.Tally{
		dropped(1, "login", 200, "", verify.None),
		dropped(2, "search-orders", 404, "NOT_FOUND", verify.Matched),
		dropped(3, "search-orders", 404, "NOT_FOUND", verify.None),
	}
	s := sessionOf(tallies, arranged, sandboxes, answered(6, "search-orders", 404, "NOT_FOUND"))
	notFound := client.Refusal{Operation: "search-orders", Status: 404, Code: "NOT_FOUND", Cause: client.ByClient, Scenarios: []string{}, Calls: 2, IDs: []string{"DEMO-3", "DEMO-6"}, Fails: true}
	matched := notFound
	matched.Calls, matched.IDs, matched.Fails = 1, []string{"DEMO-2"}, false
	byScenario := client.Refusal{Operation: "login", Status: 500, Code: "AUTHENTICATION", Cause: client.ByScenario, Scenarios: []string{"b", "a"}, Calls: 1, IDs: []string{"DEMO-4"}}
	bySandbox := client.Refusal{Operation: "login", Status: 500, Code: "INTERNAL_ERROR", Cause: client.BySandbox, Why: "disk", Scenarios: []string{"b"}, Calls: 1, IDs: []string{"DEMO-5"}, Fails: true}
	got := s.Verdict()
	wantPart(t, "refused", got.Refused, []client.Refusal{matched, notFound, byScenario, bySandbox})
	wantPart(t, "unasserted", got.Unasserted, []client.Refusal{notFound, byScenario, bySandbox})
	failures := []string{"2 calls refused, cause client: search-orders 404 NOT_FOUND (DEMO-3, DEMO-6)", "1 call refused, cause sandbox: login 500 INTERNAL_ERROR: disk (DEMO-5)"}
	wantPart(t, "failures", got.Failures, failures)
	if got.Passed || got.Calls != 6 || got.Duration != 6 {
		t.Errorf("got passed %t, %d calls in %v s, want false, 6 in 6 s", got.Passed, got.Calls, got.Duration)
	}
	s.Request.AssertArranged = true
	wantPart(t, "failures with arranged ones", s.Verdict().Failures, []string{failures[0], "1 call refused, cause scenario: login 500 AUTHENTICATION (DEMO-4)", failures[1]})
}

// TestManyCalls names the first twenty of many calls.
func TestManyCalls(t *testing.T) {
	t.Parallel()
	var calls []client.Entry
	var first []string
	for n := range 21 {
		e := answered(n+1, "login", 500, "AUTHENTICATION")
		e.Questions, e.Departures = "nulls", int(catalog.SingleQuotes)
		if calls = append(calls, e); n < 20 {
			first = append(first, e.ID)
		}
	}
	got := sessionOf(nil, calls...).Verdict()
	if r, q, d := got.Refused[0], got.Questions[0], got.Departures[0]; r.Calls != 21 || q.Calls != 21 || d.Calls != 21 {
		t.Errorf("got %d, %d and %d calls, want 21", r.Calls, q.Calls, d.Calls)
	}
	for _, ids := range [][]string{got.Refused[0].IDs, got.Questions[0].IDs, got.Departures[0].IDs} {
		wantPart(t, "ids", ids, first)
	}
}

// TestMatchedCalls takes calls that an expectation matches for expected.
func TestMatchedCalls(t *testing.T) {
	t.Parallel()
	ring := journal.New(journal.Defaults()).Ring("DEMO")
	ring.Restore(answered(1, "login", 500, "AUTHENTICATION"))
	ring.Restore(answered(2, "search-orders", 404, "NOT_FOUND"))
	one := 1
	asked := client.Expectations{Expectations: []client.Expectation{{Operation: "login", Count: &one}}, NothingElse: true}
	outcome, err := verify.Verifier{Wall: time.Now, Show: func(e *journal.Entry) client.Entry { return e.Entry }}.All(t.Context(), ring, asked, 0)
	must(t, err)
	s := sessionOf(nil)
	s.Outcome = outcome
	got := s.Verdict()
	wantPart(t, "failures", got.Failures, []string{"1 call matches no expectation: DEMO-2 (search-orders)", "1 call refused, cause client: search-orders 404 NOT_FOUND (DEMO-2)"})
	if len(got.Refused) != 2 || got.Refused[0].Fails || len(got.Unasserted) != 1 || len(got.Results) != 1 || len(got.Unexpected) != 1 || got.Verified {
		t.Errorf("got %+v", got)
	}
	s.Outcome.Results[0].Verified, s.Outcome.Results[0].Message = false, "login: matched 1, expected exactly 2"
	if got := s.Verdict().Failures; got[0] != "login: matched 1, expected exactly 2" {
		t.Errorf("got %q", got)
	}
}

// TestUnderWay fails with the calls under way once, in a sentence of their own unless an
// expectation has it.
func TestUnderWay(t *testing.T) {
	t.Parallel()
	s := sessionOf(nil)
	s.Outcome.UnderWay = "1 call is still under way"
	wantPart(t, "alone", s.Verdict().Failures, []string{"1 call is still under way"})
	s.Outcome.Results = []client.Verification{{Verified: true, Message: "login: matched 1"}}
	wantPart(t, "beside a satisfied expectation", s.Verdict().Failures, []string{"1 call is still under way"})
	s.Outcome.Message = "at most 1: 1 call is still under way"
	wantPart(t, "with an expectation", s.Verdict().Failures, []string{})
}

// TestUncertain doubts a verdict on refused calls that may match, but on no arranged ones.
func TestUncertain(t *testing.T) {
	t.Parallel()
	arranged := dropped(2, "login", 500, "AUTHENTICATION", verify.Unsure)
	arranged.Affected = true
	s := sessionOf([]verify.Tally{dropped(4, "login", 500, "AUTHENTICATION", verify.Matched), dropped(1, "login", 500, "AUTHENTICATION", verify.Unsure), arranged, dropped(3, "login", 200, "", verify.Unsure)})
	const doubtful = "the journal has dropped 1 refused call that may count or not: ask sooner or start with a larger --journal, the number of calls that it keeps"
	wantPart(t, "doubtful", s.Verdict().Failures, []string{doubtful})
	wantPart(t, "unasserted", s.Verdict().Unasserted, []client.Refusal{})
}

// TestVerdictByCounts judges dropped calls by their counts, and is uncertain where these do not
// decide.
func TestVerdictByCounts(t *testing.T) {
	t.Parallel()
	spelling := catalog.SingleQuotes.List()[0]
	tally := func(ending journal.Ending, match verify.Match, certain bool) verify.Tally {
		ending.Operation = "login"
		return verify.Tally{Tally: journal.Tally{Ending: ending, Calls: 3, First: 4, Last: 9, Arrival: noon}, Match: match, Certain: certain}
	}
	const advice = ": ask sooner or start with a larger --journal, the number of calls that it keeps"
	refused := func(cause client.Cause, id string, fails bool) client.Refusal {
		return client.Refusal{Operation: "login", Status: 500, Cause: cause, Scenarios: []string{}, Calls: 3, IDs: []string{id}, Fails: fails}
	}
	for name, test := range map[string]struct {
		tally      verify.Tally
		refused    []client.Refusal
		unasserted []client.Refusal
		departures []client.Departure
		uncertain  []string
		passed     bool
	}{
		"good":                      {tally: tally(journal.Ending{Status: 200}, verify.None, true), passed: true},
		"good, perhaps earlier":     {tally: tally(journal.Ending{Status: 200}, verify.Unsure, false), passed: true},
		"refused":                   {tally: tally(journal.Ending{Status: 500, Cause: client.BySandbox}, verify.None, true), refused: []client.Refusal{refused(client.BySandbox, "A-4", true)}, unasserted: []client.Refusal{refused(client.BySandbox, "A-4", true)}},
		"refused, without a cause":  {tally: tally(journal.Ending{Status: 500}, verify.None, true), refused: []client.Refusal{refused(client.ByClient, "A-4", true)}, unasserted: []client.Refusal{refused(client.ByClient, "A-4", true)}},
		"arranged, without a cause": {tally: tally(journal.Ending{Status: 500, Affected: true}, verify.None, true), refused: []client.Refusal{refused(client.ByScenario, "A-4", false)}, unasserted: []client.Refusal{refused(client.ByScenario, "A-4", false)}, passed: true},
		"expected":                  {tally: tally(journal.Ending{Status: 500}, verify.Matched, true), refused: []client.Refusal{refused(client.ByClient, "A-4", false)}, passed: true},
		"expected or earlier":       {tally: tally(journal.Ending{Status: 500}, verify.Matched, false), refused: []client.Refusal{refused(client.ByClient, "A-9", false)}, passed: true},
		"perhaps expected":          {tally: tally(journal.Ending{Status: 500}, verify.Unsure, true), refused: []client.Refusal{refused(client.ByClient, "A-4", true)}, uncertain: []string{"the journal has dropped 3 refused calls that may count or not" + advice}},
		"unknown":                   {tally: tally(journal.Ending{Unknown: true}, verify.Unsure, true), uncertain: []string{"the journal has dropped 3 calls and does not know how they ended, because others ended in too many ways" + advice}},
		"misspelt":                  {tally: tally(journal.Ending{Status: 200, Departures: int(catalog.SingleQuotes)}, verify.None, true), departures: []client.Departure{{Name: spelling.Name, Sentence: spelling.Sentence, Calls: 3, IDs: []string{"A-4"}, Fails: true}}},
		"misspelt, perhaps earlier": {tally: tally(journal.Ending{Status: 200, Departures: int(catalog.SingleQuotes)}, verify.Unsure, false), uncertain: []string{"the journal has dropped 3 calls with undocumented spellings that may count or not" + advice}},
	} {
		s := verdict.Session{
			Account: "A", Request: client.VerdictRequest{AssertSpelling: true},
			Outcome: verify.Outcome{Verifications: client.Verifications{Dropped: 3}, Tallies: []verify.Tally{test.tally}},
		}
		got := s.Verdict()
		want := got
		want.Calls, want.Dropped, want.Duration, want.Uncertain, want.Passed = 3, 3, 0, test.uncertain, test.passed
		want.Refused, want.Unasserted = append([]client.Refusal{}, test.refused...), append([]client.Refusal{}, test.unasserted...)
		want.Departures = append([]client.Departure{}, test.departures...)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got\n%+v\nwant\n%+v", name, got, want)
		}
	}
}

// TestDurationWithDroppedCalls counts from the first dropped call to the end of the last one.
func TestDurationWithDroppedCalls(t *testing.T) {
	t.Parallel()
	kept := &journal.Entry{Entry: client.Entry{WallTime: noon.Add(2 * time.Second), Duration: time.Second}}
	for certain, want := range map[bool]float64{true: 3, false: 1} {
		dropped := verify.Tally{Tally: journal.Tally{Calls: 2, Arrival: noon}, Certain: certain}
		s := verdict.Session{Outcome: verify.Outcome{Calls: []*journal.Entry{kept}, Tallies: []verify.Tally{dropped}}}
		if got := s.Verdict(); got.Duration != want || got.Calls != 3 {
			t.Errorf("certain %t: got %d calls in %g s, want %g", certain, got.Calls, got.Duration, want)
		}
	}
}

// TestExtent counts from the first beginning to the last end, in any order of arrival.
func TestExtent(t *testing.T) {
	t.Parallel()
	long := answered(1, "login", 200, "")
	long.Duration = 9*time.Second + 400*time.Microsecond
	got := sessionOf(nil, answered(2, "login", 200, ""), long, answered(3, "login", 200, "")).Verdict()
	if got.Calls != 3 || got.Duration != 9 {
		t.Errorf("got %d calls in %v s, want 3 in 9", got.Calls, got.Duration)
	}
}

// TestQuestions sorts the questions, and compares the account's answers with the defaults.
func TestQuestions(t *testing.T) {
	t.Parallel()
	one, two := answered(1, "login", 200, ""), answered(2, "login", 200, "")
	one.Questions, two.Questions = "search-status, nulls", "nulls"
	s := sessionOf(nil, one, two)
	s.Answer = func(id catalog.QuestionID) string {
		q, _ := catalog.FindQuestion(id)
		return map[bool]string{true: q.Default, false: "200"}[id == "nulls"]
	}
	nulls, _ := catalog.FindQuestion("nulls")
	status, _ := catalog.FindQuestion("search-status")
	wantPart(t, "questions", s.Verdict().Questions, []client.QuestionUse{
		{ID: "nulls", Question: nulls.Question, Answer: nulls.Default, Default: true, Calls: 2, IDs: []string{"DEMO-1", "DEMO-2"}},
		{ID: "search-status", Question: status.Question, Answer: "200", Calls: 1, IDs: []string{"DEMO-1"}},
	})
	for _, q := range catalog.Questions() {
		if !q.HasChoice() {
			one.Questions = client.Names(q.ID)
			wantPart(t, "a question without a choice", sessionOf(nil, one).Verdict().Questions, []client.QuestionUse{
				{ID: string(q.ID), Question: q.Question, Answer: q.Answer, Default: true, Calls: 1, IDs: []string{"DEMO-1"}},
			})
			return
		}
	}
}

// TestDepartures sorts the spellings, which fail only where they are asserted.
func TestDepartures(t *testing.T) {
	t.Parallel()
	both, one := answered(1, "login", 200, ""), answered(2, "login", 200, "")
	both.Departures, one.Departures = int(catalog.SingleQuotes|catalog.OtherPairNames), int(catalog.SingleQuotes)
	for _, asserted := range []bool{false, true} {
		s := sessionOf(nil, both, one)
		s.Request.AssertSpelling = asserted
		var want []client.Departure
		for _, d := range (catalog.SingleQuotes | catalog.OtherPairNames).List() {
			shown := client.Departure{Name: d.Name, Sentence: d.Sentence, Calls: 1, IDs: []string{"DEMO-1"}, Fails: asserted}
			if d.Bit == catalog.SingleQuotes {
				shown.Calls, shown.IDs = 2, []string{"DEMO-1", "DEMO-2"}
			}
			want = append(want, shown)
		}
		if want[0].Name > want[1].Name {
			want[0], want[1] = want[1], want[0]
		}
		got := s.Verdict()
		wantPart(t, "departures", got.Departures, want)
		if got.Passed == asserted || len(got.Failures) != map[bool]int{true: 2}[asserted] {
			t.Errorf("asserted %t: got %q", asserted, got.Failures)
		}
	}
}

// TestIdleScenarios lists active and ended scenarios that affected no call, each once.
func TestIdleScenarios(t *testing.T) {
	t.Parallel()
	call := answered(1, "login", 200, "")
	call.Scenarios = "seen"
	s := sessionOf(nil, call)
	s.Active = []client.Activation{{Name: "acts", Affected: 1}, {Name: "idle", Matched: 2}, {Name: "seen"}}
	s.Idle = []string{"acts", "idle", "seen", "ended"}
	wantPart(t, "idle", s.Verdict().IdleScenarios, []client.IdleScenario{{Name: "idle", Matched: 2, Active: true}, {Name: "ended"}})
}

// TestUncovered lists documented failures without a call, and fails below the least coverage.
func TestUncovered(t *testing.T) {
	t.Parallel()
	s := sessionOf(nil)
	missing := client.CoverageOutcome{Operation: "login", Code: "AUTHENTICATION", Documented: true}
	s.Coverage.Documented.Outcomes, s.Coverage.Documented.Covered, s.Coverage.Documented.Percent = 4, 2, 50
	s.Coverage.Outcomes = []client.CoverageOutcome{
		missing, {Operation: "login", Code: "OTHER"}, {Operation: "login", Documented: true}, {Operation: "login", Code: "MET", Documented: true, Count: 1},
	}
	for required, failures := range map[float64][]string{50: {}, 51: {"2 of 4 documented outcomes are covered, 50.0% of them; 51% are required"}} {
		s.Request.MinCoverage = required
		got := s.Verdict()
		wantPart(t, "uncovered", got.Uncovered, client.UncoveredOutcomes{Documented: 4, Covered: 2, Percent: 50, Required: required, Missing: []client.CoverageOutcome{missing}})
		wantPart(t, "failures", got.Failures, failures)
	}
}
