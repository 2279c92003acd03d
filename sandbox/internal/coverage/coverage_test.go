package coverage_test

import (
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
)

// Two calls, one after the other.
var (
	call  = &client.LastCall{ID: "DEMO-1", Time: time.Date(2026, time.October, 9, 12, 0, 0, 0, time.UTC)}
	later = &client.LastCall{ID: "DEMO-2", Time: call.Time.Add(time.Minute)}
)

// covered returns the outcomes of a report covered by calls.
func covered(r client.CoverageReport) []client.CoverageOutcome {
	var rows []client.CoverageOutcome
	for _, row := range r.Outcomes {
		if row.Count > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// TestReportIsTheCatalogue gives every outcome a row of its own, in the order of the
// catalogue.
func TestReportIsTheCatalogue(t *testing.T) {
	t.Parallel()
	var want []client.CoverageOutcome
	documented := 0
	for _, op := range catalog.Operations() {
		for _, o := range append([]catalog.Outcome{op.Success}, op.Failures()...) {
			row := client.CoverageOutcome{Operation: string(op.ID), Status: o.Status, Code: string(o.Code), Documented: o.DocumentedUnder(catalog.Defaults()), Count: 1, Last: call}
			if o.Code != "" {
				row.Provoke = catalog.FailureScenario(op.ID, o.Code)
			}
			want = append(want, row)
			if row.Documented {
				documented++
			}
		}
	}
	c := coverage.New()
	for _, row := range want {
		c.Count(call, catalog.OperationID(row.Operation), row.Status, catalog.Code(row.Code))
	}
	got := c.Report(catalog.Defaults())
	if !reflect.DeepEqual(got.Outcomes, want) {
		t.Errorf("got %v, want %v", got.Outcomes, want)
	}
	if want := (client.CoverageTotal{Outcomes: documented, Covered: documented, Percent: 100}); got.Documented != want {
		t.Errorf("documented: got %+v, want %+v", got.Documented, want)
	}
	if want := (client.CoverageTotal{Outcomes: len(want), Covered: len(want), Percent: 100}); got.All != want {
		t.Errorf("all: got %+v, want %+v", got.All, want)
	}
}

func TestCovered(t *testing.T) {
	t.Parallel()
	c := coverage.New()
	c.Count(call, catalog.OrderBySale, 200, "")
	c.Count(call, catalog.OrderBySale, 200, "", "slow", "drip")
	c.Count(later, catalog.OrderBySale, 200, "", "slow")
	c.Count(call, catalog.OrderBySale, 200, "", "slow") // overtaken
	c.Count(call, catalog.OrderBySale, 400, catalog.InvalidSaleID)
	c.Count(call, catalog.OrderBySale, 429, "TOO_MANY_REQUESTS") // made up by a scenario
	c.Count(call, catalog.OrderBySale, 404, catalog.InvalidSaleID)
	c.Count(call, catalog.OrderBySale, 204, "")
	c.CountUnanswered()
	got := c.Report(catalog.Defaults())
	want := []client.CoverageOutcome{
		{Operation: string(catalog.OrderBySale), Status: 200, Documented: true, Count: 4, Scenarios: map[string]int64{"slow": 3, "drip": 1}, Last: later},
		{Operation: string(catalog.OrderBySale), Status: 400, Code: string(catalog.InvalidSaleID), Documented: true, Count: 1,
			Last: call, Provoke: "order-by-sale-invalid-sale-id"},
	}
	if !reflect.DeepEqual(covered(got), want) || got.Other != 4 {
		t.Errorf("got %v and %d others, want %v and 4", covered(got), got.Other, want)
	}
	c.Clear()
	if got := c.Report(catalog.Defaults()); covered(got) != nil || got.Other != 0 || !reflect.DeepEqual(got, coverage.New().Report(catalog.Defaults())) {
		t.Errorf("cleared: got %v and %d others", covered(got), got.Other)
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
				c.Count(call, catalog.Login, 200, "", "slow")
				c.CountUnanswered()
			}
			c.Report(catalog.Defaults())
		})
	}
	calling.Wait()
	got := c.Report(catalog.Defaults())
	want := []client.CoverageOutcome{{Operation: string(catalog.Login), Status: 200, Documented: true, Count: callers * calls,
		Scenarios: map[string]int64{"slow": callers * calls}, Last: call}}
	if !reflect.DeepEqual(covered(got), want) || got.Other != callers*calls {
		t.Errorf("got %v and %d others, want %v and %d", covered(got), got.Other, want, callers*calls)
	}
}

// BenchmarkCount measures the cost of coverage for a call, in its account and over all.
func BenchmarkCount(b *testing.B) {
	all, one := coverage.New(), coverage.New()
	b.ReportAllocs()
	for b.Loop() {
		all.Count(call, catalog.RetrieveOrder, 200, "")
		one.Count(call, catalog.RetrieveOrder, 200, "")
	}
}

// TestDocumentedUnderAnAnswer does not count an outcome as documented if the account's
// answers rule it out.
func TestDocumentedUnderAnAnswer(t *testing.T) {
	t.Parallel()
	other, err := catalog.Defaults().With(catalog.SessionFault, "INVALID_SESSION")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		answers catalog.Answers
		want    []string
	}{
		{catalog.Defaults(), []string{"", "FORBIDDEN"}},
		{other, []string{"", "INVALID_SESSION", "SESSION_EXPIRED"}},
	} {
		var got []string
		for _, o := range coverage.New().Report(test.answers).Outcomes {
			if o.Operation == string(catalog.UpgradePartnerSubscriptions) && o.Documented {
				got = append(got, o.Code)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("session-fault %s: got %q, want %q", test.answers.Get(catalog.SessionFault), got, test.want)
		}
	}
}
