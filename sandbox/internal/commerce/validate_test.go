package commerce_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestTheShopChecksEveryQuery calls the shop from Go with values that no protocol lets
// through. The problems equal those of the protocols, to the letter.
func TestTheShopChecksEveryQuery(t *testing.T) {
	t.Parallel()
	shop := upgradeShop(t, upgradeProducts(), sold("SUB-1"))
	terms := commerce.Terms{Now: noon}
	orders := func(q commerce.OrderSearch) func() error {
		return func() error { _, err := shop.SearchOrders(terms, q, nothingShown(t)); return err }
	}
	customer := func(q commerce.CustomerOrders) func() error {
		return func() error { _, err := shop.CustomerOrders(terms, q, nothingShown(t)); return err }
	}
	campaigns := func(q commerce.CampaignSearch) func() error {
		return func() error { _, err := shop.SearchUpsell(terms, q); return err }
	}
	first, seven := commerce.FirstPage(), int64(7)
	day := func(y int) *record.Day { return &record.Day{Time: time.Date(y, 1, 2, 0, 0, 0, 0, time.UTC)} }
	page := func(page, limit int) commerce.Paging { return commerce.Paging{Page: page, Limit: limit} }
	tests := []struct {
		name string
		ask  func() error
		want string
	}{
		{"page of orders", orders(commerce.OrderSearch{Paging: page(-3, 0)}), "PAGINATION_PAGE_PARAMETER_INVALID Page: Page must be a whole number from 1, got -3"},
		{"page 0", orders(commerce.OrderSearch{Paging: page(0, 10)}), "PAGINATION_PAGE_PARAMETER_INVALID Page: Page must be a whole number from 1, got 0"},
		{"limit of orders", orders(commerce.OrderSearch{Paging: page(1, 0)}), "PAGINATION_LIMIT_PARAMETER_INVALID Limit: Limit must be from 1 to 200, got 0"},
		{"limit 201", orders(commerce.OrderSearch{Paging: page(1, 201)}), "PAGINATION_LIMIT_PARAMETER_INVALID Limit: Limit must be from 1 to 200, got 201"},
		{"status", orders(commerce.OrderSearch{Status: "DONE", Paging: page(0, 0)}), `INVALID_PARAMETER Status: Status must be COMPLETE, PENDING, CANCELED or REFUND, got "DONE"`},
		{"status that is no filter", orders(commerce.OrderSearch{Status: catalog.AuthReceived, Paging: first}), `INVALID_PARAMETER Status: Status must be COMPLETE, PENDING, CANCELED or REFUND, got "AUTHRECEIVED"`},
		{"approval before status", orders(commerce.OrderSearch{ApproveStatus: "ok", Status: "DONE", Paging: first}), `INVALID_PARAMETER ApproveStatus: ApproveStatus must be WAITING, OK, FRAUD or INVALIDDATA, got "ok", did you mean OK?`},
		{"test orders", orders(commerce.OrderSearch{TestOrders: "MAYBE", Paging: first}), `INVALID_PARAMETER IncludeTestOrders: IncludeTestOrders must be YES, NO or ONLY, got "MAYBE"`},
		{"newer", orders(commerce.OrderSearch{Newer: &day(10_000).Time, Paging: first}), `INVALID_PARAMETER Newer: Newer must be Unix seconds, Y-m-d or Y-m-d H:i:s, got "10000-01-02 00:00:00"`},
		{"start", orders(commerce.OrderSearch{StartDate: day(-1), Paging: first}), `INVALID_PARAMETER StartDate: StartDate must be a calendar day in the format Y-m-d, got "-0001-01-02"`},
		{"end", orders(commerce.OrderSearch{EndDate: day(10_000), Paging: first}), `INVALID_PARAMETER EndDate: EndDate must be a calendar day in the format Y-m-d, got "10000-01-02"`},
		{"limit before dates", orders(commerce.OrderSearch{StartDate: day(2026), EndDate: day(2025), Paging: page(1, 0)}), "PAGINATION_LIMIT_PARAMETER_INVALID Limit: Limit must be from 1 to 200, got 0"},
		{"dates", orders(commerce.OrderSearch{StartDate: day(2026), EndDate: day(2025), Paging: first}), "INVALID_PARAMETER StartDate: StartDate 2026-01-02 must not be after EndDate 2025-01-02"},
		{"no customer", customer(commerce.CustomerOrders{Paging: page(0, 0)}), "INVALID_CUSTOMER CustomerReference: CustomerReference or ExternalCustomerReference is required"},
		{"page of a customer", customer(commerce.CustomerOrders{Reference: &seven, Paging: page(0, 0)}), "PAGINATION_PAGE_PARAMETER_INVALID Page: Page must be a whole number from 1, got 0"},
		{"limit before the customer", customer(commerce.CustomerOrders{External: "NONE", Paging: page(1, 5000)}), "PAGINATION_LIMIT_PARAMETER_INVALID Limit: Limit must be from 1 to 200, got 5000"},
		{"unknown customer", customer(commerce.CustomerOrders{External: "NONE", Paging: first}), `INVALID_CUSTOMER ExternalCustomerReference: No customer has the ExternalCustomerReference "NONE"`},
		{"campaign code with another hyphen", campaigns(commerce.CampaignSearch{Codes: []string{"0199a2b4-6f00-7c31-9d58+3b1f6a2e7c40"}}), `INVALID_PARAMETER CampaignCodes: CampaignCodes must be UUIDs of campaigns, got "0199a2b4-6f00-7c31-9d58+3b1f6a2e7c40"`},
		{"campaign code", campaigns(commerce.CampaignSearch{Codes: []string{"x"}, Statuses: []catalog.CampaignStatus{"x"}}), `INVALID_PARAMETER CampaignCodes: CampaignCodes must be UUIDs of campaigns, got "x"`},
		{"campaign status", campaigns(commerce.CampaignSearch{Statuses: []catalog.CampaignStatus{"Expired", "Over"}}), `INVALID_PARAMETER Statuses: Statuses must be Enabled, Disabled or Expired, got "Over"`},
		{"campaign dates", campaigns(commerce.CampaignSearch{StartsBefore: day(2026), EndsAfter: day(-5), Paging: first}), `INVALID_PARAMETER EndsAfter: EndsAfter must be a calendar day in the format Y-m-d, got "-0005-01-02"`},
		{"limit of campaigns", campaigns(commerce.CampaignSearch{Paging: page(1, -1)}), "PAGINATION_LIMIT_PARAMETER_INVALID Limit: Limit must be from 1 to 200, got -1"},
		{"no sale", func() error { _, err := shop.OrderBySale(terms, nil); return err }, "INVALID_SALE_ID SaleId: SaleId is required"},
		{"no invoice", func() error { _, err := shop.OrderByInvoice(terms, ""); return err }, "INVALID_INVOICE_ID InvoiceId: InvoiceId is required"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			checkRefused(t, test.name, test.ask(), test.want)
		})
	}
}

func nothingShown(t *testing.T) func([]byte) {
	return func(order []byte) { t.Errorf("showed %s", order) }
}

// TestPageSizes tries the limits of section 8 from both sides.
func TestPageSizes(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 10, 200} {
		if err := (commerce.Paging{Page: 1, Limit: limit}).Validate(); err != nil {
			t.Errorf("Limit %d: got %v", limit, err)
		}
	}
	for _, test := range []struct{ limit, count, want int }{{1, 3, 3}, {2, 3, 2}, {3, 3, 1}, {10, 0, 0}, {0, 3, 0}} {
		if got := (commerce.CampaignPage{Paging: commerce.Paging{Limit: test.limit}, Count: test.count}).Pages(); got != test.want {
			t.Errorf("%+v: got %d pages", test, got)
		}
	}
	if got, want := commerce.FirstPage(), (commerce.Paging{Page: 1, Limit: 10}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestPageDepth tries the last page allowed by the answer to page-depth, and the one
// after it.
func TestPageDepth(t *testing.T) {
	t.Parallel()
	terms := commerce.Terms{Now: noon, PageDepth: 200}
	for page, want := range map[int]string{
		200: "<nil>",
		201: "PAGINATION_PAGE_PARAMETER_INVALID Page: Page must be from 1 to 200, got 201",
	} {
		q := commerce.OrderSearch{Paging: commerce.Paging{Page: page, Limit: 1}}
		checkRefused(t, fmt.Sprint("page ", page), q.Validate(terms), want)
	}
}

// TestFilterOfTestOrders counts the orders of a shop with one test order, of
// two, for each value of the filter (open question search-defaults).
func TestFilterOfTestOrders(t *testing.T) {
	t.Parallel()
	for filter, want := range map[catalog.TestOrders]int{"": 1, catalog.WithoutTestOrders: 1, catalog.WithTestOrders: 2, catalog.OnlyTestOrders: 1} {
		t.Run(fmt.Sprintf("filter %s", filter), func(t *testing.T) {
			t.Parallel()
			shop := orderShop(t,
				record.StoredOrder{Order: record.Order{RefNo: "1000001", OrderDate: record.At(noon)}},
				record.StoredOrder{Order: record.Order{RefNo: "1000002", OrderDate: record.At(noon), TestOrder: true}})
			q := commerce.OrderSearch{TestOrders: filter, Paging: commerce.FirstPage()}
			if got, err := shop.SearchOrders(commerce.Terms{Now: noon}, q, func([]byte) {}); got.Count != want || err != nil {
				t.Errorf("got %d orders, %v, want %d", got.Count, err, want)
			}
		})
	}
}

// TestSearchWindow counts orders at the edges of the default window (open
// question search-window).
func TestSearchWindow(t *testing.T) {
	t.Parallel()
	shop := orderShop(t,
		record.StoredOrder{Order: record.Order{RefNo: "1000001", OrderDate: record.At(noon.Add(-168 * time.Hour))}},
		record.StoredOrder{Order: record.Order{RefNo: "1000002", OrderDate: record.At(noon.Add(-168*time.Hour - time.Second))}},
		record.StoredOrder{Order: record.Order{RefNo: "1000003", OrderDate: record.At(time.Date(2026, 9, 20, 23, 59, 59, 0, time.UTC))}})
	day := func(d int) *record.Day {
		return &record.Day{Time: time.Date(2026, 9, d, 0, 0, 0, 0, time.UTC)}
	}
	for _, test := range []struct {
		name string
		q    commerce.OrderSearch
		want int
	}{
		{"default", commerce.OrderSearch{}, 1},
		{"newer", commerce.OrderSearch{Newer: &day(20).Time}, 3},
		{"start before newer", commerce.OrderSearch{Newer: &day(30).Time, StartDate: day(20)}, 3},
		{"end of the day", commerce.OrderSearch{StartDate: day(20), EndDate: day(20)}, 1},
		{"end alone", commerce.OrderSearch{EndDate: day(26)}, 1},
		{"nothing that day", commerce.OrderSearch{StartDate: day(21), EndDate: day(21)}, 0},
	} {
		test.q.Paging = commerce.FirstPage()
		if got, err := shop.SearchOrders(commerce.Terms{Now: noon}, test.q, func([]byte) {}); got.Count != test.want || err != nil {
			t.Errorf("%s: got %d orders, %v, want %d", test.name, got.Count, err, test.want)
		}
	}
}
