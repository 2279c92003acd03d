package commerce_test

import (
	"bytes"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// upgradeShop opens a shop with three partners, a customer and these
// subscriptions.
func upgradeShop(t testing.TB, products []record.Product, subscriptions ...record.Subscription) *commerce.Shop {
	t.Helper()
	purchase := record.Order{RefNo: "1000001", Status: catalog.Complete, ApproveStatus: catalog.Approved, OrderDate: record.At(noon.AddDate(0, -1, 0))}
	return openShop(t, commerce.World{
		Products: products,
		Partners: []record.Partner{
			{Code: "NORTH", Name: "Northern Retail", Currency: "EUR", MarginPercent: record.Cents(25_00)},
			{Code: "SOUTH", Name: "Southern Retail", Currency: "EUR", MarginPercent: record.Cents(20_00)},
			{Code: "WEST", Name: "Western Retail", Currency: "USD", MarginPercent: record.Cents(30_00)},
		},
		Customers:     slices.Values([]record.Customer{{Reference: 7, Language: "fr", Enabled: true}}),
		Orders:        slices.Values([]record.StoredOrder{{Order: purchase}}),
		Subscriptions: slices.Values(subscriptions),
	})
}

func upgradeProducts() []record.Product {
	options := []record.PricingOption{
		{Code: "five", Group: "USERS", Percent: record.Cents(220_00)},
		{Code: "twenty", Group: "USERS", Percent: record.Cents(700_00)},
		{Code: "support", Group: "SUPPORT", Percent: record.Cents(12_50)},
	}
	euros := func(cents int64) map[string]record.Money {
		return map[string]record.Money{"EUR": record.Cents(cents)}
	}
	return []record.Product{
		{Code: "BASIC", Name: "Basic", Prices: euros(49_00), UpgradeProducts: []string{"PRO", "TEAM", "DOLLAR", "GONE"}},
		{Code: "PRO", Name: "Pro", ShortDescription: "Yearly", Prices: euros(99_99), PricingOptions: options, UpgradeProducts: []string{"TEAM"}},
		{Code: "TEAM", Name: "Team", Prices: euros(240_00)},
		{Code: "DOLLAR", Name: "Dollar", Prices: map[string]record.Money{"USD": record.Cents(10_00)}},
	}
}

// sold is an upgradable subscription of NORTH to BASIC, changed at will.
func sold(reference string, changes ...func(*record.Subscription)) record.Subscription {
	s := record.Subscription{
		Reference: reference, Partner: "NORTH", Order: "1000001", Product: "BASIC", Quantity: 1,
		Upgradable: true, Enabled: true, StartDate: record.At(noon.AddDate(0, -1, 0)), ExpirationDate: record.At(noon.AddDate(1, -1, 0)),
	}
	for _, change := range changes {
		change(&s)
	}
	return s
}

// upgrade orders an upgrade of subscriptions.
func upgrade(t testing.TB, shop *commerce.Shop, at time.Time, items ...commerce.UpgradeItem) commerce.UpgradeResult {
	t.Helper()
	result, _, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: at}, commerce.Upgrade{Items: items})
	must(t, err)
	return result
}

func item(reference, product, quantity string, options ...string) commerce.UpgradeItem {
	return commerce.UpgradeItem{SubscriptionReference: reference, UpgradeProductCode: product, Quantity: quantity, PricingOptions: options}
}

func subscription(t testing.TB, shop *commerce.Shop, reference string) record.Subscription {
	t.Helper()
	var got record.Subscription
	must(t, shop.View(func(tx commerce.Tx) (err error) {
		got, _, err = tx.Subscriptions().Get(reference)
		return err
	}))
	return got
}

// partnerOrders returns the references of the partner orders of an external
// reference, "" for any.
func partnerOrders(t testing.TB, shop *commerce.Shop, external string) []string {
	t.Helper()
	search := commerce.OrderSearch{PartnerOrders: true, ExternalRefNo: external, Paging: commerce.Paging{Page: 1, Limit: 200}}
	list := []string{}
	_, err := shop.SearchOrders(commerce.Terms{Now: noon}, search, func(order []byte) { list = append(list, orderIn(t, order).RefNo) })
	must(t, err)
	return list
}

// retrieved returns an order as it is served.
func retrieved(t testing.TB, shop *commerce.Shop, reference string) (body []byte) {
	t.Helper()
	must(t, shop.RetrieveOrder(commerce.Terms{Now: noon}, reference, func(order []byte) { body = bytes.Clone(order) }))
	return body
}

// TestUpgrade compares the whole order (in testdata) and all changes by the upgrade. One
// piece of PRO is 99.99 and, rounded one by one, 219.98, 699.93 and 12.50 for its
// options.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	two := sold("S2", func(s *record.Subscription) { s.Quantity = 4 })
	shop := upgradeShop(t, upgradeProducts(), sold("S1"), two, sold("S3"))
	got, changes, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon, SeveralOptions: true}, commerce.Upgrade{
		Items:                   []commerce.UpgradeItem{item("S1", "PRO", "3", "five", "support", "twenty"), item("S2", "TEAM", "1")},
		ExtraDiscount:           &commerce.Extra{Value: "10", Type: catalog.PercentDiscount},
		ExtraMargin:             &commerce.Extra{Value: "12.5", Type: catalog.FixedDiscount},
		ExternalReferenceNumber: new("EXT-1"), Comment: new("Zoë’s"),
	})
	must(t, err)
	total := got.TotalAmount.StringFixed()
	got.TotalAmount = record.Money{}
	want := commerce.UpgradeResult{
		RefNo: "1000002", Status: commerce.AwaitingProforma, OrderLockReason: []string{commerce.UnpaidProforma},
		ProformaNumber: "PF0000001", Currency: "EUR", TotalSubscriptionsNumber: 2,
	}
	if !reflect.DeepEqual(got, want) || total != "2240.11" {
		t.Errorf("got %+v and %s, want %+v and 2240.11", got, total, want)
	}
	whole, err := os.ReadFile("testdata/upgraded-order.json")
	must(t, err)
	if got, want := string(retrieved(t, shop, "1000002")), strings.TrimSpace(string(whole)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	waits := func(s *record.Subscription) { s.UpgradeOrder = "1000002" }
	checkUpgraded(t, shop, sold("S1", waits))
	checkUpgraded(t, shop, sold("S2", func(s *record.Subscription) { s.Quantity = 4 }, waits))
	checkUpgraded(t, shop, sold("S3"))
	var ids []string
	for _, c := range changes {
		ids = append(ids, c.Kind+" "+c.ID)
	}
	if want := []string{"order 1000002", "subscription S1", "subscription S2"}; !slices.Equal(ids, want) {
		t.Errorf("got the changes %q, want %q", ids, want)
	}
	for external, want := range map[string][]string{"": {"1000002"}, "EXT-1": {"1000002"}, "EXT-2": {}} {
		if got := partnerOrders(t, shop, external); !slices.Equal(got, want) {
			t.Errorf("external reference %q: got %q, want %q", external, got, want)
		}
	}
}

func checkUpgraded(t *testing.T, shop *commerce.Shop, want record.Subscription) {
	t.Helper()
	same(t, want.Reference, subscription(t, shop, want.Reference), want)
}

func TestUpgradeKeepsCommentAndProforma(t *testing.T) {
	t.Parallel()
	shop := upgradeShop(t, upgradeProducts(), sold("S1"), sold("S2"))
	for i, comment := range []*string{new("Zoë’s"), nil} {
		u := commerce.Upgrade{Items: []commerce.UpgradeItem{item(fmt.Sprintf("S%d", i+1), "PRO", "1")}, Comment: comment}
		result, _, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon}, u)
		must(t, err)
		want := record.OrderInternals{Proforma: fmt.Sprintf("PF%07d", i+1), Comment: comment, Upgrades: []string{u.Items[0].SubscriptionReference}}
		if got := storedOrder(t, shop, result.RefNo).OrderInternals; !reflect.DeepEqual(got, want) || result.ProformaNumber != want.Proforma {
			t.Errorf("got %+v and %s, want %+v", got, result.ProformaNumber, want)
		}
	}
}

func TestUpgradeNeedsApproval(t *testing.T) {
	t.Parallel()
	careful := sold("S2", func(s *record.Subscription) { s.NeedsApproval = true })
	shop := upgradeShop(t, upgradeProducts(), sold("S1"), careful)
	got := upgrade(t, shop, noon, item("S1", "PRO", "1"), item("S2", "PRO", "1"))
	if got.Status != commerce.AwaitingApproval || got.OrderLockReason != nil {
		t.Errorf("got %+v, want %s without a lock", got, commerce.AwaitingApproval)
	}
	if o := orderIn(t, retrieved(t, shop, got.RefNo)); o.Status != catalog.Pending || o.ApproveStatus != catalog.Waiting {
		t.Errorf("got %s %s, want PENDING WAITING", o.Status, o.ApproveStatus)
	}
}

// TestUpgradeOwner checks the customer of the order.
func TestUpgradeOwner(t *testing.T) {
	t.Parallel()
	owned := func(s *record.Subscription) { s.Customer = 7 }
	shop := upgradeShop(t, upgradeProducts(), sold("S1", owned), sold("S2", owned), sold("S3", owned), sold("S4"))
	for _, test := range []struct {
		references []string
		language   string
		customer   int64
	}{{[]string{"S1", "S2"}, "fr", 7}, {[]string{"S3", "S4"}, "en", 0}} {
		var items []commerce.UpgradeItem
		for _, reference := range test.references {
			items = append(items, item(reference, "TEAM", "1"))
		}
		o := orderIn(t, retrieved(t, shop, upgrade(t, shop, noon, items...).RefNo))
		customer := int64(0)
		if o.CustomerDetails != nil {
			customer = o.CustomerDetails.Reference
		}
		if customer != test.customer || o.Language != test.language {
			t.Errorf("%q: got customer %d and %s, want %d and %s", test.references, customer, o.Language, test.customer, test.language)
		}
	}
}

// TestUpgradesAtOnce lets several callers upgrade the same subscription: one
// gets it, and there is one order.
func TestUpgradesAtOnce(t *testing.T) {
	t.Parallel()
	shop := upgradeShop(t, upgradeProducts(), sold("S1"))
	var callers sync.WaitGroup
	var done atomic.Int64
	for range 8 {
		callers.Go(func() {
			u := commerce.Upgrade{Items: []commerce.UpgradeItem{item("S1", "TEAM", "1")}}
			if _, _, err := shop.UpgradePartnerSubscriptions(commerce.Terms{Now: noon}, u); err == nil {
				done.Add(1)
			}
		})
	}
	callers.Wait()
	if got := partnerOrders(t, shop, ""); done.Load() != 1 || len(got) != 1 {
		t.Errorf("got %d upgrades and the orders %q, want one of each", done.Load(), got)
	}
}
