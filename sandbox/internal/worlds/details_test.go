package worlds

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// parsed builds a world from its text.
func parsed(t *testing.T, text string) records {
	t.Helper()
	w, err := Parse([]byte(text), "test.yaml")
	must(t, err)
	b, err := w.Build(BuildRequest{Merchant: "ACME", Now: moment, Seed: 1})
	must(t, err)
	return collected(b)
}

// Each detail of an order missing in an entry, or decided by several entries together.
func TestDetailsOfOrders(t *testing.T) {
	t.Parallel()
	type details struct{ refNo, number, date, finished, vat, currency string }
	date := func(ago time.Duration) string { return moment.Add(-ago).Format(record.MomentFormat) }
	const customers = "customers: [{handle: ida, country: fr}, {reference: 7, country: us}]\n"
	for text, want := range map[string][]details{
		// An order just placed is finished now, not in the future.
		customers + "orders: [{reference: 300000001, customer: ida, date: 0, lines: [{product: FONT-PACK}]}]": {
			{"300000001", "51001", date(0), date(0), "20", "eur"},
		},
		// A partner pays the tax, even when the customer is known.
		customers + "orders: [{reference: 300000001, customer: ida, partner: NORTHWIND, date: 0, lines: [{product: FONT-PACK}]}]": {
			{"300000001", "51001", date(0), date(0), "0", "eur"},
		},
		// Orders with one date are numbered by their references.
		customers + "orders: [{reference: 300000002, customer: ida, date: 0, lines: [{product: FONT-PACK}]}, {reference: 300000001, customer: ida, date: 0, lines: [{product: FONT-PACK}]}]": {
			{"300000001", "51001", date(0), date(0), "20", "eur"}, {"300000002", "51002", date(0), date(0), "20", "eur"},
		},
		// A customer has a reference as name; a given reference is not used again.
		customers + "orders: [{reference: 100000701, customer: 7, date: 0, lines: [{product: FONT-PACK}]}, {customer: 7, date: 0, lines: [{product: FONT-PACK}]}]": {
			{"100000701", "51001", date(0), date(0), "0", "usd"}, {"100000702", "51002", date(0), date(0), "0", "usd"},
		},
		// Repeated orders may have one date, or be apart from a moment.
		customers + "orders: [{customer: 7, date: 0, repeat: {times: 2}, lines: [{product: FONT-PACK}]}]": {
			{"100000701", "51001", date(0), date(0), "0", "usd"}, {"100001402", "51002", date(0), date(0), "0", "usd"},
		},
		customers + "orders: [{customer: 7, date: 2026-10-02 09:14:51, repeat: {times: 2, every: 0s}, lines: [{product: FONT-PACK}]}]": {
			{"100000701", "51001", date(0), date(0), "0", "usd"}, {"100001402", "51002", date(0), date(0), "0", "usd"},
		},
		// Without a price in the currency of the country, the products' common
		// currency counts.
		customers + "products: [{code: A, name: A, prices: {EUR: 1, JPY: 2}}, {code: B, name: B, prices: {GBP: 1, JPY: 2}}]\n" +
			"orders: [{customer: 7, date: 0, lines: [{product: A}, {product: B}]}]": {
			{"100000701", "51001", date(0), date(0), "0", "jpy"},
		},
	} {
		var got []details
		for _, r := range parsed(t, text).orders {
			o := r.Order
			got = append(got, details{
				o.RefNo, strconv.FormatInt(o.OrderNo, 10), o.OrderDate.Format(record.MomentFormat),
				o.FinishDate.Format(record.MomentFormat), o.Items[0].Price.VATPercent.String(), o.Currency,
			})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s\ngot  %v\nwant %v", text, got, want)
		}
	}
}

func TestRepeatedMoments(t *testing.T) {
	t.Parallel()
	w := parsed(t, "customers: [{handle: ida}]\norders: [{customer: ida, date: 2026-10-02, repeat: {times: 3, every: 1d12h}, lines: [{product: FONT-PACK}]}]")
	var got []string
	for _, r := range w.orders {
		got = append(got, r.Order.OrderDate.Format(record.MomentFormat))
	}
	if want := []string{"2026-09-29 00:00:00", "2026-09-30 12:00:00", "2026-10-02 00:00:00"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// A given reference is not used again, by no listed and by no generated record.
func TestGivenReferencesStayUnique(t *testing.T) {
	t.Parallel()
	first := built(t, "empty", BuildRequest{Merchant: "ACME", Seed: 1, Orders: 3}).orders[1].Order.RefNo
	w := parsed(t, "customers: [{reference: 410001}, {}, {reference: 600000}]\ngenerate: {orders: 4, customers: 5}\n"+
		"orders: [{reference: "+first+", customer: 600000, lines: [{product: FONT-PACK}]}]")
	checkUnique(t, w)
	var got []int64
	for _, c := range w.customers {
		got = append(got, c.Reference)
	}
	if want := []int64{410001, 410002, 600000, 600001, 600002}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// An id given by an entry is not made again for another record.
func TestGivenIDsStayUnique(t *testing.T) {
	t.Parallel()
	w := parsed(t, `
customers: [{handle: ida, external: CRM-500001}]
subscriptions: [{customer: ida, product: BACKUP-1Y, reference: `+commerce.SubscriptionReference(firstListedOrder+2*orderStep, 0)+`}]
orders:
  - {customer: ida, lines: [{product: BACKUP-1Y}]}
  - {customer: ida, sale: 40000001, invoice: 7000000001, number: 51000, date: -100d, lines: [{product: BACKUP-1Y}]}
  - {customer: ida, sale: 40000006, invoice: 7000000006, lines: [{product: BACKUP-1Y}]}
generate: {orders: 20, customers: 5}
`)
	checkUnique(t, w)
	externals := map[string]bool{}
	for _, c := range w.customers {
		if c.ExternalReference == nil {
			continue
		}
		if externals[*c.ExternalReference] {
			t.Errorf("external reference %s is there twice", *c.ExternalReference)
		}
		externals[*c.ExternalReference] = true
	}
	if len(w.orders) != 20 || len(w.customers) != 5 {
		t.Errorf("got %d orders, %d customers", len(w.orders), len(w.customers))
	}
}

// The numbers of orders grow with the dates of their ends.
func TestGivenNumbersGrow(t *testing.T) {
	t.Parallel()
	w := parsed(t, "customers: [{handle: ida}]\norders: [{customer: ida, date: -9d, finished: -1d, lines: [{product: FONT-PACK}]}, {customer: ida, date: -8d, number: 70000, lines: [{product: FONT-PACK}]}, {customer: ida, date: -10d, lines: [{product: FONT-PACK}]}]")
	var got []int64
	for _, r := range w.orders {
		got = append(got, r.Order.OrderNo)
	}
	if want := []int64{51001, 70000, 70001}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Generated orders belong to a customer of the world, also when the file asks for none.
func TestGeneratedOrdersHaveACustomer(t *testing.T) {
	t.Parallel()
	w := parsed(t, "generate: {orders: 5}")
	if len(w.customers) != 1 {
		t.Fatalf("got %d customers, want 1", len(w.customers))
	}
	for _, r := range w.orders {
		if c := r.Order.CustomerDetails; c != nil && c.Reference != w.customers[0].Reference {
			t.Errorf("order %s belongs to customer %d", r.Order.RefNo, c.Reference)
		}
	}
}

// Random data never replaces the data of a customer entry.
func TestGivenCustomerDataStays(t *testing.T) {
	t.Parallel()
	var entries []string
	for range 20 { // because the company is random in some cases only
		entries = append(entries, "{company: Own, first_name: Ida, last_name: Moreau, email: ida@example.test, country: us}")
	}
	for _, c := range parsed(t, "customers: ["+strings.Join(entries, ", ")+"]").customers {
		if got := fmt.Sprint(*c.Company, c.FirstName, c.LastName, c.Email, c.CountryCode); got != "OwnIdaMoreauida@example.testus" {
			t.Errorf("got %s", got)
		}
	}
}

// A given part of an address never stands beside a random state.
func TestGivenTownsHaveNoRandomState(t *testing.T) {
	t.Parallel()
	w := parsed(t, "customers: [{country: us}, {country: us, city: Reno}, {country: us, zip: '89501'}, {country: us, state: Nevada}, {country: us, city: Reno, zip: '89501', state: Nevada}]")
	towns := countryOf("us").cities
	for i, want := range []struct{ city, zip, state string }{{}, {"Reno", "", "none"}, {"", "89501", "none"}, {"", "", "Nevada"}, {"Reno", "89501", "Nevada"}} {
		c := w.customers[i]
		state := "none"
		if c.State != nil {
			state = *c.State
		}
		random := slices.IndexFunc(towns, func(town city) bool {
			return cmp.Or(want.city, town.name) == c.City && cmp.Or(want.zip, town.zip) == c.Zip && cmp.Or(want.state, town.state) == state
		})
		if random < 0 {
			t.Errorf("customer %d: got %s, %s, %s, want %+v and the rest of one town", i, c.City, c.Zip, state, want)
		}
	}
}

// A handle has the ids of its record and no empty ones.
func TestIDsOfHandles(t *testing.T) {
	t.Parallel()
	w := parsed(t, `
products: [{handle: single, code: S, name: S, prices: {EUR: 1}}]
partners: []
customers: [{handle: ida, reference: 7}]
orders: [{handle: open, reference: 300000001, customer: ida, status: PENDING, lines: [{product: single}]}]
`)
	want := map[string]record.Handle{
		"single": {Kind: "product", IDs: map[string]string{"ProductCode": "S"}},
		"ida":    {Kind: "customer", IDs: map[string]string{"CustomerReference": "7"}},
		"open":   {Kind: "order", IDs: map[string]string{"OrderReference": "300000001", "CustomerReference": "7"}},
	}
	if got := w.Handles; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// The settings of the account stay unless the fragment gives some.
func TestSettingsOfFragments(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	for _, step := range []struct{ text, want string }{
		{"settings: {upselling_display_type: interstitial}", "interstitial"},
		{"customers: [{}]", "interstitial"},
		{"settings: {upselling_display_type: overlay}", "overlay"},
	} {
		_, err := add(t, s, step.text)
		must(t, err)
		err = s.View(func(tx commerce.Tx) error {
			got, err := tx.Campaigns().Settings()
			if string(got.UpsellingDisplayType) != step.want {
				t.Errorf("%s: got %q, want %q", step.text, got.UpsellingDisplayType, step.want)
			}
			return err
		})
		must(t, err)
	}
}

// A fragment's own references are not used for its other records.
func TestGivenReferencesOfFragments(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	probe, err := add(t, s, "orders: [{customer: customer-regular, lines: [{product: FONT-PACK}]}]")
	must(t, err)
	last, err := strconv.Atoi(probe.orders[0].Order.RefNo)
	invoice, invoiceErr := strconv.Atoi(probe.orders[0].Invoice)
	must(t, errors.Join(err, invoiceErr))
	w, err := add(t, s, fmt.Sprintf(`
customers: [{}, {reference: 1000001}]
orders:
  - {customer: customer-regular, lines: [{product: FONT-PACK}]}
  - {reference: %d, sale: %d, invoice: %d, customer: customer-regular, lines: [{product: FONT-PACK}]}
`, last+1, probe.orders[0].Sale+1, invoice+1))
	must(t, err)
	checkUnique(t, w)
	if got, want := w.customers[0].Reference, int64(1000002); got != want {
		t.Errorf("got customer %d, want %d", got, want)
	}
}

// Generated orders need products, and a partner with a currency of only some products.
func TestGeneratedOrdersOfOddProducts(t *testing.T) {
	t.Parallel()
	_, err := Parse([]byte("products: []\ngenerate: {orders: 5}\n"), "none.yaml")
	if want := "none.yaml: [2:20] without products there can be no orders"; err == nil || strings.Split(err.Error(), "\n")[0] != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if got := len(parsed(t, "products: []\ngenerate: {customers: 3}").customers); got != 3 {
		t.Errorf("got %d customers of a world without products, want 3", got)
	}
	built := parsed(t, "products: [{code: A, name: A, prices: {EUR: 1}, months: 1}, {code: B, name: B, prices: {JPY: 1}}]\n"+
		"partners: [{code: P, currency: EUR}]\ngenerate: {orders: 400}")
	partners := 0
	for _, r := range built.orders {
		if len(r.Order.Items) == 0 {
			t.Errorf("order %s has no items", r.Order.RefNo)
		}
		if r.Order.PartnerCode != nil {
			partners++
		}
	}
	if len(built.orders) != 400 || partners == 0 {
		t.Errorf("got %d orders, %d of partners", len(built.orders), partners)
	}
}
