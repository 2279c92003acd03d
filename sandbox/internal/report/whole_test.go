package report_test

import (
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
)

var update = flag.Bool("update", false, "rewrite the whole reports in testdata")

var began = time.Date(2026, 5, 13, 12, 0, 0, 0, time.FixedZone("", 7200))

// golden compares a report with its file.
func golden(t *testing.T, name string, got string, err error) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, ".xml") {
		if err := xml.Unmarshal([]byte(got), new(struct{})); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || got != string(want) {
		t.Errorf("%s: %v, got\n%s\nwant\n%s", path, err, got, want)
	}
}

// coverage returns a report of two outcomes.
func coverage() client.CoverageReport {
	return client.CoverageReport{
		Outcomes: []client.CoverageOutcome{
			{Operation: "cancel-order", Status: 200, Documented: true, Count: 12, Scenarios: map[string]int64{"slow": 2, "drip": 1}},
			{Operation: "cancel-order", Status: 406, Code: "INVALID_ACCEPT_HEADER"},
		},
		Other:      3,
		Outside:    2,
		Documented: client.CoverageTotal{Outcomes: 1, Covered: 1, Percent: 100},
		All:        client.CoverageTotal{Outcomes: 2, Covered: 1, Percent: 50},
	}
}

// TestWholeVerdict reads a verdict with everything that there is to say, and with texts as clients
// send them, as text and as test cases, and one without anything.
func TestWholeVerdict(t *testing.T) {
	t.Parallel()
	const evil = "a\x00\x1b[31m]]></failure>\"'&\uFFFE\xff\x85 ok\r\nnext"
	refused := client.Refusal{Operation: "login", Status: 500, Code: "AUTHENTICATION_FAILED", Cause: client.ByClient, Why: "the hash is wrong", Calls: 3, IDs: []string{"DEMO-1", "DEMO-2"}, Fails: true}
	arranged := client.Refusal{Operation: "login", Status: 503, Cause: client.ByScenario, Calls: 1, IDs: []string{"DEMO-3"}}
	other := client.Refusal{Cause: client.BySandbox, Why: evil, Calls: 1, IDs: []string{"DEMO-4"}, Fails: true}
	v := client.Verdict{
		Result:  client.ResultFailed,
		Account: "DEMO", Time: began, Calls: 12, Dropped: 2, Duration: 1.25, Failures: []string{"one", evil},
		Results: []client.Verification{{Verified: true, Message: "login: matched 1"}, {Message: "cancel-order: matched 0, expected 1", Expected: "cancel-order: exactly 1"}, {Message: "nobody knows", Uncertain: true},
			{Message: evil, Expected: evil, Closest: &client.Closest{Differed: []client.Difference{{Expected: evil, Given: map[string]string{"query.X": evil}, Error: evil}}}}},
		Refused:    []client.Refusal{refused, arranged, other},
		Unasserted: []client.Refusal{refused, arranged, other},
		Departures: []client.Departure{{Name: "single-quotes", Sentence: "values in single quotes", Calls: 2, IDs: []string{"DEMO-1", "DEMO-2"}, Fails: true},
			{Name: "separators", Sentence: "commas between pairs", Calls: 1, IDs: []string{"DEMO-1"}}},
		Questions:     []client.QuestionUse{{ID: "nulls", Answer: strings.Repeat("long ", 30), Calls: 1}, {ID: "search-status", Answer: "200", Default: true, Calls: 2}},
		IdleScenarios: []client.IdleScenario{{Name: "outage", Matched: 1, Active: true}, {Name: "slow", Active: true}, {Name: "drip"}},
		Uncovered:     client.UncoveredOutcomes{Documented: 4, Covered: 1, Percent: 25, Required: 50, Missing: []client.CoverageOutcome{{Operation: "login", Status: 500, Code: "X"}}},
		NothingElse:   "1 call matches no expectation: DEMO-4 (login)", Uncertain: []string{"nobody knows how 1 calls ended"},
	}
	for name, v := range map[string]client.Verdict{
		"verdict": v,
		"empty":   {Account: "DEMO", Time: began, Passed: true, Result: client.NothingToJudge},
		"waits":   {Account: "DEMO", Time: began, Result: client.ResultFailed, Failures: []string{"1 call is still under way: DEMO-1 (login)"}, Calls: 1},
		"passed":  {Account: "DEMO", Time: began, Passed: true, Result: client.ResultPassed, Calls: 1, Uncovered: client.UncoveredOutcomes{Documented: 4, Covered: 4, Percent: 100, Required: 100}},
	} {
		text, err := report.Verdict(v, client.AsText)
		golden(t, name+".txt", text, err)
		text, err = report.Verdict(v, client.AsJUnit)
		golden(t, name+".xml", text, err)
	}
}

// TestWholeRun reads a run with more accounts than a text names, in every format.
func TestWholeRun(t *testing.T) {
	t.Parallel()
	r := client.Run{Name: "ci", Opened: began, Dropped: 2, Coverage: coverage(), NewlyMissing: []client.CoverageOutcome{{Operation: "login", Status: 500, Code: "X", Documented: true}}}
	for n := range 23 {
		verdict := client.RunVerdict{Result: client.ResultPassed, Passed: true, Failures: []string{}}
		if n%11 == 3 {
			verdict.Result, verdict.Passed = client.ResultFailed, false
		}
		r.Accounts = append(r.Accounts, client.RunAccount{VendorCode: fmt.Sprintf("T%d", n), Label: "test", Calls: 2, Refused: 1, Verdict: verdict})
	}
	r.Accounts = append(r.Accounts, client.RunAccount{VendorCode: "IDLE", Label: "nobody called", Verdict: client.RunVerdict{Passed: true, Result: client.NothingToJudge}})
	r.Accounts[1].Label, r.Accounts[3].Label = "", "a_b"
	r.Accounts[3].Verdict.Failures, r.Accounts[3].Verdict.More = []string{"one", "two"}, 4
	r.Accounts[14].Verdict.Failures = []string{"three"}
	r.Accounts[4].Verdict.Later, r.Accounts[14].Verdict.Later = 1, 2
	r.Sum()
	for format, name := range map[client.Format]string{client.AsText: "run.txt", client.AsMarkdown: "run.md", client.AsJUnit: "run.xml"} {
		text, err := report.Run(r, format)
		golden(t, name, text, err)
	}
	r.Dropped, r.NewlyMissing, r.Accounts = 0, nil, r.Accounts[4:14]
	text, err := report.Run(r, client.AsText)
	if err != nil || strings.Contains(text, "more that passed") || strings.Contains(text, "no room") {
		t.Errorf("got %v\n%s", err, text)
	}
	r.Coverage.Outcomes = nil
	if text, err := report.Run(r, client.AsMarkdown); err != nil || strings.Contains(text, "operation") {
		t.Errorf("without an outcome: got %v\n%s", err, text)
	}
}

// TestBoundsOfARun names twenty accounts that passed, and has a thousand rows in Markdown.
func TestBoundsOfARun(t *testing.T) {
	t.Parallel()
	r := client.Run{Name: "ci"}
	passed := client.RunAccount{VendorCode: "T", Label: "test", Verdict: client.RunVerdict{Passed: true, Result: client.ResultPassed}}
	for _, test := range []struct {
		accounts int
		format   client.Format
		want     string // "" for no such line
	}{{20, client.AsText, ""}, {21, client.AsText, "\nand 1 more that did not fail\n"}, {1000, client.AsMarkdown, ""},
		{1002, client.AsMarkdown, "\n\n2 more accounts, all of them further down in the same order, are left out.\n"}} {
		for len(r.Accounts) < test.accounts {
			r.Accounts = append(r.Accounts, passed)
		}
		text, err := report.Run(r, test.format)
		if err != nil || !strings.Contains(text, test.want) || test.want == "" && strings.Contains(text, " more ") {
			t.Errorf("%d as %s: got %v\n%s", test.accounts, test.format, err, text)
		}
	}
}

// TestWholeRehearsal reads a rehearsal with every kind of result, in every format.
func TestWholeRehearsal(t *testing.T) {
	t.Parallel()
	found := client.RehearsalTrial{
		Schedule: "create-upsell#1=late-504", Result: client.WrongInSilence, Why: "2 campaigns \"A_B\", in the good run 1", Cause: "doubled", Output: "the last line\x01", Took: 1500 * time.Millisecond,
		Calls: []client.TrialCall{
			{Name: "create-upsell#1", Status: 504, Code: "GATEWAY_TIMEOUT", Fault: "scenario: Try again", Wrote: []string{"created campaign A"}},
			{Name: "search-upsell(a very long name indeed)#1", At: 1499600 * time.Microsecond, Status: 200},
			{Name: "create-upsell#2", At: 2 * time.Second},
		},
	}
	accepted := client.RehearsalTrial{Schedule: "login#1=503", Result: client.Hung, Why: "the command did not end within 10s", Accepted: "known, see the wiki"}
	r := client.Rehearsal{
		Headline: "1 recovered, 0 failed in the open, 2 not survived", Begun: began, Took: 12345 * time.Millisecond, Command: []string{"go", "test", "./..."},
		Remarks: []string{"it is hasty", "it has no time_out"}, Good: client.GoodRun{Unstable: []string{"login#2", "login#3"}, Spared: []string{"login#4"}},
		Trials: []client.RehearsalTrial{found, accepted, {Schedule: "login#2=reset", Result: client.Recovered}, {Schedule: "login#2=reset+search-upsell#1=503", Result: client.Stormed}}, Findings: []client.RehearsalTrial{found, accepted},
		Accepted: []client.Accepted{{Schedule: "login#9=503"}},
	}
	for format, name := range map[client.Format]string{client.AsText: "rehearsal.txt", client.AsMarkdown: "rehearsal.md", client.AsJUnit: "rehearsal.xml"} {
		text, err := report.Rehearsal(r, format)
		golden(t, name, text, err)
	}
	later := client.Rehearsal{Trials: []client.RehearsalTrial{{Schedule: "login#1=503", Result: "of-a-later-version"}}}
	if text, err := report.Rehearsal(later, client.AsText); err != nil || !strings.Contains(text, "\nlogin#1 o\n") {
		t.Errorf("got %v\n%s", err, text)
	}
	none := client.Rehearsal{Headline: "1 recovered", Took: time.Second}
	for format, want := range map[client.Format]string{client.AsText: "1 recovered (in 1s)\n", client.AsMarkdown: "## Rehearsal\n\n1 recovered\n"} {
		if text, err := report.Rehearsal(none, format); err != nil || text != want {
			t.Errorf("got %q, %v, want %q", text, err, want)
		}
	}
}

// TestCharacters keeps each character that a report may have, beside those that it may not.
func TestCharacters(t *testing.T) {
	t.Parallel()
	const all = "a\t\n\x1f \x7e\x7f\u0080\u009f\u00a0\uFFFD\uFFFE\uFFFF\U00010000b"
	v := client.Verdict{Account: "DEMO", Failures: []string{"a\x1f \x7e\x7f\u2028\u2029b"}, Departures: []client.Departure{{Name: all, Sentence: all, Fails: true}}}
	text, err := report.Verdict(v, client.AsText)
	if err != nil || !strings.Contains(text, "  a  ~   b\n") {
		t.Errorf("got %q, %v", text, err)
	}
	const inText = "[CDATA[0 calls: a\t\n\uFFFD ~\uFFFD\uFFFD\uFFFD\u00a0\uFFFD\uFFFD\uFFFD\U00010000b"
	const want = "name=\"a&#x9;&#xA;\uFFFD ~\uFFFD\uFFFD\uFFFD\u00a0\uFFFD\uFFFD\uFFFD\U00010000b\""
	if text, err := report.Verdict(v, client.AsJUnit); err != nil || !strings.Contains(text, want) || !strings.Contains(text, inText) {
		t.Errorf("got %q, %v, want %q and %q", text, err, want, inText)
	}
}

// TestWholeCoverage reads the coverage of all accounts in every format, and that of one.
func TestWholeCoverage(t *testing.T) {
	t.Parallel()
	for format, name := range map[client.Format]string{client.AsText: "coverage.txt", client.AsMarkdown: "coverage.md", client.AsJSON: "coverage.json"} {
		text, err := report.Coverage(coverage(), format)
		golden(t, name, text, err)
	}
	r := client.CoverageReport{Account: "DEMO", Documented: client.CoverageTotal{Outcomes: 1}, All: client.CoverageTotal{Outcomes: 2}}
	text, err := report.Coverage(r, client.AsText)
	golden(t, "coverage_of_account.txt", text, err)
}

// TestFailedRun expects every format to say why a run fails beside its accounts.
func TestFailedRun(t *testing.T) {
	t.Parallel()
	r := client.Run{
		Name: "ci-1", Opened: began, Failures: []string{"the command ended with exit code 3", "no call\x1b|"},
		Accounts: []client.RunAccount{{VendorCode: "T", Calls: 1, Verdict: client.RunVerdict{Passed: true, Result: client.ResultPassed}}},
	}
	r.Sum()
	for format, name := range map[client.Format]string{client.AsText: "failed_run.txt", client.AsMarkdown: "failed_run.md", client.AsJUnit: "failed_run.xml"} {
		text, err := report.Run(r, format)
		golden(t, name, text, err)
	}
}

// TestRecordings writes what was learned as text and in Markdown: questions, what else differs,
// and what was not read.
func TestRecordings(t *testing.T) {
	t.Parallel()
	learned := client.Learned{Entries: 9, Notes: []string{"Left out: a call of another service (1 time)"}, Faults: []string{"shop.har: it ends within entry 10"}, Services: []client.LearnedService{{
		Host: "api.example.com", Calls: 8, Lines: []string{"create-upsell: Code is text\x1b in the recording"},
		Questions: []client.LearnedQuestion{{ID: "nulls", Result: client.Agrees, Line: "shown; ours: shown"}, {ID: "yes-body", Result: client.NotSeen, Line: "to see it, cancel; ours: true"}},
		Failures:  []client.LearnedFailure{{Line: "create-upsell: 429 is a failure; this rule gives it:", Scenario: "summary: a\nrules: []\n"}},
	}}}
	for format, name := range map[client.Format]string{client.AsText: "learned.txt", client.AsMarkdown: "learned.md"} {
		text, err := report.Recordings(learned, format)
		golden(t, name, text, err)
	}
}

func TestFormats(t *testing.T) {
	t.Parallel()
	if text, err := report.Verdict(client.Verdict{}, client.AsJSON); err != nil || !json.Valid([]byte(text)) {
		t.Errorf("got %s, %v", text, err)
	}
	_, err := report.Verdict(client.Verdict{}, client.AsHTML)
	if want := `format must be json, junit or text, got "html"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
