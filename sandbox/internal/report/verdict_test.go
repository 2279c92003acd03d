package report_test

import (
	"encoding/json"
	"encoding/xml"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
)

// hostileVerdict has texts as clients send them: control characters, marks of XML,
// invalid UTF-8.
func hostileVerdict() client.Verdict {
	const evil = "a\x00\x1b[31m]]></failure>\"'&\uFFFE\xff\x85 ok\r\nnext"
	return client.Verdict{
		Result:  client.ResultFailed,
		Account: "DEMO", Time: time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC), Failures: []string{evil, "nothing_else", "one refused"}, Calls: 3, Dropped: 1, Duration: 1.5,
		Refused: []client.Refusal{{Status: 0, Cause: client.ByClient, Why: evil, Calls: 30, IDs: []string{"DEMO-1"}, Fails: true},
			{Operation: "login", Status: 500, Code: "X", Cause: client.ByScenario, Calls: 1, IDs: []string{"DEMO-2"}}},
		Unasserted: []client.Refusal{{Status: 0, Cause: client.ByClient, Why: evil, Calls: 30, IDs: []string{"DEMO-1"}, Fails: true},
			{Operation: "login", Status: 500, Code: "X", Cause: client.ByScenario, Calls: 1, IDs: []string{"DEMO-2"}}},
		Questions:     []client.QuestionUse{{ID: "nulls", Answer: strings.Repeat("long ", 30), Default: true, Calls: 2}, {ID: "search-status", Answer: "200", Calls: 1}},
		IdleScenarios: []client.IdleScenario{{Name: "outage", Matched: 2, Active: true}, {Name: "slow"}},
		Uncovered:     client.UncoveredOutcomes{Documented: 41, Covered: 1, Percent: 2.4, Required: 50, Missing: []client.CoverageOutcome{{Operation: "login", Status: 500, Code: "X"}}},
		Results: []client.Verification{{Verified: true, Message: "login: matched 1", Expected: "login: exactly 1"}, {Message: evil, Expected: evil,
			Closest: &client.Closest{Differed: []client.Difference{{Expected: evil, Given: map[string]string{"query.X": evil}, Error: evil}}}}},
		NothingElse: "1 call matches no expectation: DEMO-3 (login)",
	}
}

// TestVerdictJUnit reads the XML as CI servers do.
func TestVerdictJUnit(t *testing.T) {
	t.Parallel()
	text, err := report.Verdict(hostileVerdict(), client.AsJUnit)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		XMLName  xml.Name `xml:"testsuites"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Suite    struct {
			Name      string `xml:"name,attr"`
			Time      string `xml:"time,attr"`
			Timestamp string `xml:"timestamp,attr"`
			Cases     []struct {
				Class   string `xml:"classname,attr"`
				Name    string `xml:"name,attr"`
				Time    string `xml:"time,attr"`
				Failure *struct {
					Message string `xml:"message,attr"`
				} `xml:"failure"`
			} `xml:"testcase"`
			Output string `xml:"system-out"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	equal(t, []any{got.Tests, got.Failures, got.Suite.Name, got.Suite.Time, got.Suite.Timestamp},
		[]any{5, 4, "commerce-sandbox.DEMO", "1.500", "2026-10-09T12:00:00Z"})
	const evil = "a\uFFFD\uFFFD[31m]]></failure>\"'&\uFFFD\uFFFD ok\uFFFD\nnext"
	var cases []string
	for _, c := range got.Suite.Cases {
		line := c.Class + "|" + c.Name + "|" + c.Time
		if c.Failure != nil {
			line += "|" + c.Failure.Message
		}
		cases = append(cases, line)
	}
	equal(t, cases, []string{
		"commerce-sandbox.DEMO.expectations|1: login: exactly 1|0.000",
		"commerce-sandbox.DEMO.expectations|2: " + evil + "|0.000|" + evil,
		"commerce-sandbox.DEMO.expectations|nothing else is called|0.000|1 call matches no expectation: DEMO-3 (login)",
		"commerce-sandbox.DEMO.refusals|1: no operation no answer|0.000|30 calls refused, cause client: no operation no answer: " + evil + " (DEMO-1 and 29 more)",
		"commerce-sandbox.DEMO.coverage|at least 50% of the documented outcomes are covered|0.000|1 of 41 documented outcomes are covered, 2.4% of them; 50% are required",
	})
	if !strings.HasPrefix(got.Suite.Output, "DEMO: failed, 3 calls\n") {
		t.Errorf("got %q", got.Suite.Output)
	}
}

func TestVerdictText(t *testing.T) {
	t.Parallel()
	text, err := report.Verdict(hostileVerdict(), client.AsText)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(text, "\x00\x1b\r") {
		t.Errorf("got control characters in %q", text)
	}
	const want = `
Of these, refusals by a scenario that no expectation names
  1 call refused, cause scenario: login 500 X (DEMO-2)

Open questions that the answers depended on
  nulls = long long long long long long long long long long long lo… (default): 2 calls
  search-status = 200 (changed): 1 call

Scenarios that were active and affected no call
  outage (a rule matched 2 calls)
  slow (deactivated)

Coverage: 1 of 41 documented outcomes (2.4%), failures never covered:
  login 500 X

Dropped
  the journal had no room for 1 call and counts only how such calls ended; all else is said of the others; a larger --journal keeps more
`
	if !strings.HasSuffix(text, want) {
		t.Errorf("got %s, want %s at the end", text, want)
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

func equal(t *testing.T, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestUncertainCase expects the type of a failure that cannot be decided, and no character
// that XML cannot have.
func TestUncertainCase(t *testing.T) {
	t.Parallel()
	text, err := report.Verdict(client.Verdict{Account: "DEMO", Results: []client.Verification{{Uncertain: true, Message: "a\uFFFFb"}}}, client.AsJUnit)
	if want := "<failure message=\"a\uFFFDb\" type=\"uncertain\">"; err != nil || !strings.Contains(text, want) {
		t.Errorf("got %v\n%s, want %s", err, text, want)
	}
}
