package coverage_test

import (
	"bytes"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/coverage"
)

// met returns the rows of a report that were met.
func met(r coverage.Report) []coverage.Row {
	var rows []coverage.Row
	for _, row := range r.Outcomes {
		if row.Count > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// TestReportIsTheCatalogue holds that every outcome has a row of its own, in
// the order of the catalogue.
func TestReportIsTheCatalogue(t *testing.T) {
	t.Parallel()
	var want []coverage.Row
	documented := 0
	for _, op := range catalog.Operations() {
		for _, o := range append([]catalog.Outcome{op.Success}, op.Failures()...) {
			want = append(want, coverage.Row{Operation: op.ID, Status: o.Status, Code: o.Code, Documented: o.Documented, Count: 1})
			if o.Documented {
				documented++
			}
		}
	}
	c := coverage.New()
	for _, row := range want {
		c.Count(row.Operation, row.Status, row.Code)
	}
	got := c.Report()
	if !reflect.DeepEqual(got.Outcomes, want) {
		t.Errorf("got %v, want %v", got.Outcomes, want)
	}
	if want := (coverage.Total{Outcomes: documented, Met: documented, Percent: 100}); got.Documented != want {
		t.Errorf("documented: got %+v, want %+v", got.Documented, want)
	}
	if want := (coverage.Total{Outcomes: len(want), Met: len(want), Percent: 100}); got.All != want {
		t.Errorf("all: got %+v, want %+v", got.All, want)
	}
}

func TestMet(t *testing.T) {
	t.Parallel()
	c := coverage.New()
	c.Count(catalog.OrderBySale, 200, "")
	c.Count(catalog.OrderBySale, 200, "", "slow", "drip")
	c.Count(catalog.OrderBySale, 200, "", "slow")
	c.Count(catalog.OrderBySale, 400, catalog.InvalidSaleID)
	c.Count(catalog.OrderBySale, 429, "TOO_MANY_REQUESTS") // made up by a scenario
	c.Count(catalog.OrderBySale, 404, catalog.InvalidSaleID)
	c.Count(catalog.OrderBySale, 204, "")
	c.CountUnanswered()
	got := c.Report()
	want := []coverage.Row{
		{Operation: catalog.OrderBySale, Status: 200, Documented: true, Count: 3, Scenarios: map[string]int64{"slow": 2, "drip": 1}},
		{Operation: catalog.OrderBySale, Status: 400, Code: catalog.InvalidSaleID, Documented: true, Count: 1},
	}
	if !reflect.DeepEqual(met(got), want) || got.Other != 4 {
		t.Errorf("got %v and %d others, want %v and 4", met(got), got.Other, want)
	}
	c.Clear()
	if got := c.Report(); met(got) != nil || got.Other != 0 || !reflect.DeepEqual(got, coverage.New().Report()) {
		t.Errorf("cleared: got %v and %d others", met(got), got.Other)
	}
}

func TestUnder(t *testing.T) {
	t.Parallel()
	third := coverage.Report{Documented: coverage.Total{Outcomes: 3, Met: 1, Percent: 33.3}}
	for percent, want := range map[float64]bool{0: false, 33.3: false, 33.4: true, 100: true} {
		if got := third.Under(percent); got != want {
			t.Errorf("%v: got %t, want %t", percent, got, want)
		}
	}
}

func TestMerge(t *testing.T) {
	t.Parallel()
	one, other, both := coverage.New(), coverage.New(), coverage.New()
	for _, c := range []*coverage.Counters{one, both} {
		c.Count(catalog.Login, 200, "", "slow")
		c.CountUnanswered()
	}
	for _, c := range []*coverage.Counters{other, both} {
		c.Count(catalog.Login, 200, "", "slow")
		c.Count(catalog.CancelOrder, 404, catalog.OrderNotFound)
		c.CountUnanswered()
	}
	got, err := coverage.Merge(recoded(t, one.Report()), recoded(t, other.Report()))
	if want := both.Report(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

func TestMergeKeepsTheAccountOfAll(t *testing.T) {
	t.Parallel()
	cases := []struct{ one, other, want string }{{"A", "A", "A"}, {"A", "B", ""}, {"", "A", ""}}
	for _, c := range cases {
		got, err := coverage.Merge(coverage.Report{Account: c.one}, coverage.Report{Account: c.other})
		if err != nil || got.Account != c.want {
			t.Errorf("%s and %s: got %q, %v, want %q", c.one, c.other, got.Account, err, c.want)
		}
	}
}

// recoded is a report as another run finds it in a file.
func recoded(t *testing.T, r coverage.Report) coverage.Report {
	t.Helper()
	var file bytes.Buffer
	if err := r.Write(&file, coverage.JSON); err != nil {
		t.Fatal(err)
	}
	read, err := coverage.Decode(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		``:                   `this is no coverage report: EOF`,
		`null`:               `this is no coverage report: it has no outcomes`,
		`{}`:                 `this is no coverage report: it has no outcomes`,
		`{"outcome":[]}`:     `this is no coverage report: json: unknown field "outcome"`,
		`{"outcomes":[]} {}`: `this is no coverage report: there is something after it`,
		`{"other":-1}`:       `other is -1, which is no count`,
		`{"outcomes":[{"operation":"login","status":200,"count":-2}]}`:                        `the outcome login 200 success has the count -2`,
		`{"outcomes":[{"operation":"login","status":200,"count":1,"scenarios":{"slow":-1}}]}`: `the outcome login 200 success has the count -1 for scenario slow`,
		`{"outcomes":[{"operation":"login","status":400,"code":"X"},{"operation":"gone","status":200}]}`: "the outcome login 400 X is not in the catalogue: another version wrote it\n" +
			`the outcome gone 200 success is not in the catalogue: another version wrote it`,
	}
	for text, want := range cases {
		_, err := coverage.Decode([]byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// small is a report of few rows, to be written.
func small() coverage.Report {
	return coverage.Report{
		Outcomes: []coverage.Row{
			{Operation: catalog.CancelOrder, Status: 200, Documented: true, Count: 12, Scenarios: map[string]int64{"slow": 2, "drip": 1}},
			{Operation: catalog.CancelOrder, Status: 406, Code: catalog.InvalidAcceptHeader},
		},
		Other:      3,
		Documented: coverage.Total{Outcomes: 1, Met: 1, Percent: 100},
		All:        coverage.Total{Outcomes: 2, Met: 1, Percent: 50},
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	cases := map[coverage.Format]string{
		coverage.Text: `
OPERATION     STATUS  OUTCOME                DOCUMENTED  MET    SCENARIOS
cancel-order  200     success                yes         12     drip (1), slow (2)
cancel-order  406     INVALID_ACCEPT_HEADER  no          never

All accounts: met 1 of 1 (100.0%) of the documented outcomes and 1 of 2 (50.0%) of all.
Calls that ended in none of them: 3.
`,
		coverage.Markdown: `
| operation | status | outcome | documented | met | scenarios |
| --- | ---: | --- | --- | ---: | --- |
| cancel-order | 200 | success | yes | 12 | drip (1), slow (2) |
| cancel-order | 406 | INVALID_ACCEPT_HEADER | no | never |  |

All accounts: met 1 of 1 (100.0%) of the documented outcomes and 1 of 2 (50.0%) of all.

Calls that ended in none of them: 3.
`,
		coverage.JSON: `
{"outcomes":[{"operation":"cancel-order","status":200,"documented":true,"count":12,"scenarios":{"drip":1,"slow":2}},` +
			`{"operation":"cancel-order","status":406,"code":"INVALID_ACCEPT_HEADER","documented":false,"count":0}],"other":3,` +
			`"documented":{"outcomes":1,"met":1,"percent":100},"all":{"outcomes":2,"met":1,"percent":50}}
`,
	}
	for format, want := range cases {
		var got strings.Builder
		if err := small().Write(&got, format); err != nil || "\n"+got.String() != want {
			t.Errorf("%s: got\n%s, %v, want%s", format, got.String(), err, want)
		}
	}
}

func TestWriteNamesTheAccount(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	r := coverage.Report{Account: "DEMO", Documented: coverage.Total{Outcomes: 1}, All: coverage.Total{Outcomes: 2}}
	want := "OPERATION  STATUS  OUTCOME  DOCUMENTED  MET  SCENARIOS\n\n" +
		"Account DEMO: met 0 of 1 (0.0%) of the documented outcomes and 0 of 2 (0.0%) of all.\n"
	if err := r.Write(&got, coverage.Text); err != nil || got.String() != want {
		t.Errorf("got %q, %v, want %q", got.String(), err, want)
	}
}

func TestWriteRefusesAFormat(t *testing.T) {
	t.Parallel()
	err := small().Write(&strings.Builder{}, "html")
	if want := `there is no format "html": it is text, markdown or json`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestManyCountAtOnce(t *testing.T) {
	t.Parallel()
	const callers, calls = 8, 500
	c := coverage.New()
	var calling sync.WaitGroup
	for range callers {
		calling.Go(func() {
			for range calls {
				c.Count(catalog.Login, 200, "", "slow")
				c.CountUnanswered()
			}
			c.Report()
		})
	}
	calling.Wait()
	got := c.Report()
	want := []coverage.Row{{Operation: catalog.Login, Status: 200, Documented: true, Count: callers * calls,
		Scenarios: map[string]int64{"slow": callers * calls}}}
	if !reflect.DeepEqual(met(got), want) || got.Other != callers*calls {
		t.Errorf("got %v and %d others, want %v and %d", met(got), got.Other, want, callers*calls)
	}
}

// BenchmarkMet is what coverage costs a call, in its account and over all.
func BenchmarkMet(b *testing.B) {
	all, one := coverage.New(), coverage.New()
	b.ReportAllocs()
	for b.Loop() {
		all.Count(catalog.RetrieveOrder, 200, "")
		one.Count(catalog.RetrieveOrder, 200, "")
	}
}
