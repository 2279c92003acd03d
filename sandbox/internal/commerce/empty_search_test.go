package commerce_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestWhyEmpty explains searches without a result: by the fewest filters.
func TestWhyEmpty(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)
	number := 1000000
	order := func(age time.Duration, external string, change func(*record.Order)) record.StoredOrder {
		r := finishOrder(aPendingOrder())
		number++
		r.Order.RefNo, r.Order.OrderDate, r.Order.ExternalReference = strconv.Itoa(number), record.At(now.Add(-age)), &external
		r.Sale, r.Invoice, r.Order.PartnerCode = 0, "", nil
		if change != nil {
			change(&r.Order)
		}
		return r
	}
	const day = 24 * time.Hour
	isTest := func(o *record.Order) { o.TestOrder = true }
	shop := orderShop(t,
		order(8*day, "OLD", nil), order(9*day, "OLD", nil), order(day, "TEST", isTest), order(20*day, "OLD-TEST", isTest),
	)
	on := func(text string) *record.Day {
		day, err := record.ParseDay(text)
		must(t, err)
		return &day
	}
	yesterday, tomorrow := now.Add(-day/2), now.Add(day)
	for name, test := range map[string]struct {
		search commerce.OrderSearch
		want   string
	}{
		"older":                {commerce.OrderSearch{}, "2 orders match outside the last 7 days; give StartDate"},
		"older, by reference":  {commerce.OrderSearch{ExternalRefNo: "OLD"}, "2 orders match outside the last 7 days; give StartDate"},
		"test":                 {commerce.OrderSearch{ExternalRefNo: "TEST"}, "1 order matches with IncludeTestOrders=YES"},
		"only test":            {commerce.OrderSearch{ExternalRefNo: "OLD", TestOrders: catalog.OnlyTestOrders, StartDate: on("2026-01-01")}, "2 orders match with IncludeTestOrders=YES"},
		"two filters":          {commerce.OrderSearch{ExternalRefNo: "OLD-TEST"}, "1 order matches outside the last 7 days with IncludeTestOrders=YES; give StartDate"},
		"three filters":        {commerce.OrderSearch{ExternalRefNo: "OLD-TEST", Status: catalog.Refund}, "1 order matches outside the last 7 days with IncludeTestOrders=YES without Status=REFUND; give StartDate"},
		"status":               {commerce.OrderSearch{Status: catalog.Refund, ApproveStatus: catalog.Fraud, StartDate: on("2026-01-01")}, "2 orders match without Status=REFUND and ApproveStatus=FRAUD"},
		"not the approval":     {commerce.OrderSearch{Status: catalog.Refund, ApproveStatus: catalog.Approved, StartDate: on("2026-01-01")}, "2 orders match without Status=REFUND"},
		"not the status":       {commerce.OrderSearch{Status: catalog.Complete, ApproveStatus: catalog.Fraud, StartDate: on("2026-01-01")}, "2 orders match without ApproveStatus=FRAUD"},
		"unknown reference":    {commerce.OrderSearch{ExternalRefNo: "NONE"}, `no order has the ExternalRefNo "NONE"`},
		"own dates, reference": {commerce.OrderSearch{ExternalRefNo: "OLD", Newer: &yesterday}, "2 orders match outside the dates given"},
		"later than own dates": {commerce.OrderSearch{ExternalRefNo: "OLD", StartDate: on("2026-09-01"), EndDate: on("2026-09-20")}, "2 orders match outside the dates given"},
		"own dates":            {commerce.OrderSearch{Newer: &yesterday}, ""},
		"future":               {commerce.OrderSearch{Newer: &tomorrow}, "Newer 2026-10-10 12:00:00 is after the present, 2026-10-09 12:00:00"},
		"end before window":    {commerce.OrderSearch{EndDate: on("2026-10-01")}, "EndDate 2026-10-01 is before the last 7 days; give StartDate"},
		"end before Newer":     {commerce.OrderSearch{EndDate: on("2026-10-01"), Newer: &yesterday}, "EndDate 2026-10-01 is before Newer 2026-10-09 00:00:00"},
	} {
		got, err := shop.WhyEmpty(commerce.Terms{Now: now}, test.search)
		if err != nil || got != test.want {
			t.Errorf("%s: got %q, %v\nwant %q", name, got, err, test.want)
		}
	}
	for _, search := range []commerce.OrderSearch{{}, {ExternalRefNo: "OLD"}} {
		if got, err := orderShop(t).WhyEmpty(commerce.Terms{Now: now}, search); err != nil || got != "the account has no orders" {
			t.Errorf("%+v of no orders: got %q, %v", search, got, err)
		}
	}
}

// TestInOtherFormat suggests how a date in another format is written.
func TestInOtherFormat(t *testing.T) {
	t.Parallel()
	for given, want := range map[string][2]string{
		"1791504000000":                 {" (milliseconds?); did you mean 2026-10-09?", " (milliseconds?); did you mean 1791504000?"},
		"1791504000000000":              {" (microseconds?); did you mean 2026-10-09?", " (microseconds?); did you mean 1791504000?"},
		"1791504000000000000":           {" (nanoseconds?); did you mean 2026-10-09?", " (nanoseconds?); did you mean 1791504000?"},
		"1791504000.25":                 {"; did you mean 2026-10-09?", "; did you mean 1791504000?"},
		"2026-10-09T01:30:00+02:00":     {"; did you mean 2026-10-08?", "; did you mean 2026-10-08 23:30:00?"},
		"2026-10-09T01:30:00 02:00":     {"; did you mean 2026-10-08?", "; did you mean 2026-10-08 23:30:00?"},
		"2026-10-09T01:30:00.5Z":        {"; did you mean 2026-10-09?", "; did you mean 2026-10-09 01:30:00?"},
		"Thu, 08 Oct 2026 12:00:00 GMT": {"; did you mean 2026-10-08?", "; did you mean 2026-10-08 12:00:00?"},
		"Fri, 09 Oct 2026 12:00:00 GMT": {"; did you mean 2026-10-09?", "; did you mean 2026-10-09 12:00:00?"},
		"2026-10-09 01:30":              {"; did you mean 2026-10-09?", "; did you mean 2026-10-09 01:30:00?"},
		"20261009":                      {"; did you mean 2026-10-09?", "; did you mean 2026-10-09 00:00:00?"},
		"9.10.2026":                     {"; did you mean 2026-10-09?", "; did you mean 2026-10-09 00:00:00?"},
		"09/10/2026":                    {"; did you mean 2026-10-09 or 2026-09-10?", "; did you mean 2026-10-09 00:00:00 or 2026-09-10 00:00:00?"},
		"2026-02-30":                    {"", ""},
		"-1":                            {"", ""},
		"1":                             {"", ""},
		"NaN":                           {"", ""},
		"Inf":                           {"", ""},
		" 2026-10-09 ":                  {"; did you mean 2026-10-09?", "; did you mean 2026-10-09 00:00:00?"},
		"yesterday":                     {"", ""},
		"":                              {"", ""},
	} {
		if got := [2]string{commerce.DayInOtherFormat(given), commerce.NewerInOtherFormat(given)}; got != want {
			t.Errorf("%q: got %q, want %q", given, got, want)
		}
	}
}

// TestWhyEmptyOfOneOrder names the filter that leaves out a partner's order.
func TestWhyEmptyOfOneOrder(t *testing.T) {
	t.Parallel()
	regular, test := aPendingOrder(), aPendingOrder()
	test.Order.TestOrder = true
	for _, row := range []struct {
		order  record.StoredOrder
		at     time.Time
		search commerce.OrderSearch
		want   string
	}{
		{regular, moved, commerce.OrderSearch{}, "1 order matches with PartnerOrders=true"},
		{regular, moved.AddDate(0, 0, -2), commerce.OrderSearch{PartnerOrders: true}, "1 order matches after the account's clock, 2026-10-07 12:00:00; move the clock, or answer future-orders with shown; their references find them"},
		{test, moved, commerce.OrderSearch{PartnerOrders: true, TestOrders: catalog.WithTestOrders, Status: catalog.Refund}, "1 order matches without Status=REFUND"},
		{test, moved, commerce.OrderSearch{PartnerOrders: true, TestOrders: catalog.OnlyTestOrders, Status: catalog.Refund}, "1 order matches without Status=REFUND"},
	} {
		got, err := orderShop(t, row.order).WhyEmpty(commerce.Terms{Now: row.at}, row.search)
		if err != nil || got != row.want {
			t.Errorf("%+v: got %q, %v, want %q", row.search, got, err, row.want)
		}
	}
}
