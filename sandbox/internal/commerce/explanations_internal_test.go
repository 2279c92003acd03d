package commerce

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestWhatExcludesOrders reads the changes that a search needs for each of its filters,
// and for all together.
func TestWhatExcludesOrders(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)
	q := OrderSearch{Status: "COMPLETE", ApproveStatus: "OK"}
	dated := q
	dated.StartDate = &record.Day{Time: now}
	for _, test := range []struct {
		q    OrderSearch
		by   exclusion
		want string
	}{
		{q, 0, ""},
		{q, byClock, "after the account's clock, 2026-10-09 12:00:00; move the clock, or answer future-orders with shown; their references find them"},
		{q, byWindow, "outside the last 7 days; give StartDate"},
		{dated, byWindow, "outside the dates given"},
		{q, byTest, "with IncludeTestOrders=YES"},
		{q, byPartner, "with PartnerOrders=true"},
		{q, byStatus, "without Status=COMPLETE"},
		{q, byApproval, "without ApproveStatus=OK"},
		{dated, byClock | byWindow | byTest | byPartner | byStatus | byApproval, "after the account's clock, 2026-10-09 12:00:00 with IncludeTestOrders=YES and PartnerOrders=true without Status=COMPLETE and ApproveStatus=OK" +
			"; move the clock, or answer future-orders with shown; their references find them"},
	} {
		if got := test.q.without(test.by, now); got != test.want {
			t.Errorf("%b: got %q, want %q", test.by, got, test.want)
		}
	}
	for _, filter := range []OrderSearch{{Status: "COMPLETE"}, {ApproveStatus: "OK"}, {ExternalRefNo: "x"}, {TestOrders: catalog.OnlyTestOrders}} {
		if !filter.hasFilter() {
			t.Errorf("%+v has no filter", filter)
		}
	}
	if (OrderSearch{TestOrders: catalog.WithTestOrders, PartnerOrders: true}).hasFilter() {
		t.Error("more orders are a filter")
	}
	newer := OrderSearch{Newer: &now}
	if !q.isDefaultWindow() || dated.isDefaultWindow() || newer.isDefaultWindow() {
		t.Error("the default window is not that without a begin")
	}
}

// TestRelaxedSearches relaxes a search: one without each given filter, and one without
// any.
func TestRelaxedSearches(t *testing.T) {
	t.Parallel()
	yes, day, list, every := true, &record.Day{}, []string{"x"}, catalog.CampaignStatus("").Values()
	for name, q := range map[string]CampaignSearch{
		"": {}, "Name": {Name: "x"}, "PrimaryProductCodes": {Primary: list}, "RecommendedProductCodes": {Recommended: list}, "StartsBefore": {StartsBefore: day},
		"StartsAfter": {StartsAfter: day}, "EndsBefore": {EndsBefore: day}, "EndsAfter": {EndsAfter: day}, "EnabledForRenewals": {Renewals: &yes}, "CampaignCodes": {Codes: list},
		"Statuses": {Statuses: []catalog.CampaignStatus{"Enabled"}},
	} {
		var got, want []string
		var relaxed CampaignSearch
		if name == "Statuses" {
			relaxed.Statuses = every
		}
		for _, less := range q.relaxedSearches() {
			if less.how == "without "+name && !reflect.DeepEqual(less.CampaignSearch, relaxed) || strings.Contains(less.how, " every ") && !slices.Equal(less.Statuses, every) {
				t.Errorf("%s: got %+v", less.how, less.CampaignSearch)
			}
			got = append(got, less.how)
		}
		if name != "" {
			want = append(want, "without "+name)
		}
		if name != "Statuses" {
			want = append(want, "with every value of Statuses")
		}
		if want = append(want, "without any filter"); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestSecondsIn reads moments from a number of seconds or of parts of them.
func TestSecondsIn(t *testing.T) {
	t.Parallel()
	last := float64(record.LastMoment.Unix())
	for _, test := range []struct {
		number float64
		unit   string
		want   int64 // 0 for none
	}{
		{1e8 - 1, "", 0}, {1e8, "", 1e8}, {1.7e9, "", 1.7e9}, {last, "", int64(last)}, {last + 1, " (milliseconds?)", int64(last / 1000)}, {1.7e12, " (milliseconds?)", 1.7e9},
		{1.7e15, " (microseconds?)", 1.7e9}, {1.7e18, " (nanoseconds?)", 1.7e9}, {1e30, "", 0}, {-1.7e9, "", 0},
	} {
		unit, got := secondsIn(test.number)
		if unit != test.unit || got.IsZero() != (test.want == 0) || test.want != 0 && got.Unix() != test.want {
			t.Errorf("%f: got %s %q", test.number, got, unit)
		}
	}
}
