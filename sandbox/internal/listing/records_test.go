package listing_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/listing"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

var noon = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// openShop opens a shop with the default world.
func openShop(t testing.TB) *commerce.Shop {
	t.Helper()
	var library worlds.Library
	file, err := library.Load("default")
	must(t, err)
	world, err := file.Build(worlds.BuildRequest{Merchant: "DEMO", Seed: 1, Now: noon})
	must(t, err)
	return shopOf(t, world.Write)
}

func shopOf(t testing.TB, seed func(commerce.Tx) error) *commerce.Shop {
	t.Helper()
	db, err := boltstore.Open(boltstore.Options{Path: filepath.Join(t.TempDir(), "shop.db"), NoSync: true})
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	must(t, db.CreateAccount(t.Context(), account.Record{Code: "DEMO"}, seed))
	return commerce.NewShop("DEMO", db.Account("DEMO"))
}

func kinds() map[string]listing.Kind {
	return map[string]listing.Kind{
		"orders": listing.Orders(), "campaigns": listing.Campaigns(), "customers": listing.Customers(),
		"subscriptions": listing.Subscriptions(), "products": listing.Products(), "partners": listing.Partners(),
	}
}

// chunk is how many records a list reads in one transaction, less than a third of the
// orders and of the subscriptions of the default world.
const chunk = 60

// list lists ids.
func list(t *testing.T, shop *commerce.Shop, kind listing.Kind, request listing.Request) listing.Page {
	t.Helper()
	page, err := kind.List(t.Context(), listing.NewReader(shop, noon).InChunksOf(chunk), request)
	if err != nil {
		t.Fatalf("%+v: %v", request, err)
	}
	return page
}

// lines returns the lines of records by their ids, as maps of their JSON.
func lines(t *testing.T, shop *commerce.Shop, kind listing.Kind, ids []string) map[string]map[string]any {
	t.Helper()
	all := map[string]map[string]any{}
	reader := listing.NewReader(shop, noon)
	err := reader.View(func() error {
		for _, id := range ids {
			line, known, err := kind.Line(reader, id)
			if err != nil || !known {
				t.Fatalf("%s: %t, %v", id, known, err)
			}
			text, _ := json.Marshal(line)
			fields := map[string]any{}
			must(t, json.Unmarshal(text, &fields))
			all[id] = fields
		}
		return nil
	})
	must(t, err)
	return all
}

// everything is a request without bounds.
var everything = listing.Request{Limit: 1_000_000}

// TestPages joins the pages of each sort to the whole list, each record once.
func TestPages(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	for name, kind := range kinds() {
		usual := list(t, shop, kind, everything)
		if usual.Total != len(usual.IDs) || usual.Total == 0 {
			t.Fatalf("%s: got %d of %d", name, len(usual.IDs), usual.Total)
		}
		for _, sort := range append(kind.Sorts, "", "-"+kind.Sorts[0]) {
			whole := list(t, shop, kind, listing.Request{Sort: sort, Limit: everything.Limit})
			size := len(whole.IDs)/3 + 1
			var pages []string
			for offset := 0; offset < len(whole.IDs); offset += size {
				pages = append(pages, list(t, shop, kind, listing.Request{Sort: sort, Limit: size, Offset: offset}).IDs...)
			}
			if !slices.Equal(pages, whole.IDs) || whole.Total != usual.Total {
				t.Errorf("%s by %q: the pages differ from the whole list of %d", name, sort, whole.Total)
			}
			if !slices.Equal(slices.Sorted(slices.Values(whole.IDs)), slices.Sorted(slices.Values(usual.IDs))) {
				t.Errorf("%s by %q: other records than in the usual order", name, sort)
			}
		}
		beyond := list(t, shop, kind, listing.Request{Offset: usual.Total, Limit: 5})
		if beyond.IDs != nil || beyond.Total != usual.Total {
			t.Errorf("%s: behind the end: %+v", name, beyond)
		}
	}
}

// TestSorts compares the order of lists with the values in their lines.
func TestSorts(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	for name, kind := range kinds() {
		shown := lines(t, shop, kind, list(t, shop, kind, everything).IDs)
		for _, sort := range kind.Sorts {
			for _, descending := range []string{"", "-"} {
				page := list(t, shop, kind, listing.Request{Sort: descending + sort, Limit: everything.Limit})
				for i, id := range page.IDs[1:] {
					this, next := shown[page.IDs[i]][sort], shown[id][sort]
					order := compareLines(this, next)
					if descending == "-" {
						order = -order
					}
					if order > 0 {
						t.Fatalf("%s by %s%s: %v comes before %v", name, descending, sort, this, next)
					}
				}
			}
		}
	}
}

// compareLines compares values of a line as a person would.
func compareLines(a, b any) int {
	x, isNumber := a.(float64)
	y, _ := b.(float64)
	if isNumber || a == nil && b != nil && reflect.TypeOf(b).Kind() == reflect.Float64 {
		return cmp.Compare(x, y)
	}
	text := func(v any) string {
		if v == nil {
			return ""
		}
		return strings.ToLower(fmt.Sprint(v))
	}
	s, u := text(a), text(b)
	m, first := amountOf(s)
	n, second := amountOf(u)
	if first && second {
		return cmp.Compare(m, n)
	}
	return strings.Compare(s, u)
}

// amountOf returns the number of a text such as 39.90 EUR.
func amountOf(text string) (float64, bool) {
	amount, _, _ := strings.Cut(text, " ")
	n, err := strconv.ParseFloat(amount, 64)
	return n, err == nil
}

// TestQueries compares the results of queries with the lines.
func TestQueries(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	all, shown := map[string][]string{}, map[string]map[string]map[string]any{}
	for name, kind := range kinds() {
		all[name] = list(t, shop, kind, everything).IDs
		shown[name] = lines(t, shop, kind, all[name])
	}
	for _, test := range []struct {
		kind, query string
		matches     func(line map[string]any) bool
	}{
		{"orders", "status:REFUND", func(l map[string]any) bool { return l["status"] == "REFUND" }},
		{"orders", "-status:COMPLETE,REFUND test:false", func(l map[string]any) bool {
			return l["status"] != "COMPLETE" && l["status"] != "REFUND" && l["test"] == nil
		}},
		{"orders", "partner:*", func(l map[string]any) bool { return l["partner"] != nil }},
		{"orders", `dispute:OPEN,WON,LOST,ACCEPTED`, func(l map[string]any) bool { return l["dispute"] != nil }},
		{"orders", "purchase_order:*", func(l map[string]any) bool { return l["purchase_order"] != nil }},
		{"orders", "customer:410004", func(l map[string]any) bool { return l["customer"] == 410004.0 }},
		{"orders", "total:>500 currency:usd", func(l map[string]any) bool {
			var total float64
			_, _ = fmt.Sscan(l["total"].(string), &total)
			return total > 500 && strings.HasSuffix(l["total"].(string), "USD")
		}},
		{"orders", "after:-7d before:-1d", func(l map[string]any) bool {
			date := l["date"].(string)
			return date >= "2026-10-02 12:00:00" && date < "2026-10-08 12:00:00"
		}},
		{"orders", "handle:order-*", func(l map[string]any) bool {
			return regexp.MustCompile(`[[ ]order-`).MatchString(fmt.Sprint(l["handles"]))
		}},
		{"campaigns", "standing:running", func(l map[string]any) bool { return l["standing"] == "running" }},
		{"campaigns", "warning:*", func(l map[string]any) bool { return l["warnings"] != nil }},
		{"customers", "country:fr,de", func(l map[string]any) bool { return l["country"] == "fr" || l["country"] == "de" }},
		{"customers", `company:""`, func(l map[string]any) bool { return l["company"] == nil }},
		{"subscriptions", "expired:true", func(l map[string]any) bool { return l["expired"] == true }},
		{"subscriptions", "expiration:<0", func(l map[string]any) bool { return l["expiration"].(string) < "2026-10-09 12:00:00" }},
		{"subscriptions", "upgradable:true partner:*", func(l map[string]any) bool { return l["upgradable"] == true && l["partner"] != nil }},
		{"products", "tangible:true", func(l map[string]any) bool { return l["tangible"] == true }},
		{"products", "upgrade:*", func(l map[string]any) bool { return l["upgrades"] != nil }},
		{"partners", "margin:>25", func(l map[string]any) bool { return l["margin"].(string) > "25" }},
	} {
		kind := kinds()[test.kind]
		var want []string
		for _, id := range all[test.kind] {
			if test.matches(shown[test.kind][id]) {
				want = append(want, id)
			}
		}
		got := list(t, shop, kind, listing.Request{Query: test.query, Limit: everything.Limit})
		if !slices.Equal(got.IDs, want) || got.Total != len(want) || len(want) == 0 {
			t.Errorf("%s %s: got %d records, want %d", test.kind, test.query, got.Total, len(want))
		}
	}
}

// TestFields asks for each field of each kind, because each must be readable.
func TestFields(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	for name, kind := range kinds() {
		for _, field := range kind.Fields() {
			terms := append(slices.Clone(field.Examples), field.Name+":*")
			switch field.Kind {
			case client.QueryText:
				terms = []string{"text:a", "a"}
			case client.QueryMoment:
				terms = append(slices.Clone(field.Examples), field.Name+":2026-10-09")
			}
			for _, term := range terms {
				list(t, shop, kind, listing.Request{Query: term, Limit: 1})
			}
			for _, value := range field.Values {
				list(t, shop, kind, listing.Request{Query: field.Name + ":" + value})
			}
		}
		var unknown *query.Error
		if _, err := kind.List(t.Context(), listing.NewReader(shop, noon), listing.Request{Query: "nonsense:1"}); !errors.As(err, &unknown) {
			t.Errorf("%s: got error %v for an unknown field", name, err)
		}
		var sort *listing.SortError
		if _, err := kind.List(t.Context(), listing.NewReader(shop, noon), listing.Request{Sort: "-nonsense"}); !errors.As(err, &sort) || sort.Name != "nonsense" {
			t.Errorf("%s: got error %v for an unknown sort", name, err)
		}
	}
}

// TestFewRecords compares lists found by an index with lists of the same query over every
// record, forced by a value with a star.
func TestFewRecords(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	var references, sales, invoices []string
	err := shop.View(func(tx commerce.Tx) error {
		for ref := range commerce.OrderIDs(tx) {
			internals, _, err := tx.Orders().Internals(ref)
			if err != nil || len(references) == 15 {
				return err
			}
			references, sales, invoices = append(references, ref), append(sales, fmt.Sprint(internals.Sale)), append(invoices, strings.ToLower(internals.Invoice)+"x", strings.ToLower(internals.Invoice))
		}
		return nil
	})
	must(t, err)
	for _, test := range []struct {
		kind, field string
		values      []string
	}{
		{"orders", "reference", append(references, "007", "x", "0"+references[0])},
		{"orders", "sale", append(sales, "0", "+7", "x")},
		{"orders", "invoice", append(invoices, "x")},
		{"customers", "reference", []string{"410004", "410001", "0410004", "-1", "x"}},
		{"subscriptions", "customer", []string{"410004", "410001", "0410004", "0", "x"}},
	} {
		kind := kinds()[test.kind]
		query := test.field + ":" + strings.Join(slices.DeleteFunc(test.values, func(v string) bool { return v == "" }), ",")
		for _, sort := range append([]string{"", "-" + kind.Sorts[0]}, kind.Sorts...) {
			got := list(t, shop, kind, listing.Request{Query: query, Sort: sort, Offset: 1, Limit: 5})
			want := list(t, shop, kind, listing.Request{Query: query + ",no*ne", Sort: sort, Offset: 1, Limit: 5})
			if got.Total != want.Total || !slices.Equal(got.IDs, want.IDs) || want.Total == 0 {
				t.Errorf("%s %s by %q: got %+v, want %+v", test.kind, query, sort, got, want)
			}
		}
	}
}

// TestEqualDates lists more orders of one second than a chunk has.
func TestEqualDates(t *testing.T) {
	t.Parallel()
	const orders = 5 * chunk / 2
	shop := shopOf(t, func(tx commerce.Tx) error {
		for i := range orders {
			if err := tx.Orders().Put(record.StoredOrder{Order: record.Order{RefNo: fmt.Sprint(1000001 + i), OrderDate: record.At(noon)}}); err != nil {
				return err
			}
		}
		return nil
	})
	page := list(t, shop, listing.Orders(), listing.Request{Query: "test:false", Limit: orders})
	if page.Total != orders || page.IDs[0] != fmt.Sprint(1000000+orders) || page.IDs[orders-1] != "1000001" {
		t.Errorf("got %d orders from %s to %s", page.Total, page.IDs[0], page.IDs[len(page.IDs)-1])
	}
}

// TestCanceledList ends a list with its context.
func TestCanceledList(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, kind := range kinds() {
		if _, err := kind.List(ctx, listing.NewReader(shop, noon), listing.Request{Query: "text:x", Limit: 1}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}

// TestLinesAreShort verifies the size of lines of records with hostile texts.
func TestLinesAreShort(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{strings.Repeat("x", 500), strings.Repeat("\"", 500), strings.Repeat("ж", 500), strings.Repeat("\x01", 500), strings.Repeat("<", 500), strings.Repeat("\xff", 500)} {
		code := bad[:min(len(bad), 100)]
		handles := []string{bad, code, "short", "a-name-of-24-characters-", "another-name-of-26-letters", "more"}
		const amount = "-99999999999999999.99 EUR"
		for _, line := range []any{
			client.OrderLine{Reference: "999999999999", Date: "2026-10-09 12:00:00", Status: "AUTHRECEIVED", Approval: "INVALIDDATA", Customer: 1 << 60, Name: bad,
				Total: amount, External: bad, Partner: bad, PurchaseOrder: "awaiting_confirmation", Dispute: "ACCEPTED", Test: true, Handles: handles}.Short(),
			client.CampaignLine{Code: "016f9a01-d528-7a61-8c8e-3ea4c7f401aa", Name: bad, Standing: "disabled", Start: "2026-10-09", End: "2026-10-09",
				Discount: amount, Primary: bad, Recommended: bad, Texts: 1000, Warnings: 1000, Handles: handles}.Short(),
			client.CustomerLine{Reference: 1 << 60, External: bad, Name: bad, Company: bad, Email: bad, Country: bad, Language: bad, Handles: handles}.Short(),
			client.SubscriptionLine{Reference: bad, Customer: 1 << 60, Partner: bad, Order: "999999999999", Product: bad, Quantity: 1 << 40,
				Start: "2026-10-09 12:00:00", Expiration: "2026-10-09 12:00:00", Expired: true, Upgradable: true, Handles: handles}.Short(),
			client.ProductLine{Code: bad, Name: bad, Prices: bad, Months: 1000, Tangible: true, Upgrades: 1000, Handles: handles}.Short(),
			client.PartnerLine{Code: bad, Name: bad, Currency: bad, Margin: bad, Handles: handles}.Short(),
		} {
			text, err := json.Marshal(line)
			if err != nil || len(text) >= 400 {
				t.Errorf("%T: %d bytes, %v: %s", line, len(text), err, text)
			}
		}
	}
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
