package client_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

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

func TestCoverageIsUnder(t *testing.T) {
	t.Parallel()
	third := client.CoverageReport{Documented: client.CoverageTotal{Outcomes: 3, Covered: 1, Percent: 33.3}}
	for percent, want := range map[float64]bool{0: false, 33.3: false, 33.4: true, 100: true} {
		if got := third.Under(percent); got != want {
			t.Errorf("%v: got %t, want %t", percent, got, want)
		}
	}
}

func TestWrittenCoverageIsRead(t *testing.T) {
	t.Parallel()
	file, err := json.Marshal(coverage())
	done(t, err)
	got, err := client.ReadCoverage(file)
	check(t, got, err, coverage())
}

func TestMergeCoverage(t *testing.T) {
	t.Parallel()
	other := coverage()
	other.Outcomes[0].Scenarios = map[string]int64{"slow": 1, "outage": 1}
	first := &client.LastCall{ID: "DEMO-9", Time: time.Date(2026, time.October, 9, 12, 0, 0, 0, time.UTC)}
	last := &client.LastCall{ID: "DEMO-1", Time: first.Time.Add(time.Hour)}
	other.Outcomes[0].Last = last
	other.Outcomes[1].Count, other.Outcomes[1].Scenarios = 1, map[string]int64{"slow": 1}
	want := client.CoverageReport{
		Outcomes: []client.CoverageOutcome{
			{Operation: "cancel-order", Status: 200, Documented: true, Count: 24, Scenarios: map[string]int64{"slow": 3, "drip": 1, "outage": 1}, Last: last},
			{Operation: "cancel-order", Status: 406, Code: "INVALID_ACCEPT_HEADER", Count: 1, Scenarios: map[string]int64{"slow": 1}},
		},
		Other:      6,
		Outside:    4,
		Documented: client.CoverageTotal{Outcomes: 1, Covered: 1, Percent: 100},
		All:        client.CoverageTotal{Outcomes: 2, Covered: 2, Percent: 100},
	}
	one := coverage()
	one.Outcomes[0].Last = first
	before := coverage()
	before.Outcomes[0].Last = first
	got, err := client.MergeCoverage(one, other)
	check(t, got, err, want)
	if !reflect.DeepEqual(one, before) {
		t.Errorf("merging changed the first report to %+v", one)
	}
}

func TestMergeCoverageOfOtherVersions(t *testing.T) {
	t.Parallel()
	more, fewer := coverage(), coverage()
	more.Outcomes[1].Code = "FORBIDDEN"
	fewer.Outcomes = fewer.Outcomes[:1]
	_, err := client.MergeCoverage(coverage(), more, coverage(), fewer)
	const why = "its outcomes are not those of report 1; merge reports that the same version of the sandbox wrote"
	if want := "report 2: " + why + "\nreport 4: " + why; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestMergeKeepsTheAccountOfAll(t *testing.T) {
	t.Parallel()
	cases := []struct{ accounts, want string }{{"A A", "A"}, {"A B", ""}, {" A", ""}, {"A B A", ""}}
	for _, c := range cases {
		var reports []client.CoverageReport
		for code := range strings.SplitSeq(c.accounts, " ") {
			reports = append(reports, client.CoverageReport{Account: code})
		}
		got, err := client.MergeCoverage(reports...)
		if err != nil || got.Account != c.want {
			t.Errorf("%s: got %q, %v, want %q", c.accounts, got.Account, err, c.want)
		}
	}
}

func TestReadCoverageErrors(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		``:                   `not a coverage report: EOF`,
		`null`:               `not a coverage report: it has no outcomes`,
		`{}`:                 `not a coverage report: it has no outcomes`,
		`{"outcome":[]}`:     `not a coverage report: json: unknown field "outcome"`,
		`{"outcomes":[]} {}`: `not a coverage report: more follows the JSON object`,
		`{"outcomes":[{"operation":"login","status":200,"count":-2,"scenarios":{"slow":-1}}],"other":-1,"outside":-1}`: "other must be at least 0, got -1\noutside must be at least 0, got -1\n" +
			"count of login 200 success must be at least 0, got -2\n" +
			"count of scenario slow in login 200 success must be at least 0, got -1",
	}
	for text, want := range cases {
		_, err := client.ReadCoverage([]byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
