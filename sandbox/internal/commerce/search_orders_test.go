package commerce_test

import (
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestSearchOrders lists the orders that each filter finds, newest first, with their count.
func TestSearchOrders(t *testing.T) {
	t.Parallel()
	order := func(ref string, age time.Duration, change func(*record.Order)) record.StoredOrder {
		o := record.Order{RefNo: ref, OrderDate: record.At(noon.Add(-age)), Status: catalog.Complete, ApproveStatus: catalog.Approved}
		change(&o)
		return record.StoredOrder{Order: o}
	}
	shop := orderShop(t,
		order("1000001", time.Hour, func(o *record.Order) { o.ExternalReference = new("EXT") }),
		order("1000002", time.Hour, func(o *record.Order) { o.Status, o.ExternalReference = catalog.Refund, new("EXT") }),
		order("1000003", 2*time.Hour, func(o *record.Order) { o.Status, o.ApproveStatus = catalog.Canceled, catalog.Fraud }),
		order("1000004", 3*time.Hour, func(o *record.Order) { o.PartnerCode, o.ExternalReference = new("NORTH"), new("EXT") }),
		order("1000005", 0, func(o *record.Order) { o.TestOrder = true }),
		order("1000006", -time.Second, func(*record.Order) {}))
	page := func(page, limit int) commerce.Paging { return commerce.Paging{Page: page, Limit: limit} }
	for name, test := range map[string]struct {
		terms commerce.Terms
		q     commerce.OrderSearch
		want  string
		count int
	}{
		"no filter":           {q: commerce.OrderSearch{}, want: "1000002 1000001 1000003", count: 3},
		"status":              {q: commerce.OrderSearch{Status: catalog.Refund}, want: "1000002", count: 1},
		"approval":            {q: commerce.OrderSearch{ApproveStatus: catalog.Fraud}, want: "1000003", count: 1},
		"partners":            {q: commerce.OrderSearch{PartnerOrders: true}, want: "1000002 1000001 1000003 1000004", count: 4},
		"tests":               {q: commerce.OrderSearch{TestOrders: catalog.WithTestOrders}, want: "1000005 1000002 1000001 1000003", count: 4},
		"only tests":          {q: commerce.OrderSearch{TestOrders: catalog.OnlyTestOrders}, want: "1000005", count: 1},
		"reference":           {q: commerce.OrderSearch{ExternalRefNo: "EXT"}, want: "1000002 1000001", count: 2},
		"reference of status": {q: commerce.OrderSearch{ExternalRefNo: "EXT", Status: catalog.Complete}, want: "1000001", count: 1},
		"second page":         {q: commerce.OrderSearch{Paging: page(2, 2)}, want: "1000003", count: 3},
		"page of a reference": {q: commerce.OrderSearch{ExternalRefNo: "EXT", Paging: page(2, 1)}, want: "1000001", count: 2},
		"page behind the end": {q: commerce.OrderSearch{Paging: page(3, 2)}, count: 3},
		"count of all":        {terms: commerce.Terms{CountAll: true}, q: commerce.OrderSearch{Status: catalog.Refund}, want: "1000002", count: 5},
		"later orders":        {terms: commerce.Terms{FutureOrders: true}, q: commerce.OrderSearch{}, want: "1000006 1000002 1000001 1000003", count: 4},
		"count of later ones": {terms: commerce.Terms{FutureOrders: true, CountAll: true}, q: commerce.OrderSearch{Status: catalog.Refund}, want: "1000002", count: 6},
		"page that grew":      {terms: commerce.Terms{PageShift: -1}, q: commerce.OrderSearch{Paging: page(2, 1)}, want: "1000002", count: 3},
	} {
		if test.q.Paging == (commerce.Paging{}) {
			test.q.Paging = commerce.FirstPage()
		}
		test.terms.Now = noon
		var refs []string
		got, err := shop.SearchOrders(test.terms, test.q, func(order []byte) { refs = append(refs, orderIn(t, order).RefNo) })
		want := commerce.Listed{Count: test.count, Later: true}
		if shown := strings.Join(refs, " "); shown != test.want || got != want || err != nil {
			t.Errorf("%s: got %s, %+v, %v, want %s, %+v", name, shown, got, err, test.want, want)
		}
	}
	all, err := shop.SearchOrders(commerce.Terms{Now: noon.Add(time.Second)}, commerce.OrderSearch{Paging: commerce.FirstPage()}, func([]byte) {})
	if want := (commerce.Listed{Count: 4}); all != want || err != nil {
		t.Errorf("at the moment of the latest order: got %+v, %v, want %+v", all, err, want)
	}
}

// TestTermsOf reads the terms of each answer that is not the default.
func TestTermsOf(t *testing.T) {
	t.Parallel()
	if got := commerce.TermsOf(catalog.Defaults()); got != (commerce.Terms{}) {
		t.Errorf("got %+v of the defaults", got)
	}
	for _, test := range []struct {
		question catalog.QuestionID
		answer   string
		want     commerce.Terms
	}{
		{catalog.PageCount, "all", commerce.Terms{CountAll: true}},
		{catalog.PageDepth, "200", commerce.Terms{PageDepth: 200}},
		{catalog.PageStability, "grows", commerce.Terms{PageShift: -1}},
		{catalog.PageStability, "shrinks", commerce.Terms{PageShift: 1}},
		{catalog.CampaignUpdate, "merge", commerce.Terms{MergeUpdates: true}},
		{catalog.CampaignStatuses, "enabled", commerce.Terms{EnabledCampaigns: true}},
		{catalog.EndedCampaigns, "both", commerce.Terms{EndedByFlag: true}},
		{catalog.OptionGroups, "several", commerce.Terms{SeveralOptions: true}},
		{catalog.FutureOrders, "shown", commerce.Terms{FutureOrders: true}},
	} {
		answers, err := catalog.Defaults().With(test.question, test.answer)
		if got := commerce.TermsOf(answers); got != test.want || err != nil {
			t.Errorf("%s=%s: got %+v, %v, want %+v", test.question, test.answer, got, err, test.want)
		}
	}
}
