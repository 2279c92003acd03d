package worlds

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// world finds records by their handles.
type world struct {
	records
	t *testing.T
}

func defaultWorld(t *testing.T) world {
	return world{built(t, "default", BuildRequest{Merchant: "ACME", Seed: 1}), t}
}

func (w world) id(handle, parameter string) string {
	w.t.Helper()
	id := w.Handles[handle].IDs[parameter]
	if id == "" {
		w.t.Errorf("handle %s has no %s: %v", handle, parameter, w.Handles[handle])
	}
	return id
}

// named returns the record of a handle.
func named[R any](w world, handle, parameter string, all []R, id func(*R) string) R {
	w.t.Helper()
	want := w.id(handle, parameter)
	i := slices.IndexFunc(all, func(one R) bool { return id(&one) == want })
	if i < 0 {
		w.t.Fatalf("handle %s: no record %q", handle, want)
	}
	return all[i]
}

func (w world) order(handle string) record.StoredOrder {
	w.t.Helper()
	return named(w, handle, "OrderReference", w.orders, func(r *record.StoredOrder) string { return r.Order.RefNo })
}

func (w world) subscription(handle string) record.Subscription {
	w.t.Helper()
	return named(w, handle, "SubscriptionReference", w.subscriptions, func(s *record.Subscription) string { return s.Reference })
}

func (w world) campaign(handle string) record.Campaign {
	w.t.Helper()
	return named(w, handle, "upsellCode", w.Campaigns, func(c *record.Campaign) string { return c.Code })
}

// ordersOf counts orders as the customer listing does: each order with a
// subscription once.
func (r records) ordersOf(reference string) int {
	orders := map[string]bool{}
	for _, s := range r.subscriptions {
		if strconv.FormatInt(s.Customer, 10) == reference {
			orders[s.Order] = true
		}
	}
	return len(orders)
}

func TestCustomersHaveAsManyOrdersAsTheirNamesSay(t *testing.T) {
	t.Parallel()
	for name, counts := range map[string]map[string]int{
		"default": {"customer-without-orders": 0, "customer-with-one-order": 1, "customer-with-10-orders": 10, "customer-with-11-orders": 11},
		"paging":  {"customer-with-200-orders": 200, "customer-with-201-orders": 201},
	} {
		w := built(t, name, BuildRequest{Merchant: "ACME", Seed: 1})
		for handle, want := range counts {
			if got := w.ordersOf(w.Handles[handle].IDs["CustomerReference"]); got != want {
				t.Errorf("orders of %s: got %d, want %d", handle, got, want)
			}
		}
	}
}

func TestOrderHandles(t *testing.T) {
	t.Parallel()
	w := defaultWorld(t)
	type state struct {
		status        catalog.Status
		approve       catalog.ApproveStatus
		resolution    catalog.Resolution
		purchaseOrder catalog.PurchaseOrderState
		test, partner bool
	}
	for handle, want := range map[string]state{
		"order-pending":                        {status: catalog.Pending, approve: catalog.Waiting},
		"order-authreceived":                   {status: catalog.AuthReceived, approve: catalog.Approved},
		"order-complete":                       {status: catalog.Complete, approve: catalog.Approved},
		"order-reversed":                       {status: catalog.Reversed, approve: catalog.Fraud},
		"order-refund":                         {status: catalog.Refund, approve: catalog.Approved},
		"order-canceled":                       {status: catalog.Canceled, approve: catalog.Approved},
		"approve-waiting":                      {status: catalog.AuthReceived, approve: catalog.Waiting},
		"approve-ok":                           {status: catalog.Complete, approve: catalog.Approved},
		"approve-fraud":                        {status: catalog.Canceled, approve: catalog.Fraud},
		"approve-invaliddata":                  {status: catalog.Canceled, approve: catalog.InvalidData},
		"dispute-open":                         {status: catalog.Complete, approve: catalog.Approved, resolution: catalog.DisputeOpen},
		"dispute-won":                          {status: catalog.Complete, approve: catalog.Approved, resolution: catalog.DisputeWon},
		"dispute-lost":                         {status: catalog.Refund, approve: catalog.Approved, resolution: catalog.DisputeLost},
		"dispute-accepted":                     {status: catalog.Refund, approve: catalog.Approved, resolution: catalog.DisputeAccepted},
		"test-order":                           {status: catalog.Complete, approve: catalog.Approved, test: true},
		"partner-order":                        {status: catalog.Complete, approve: catalog.Approved, partner: true},
		"sale":                                 {status: catalog.Complete, approve: catalog.Approved},
		"invoice":                              {status: catalog.Complete, approve: catalog.Approved},
		"order-charge-failed":                  {status: catalog.Pending, approve: catalog.Waiting},
		"order-by-paypal":                      {status: catalog.Complete, approve: catalog.Approved},
		"order-with-shipping":                  {status: catalog.Complete, approve: catalog.Approved},
		"order-with-promotion":                 {status: catalog.Complete, approve: catalog.Approved},
		"order-with-affiliate":                 {status: catalog.Complete, approve: catalog.Approved},
		"tied-order-date-1":                    {status: catalog.Complete, approve: catalog.Approved},
		"purchase-order-awaiting-form":         {status: catalog.Pending, approve: catalog.Waiting, purchaseOrder: catalog.AwaitingForm},
		"purchase-order-awaiting-confirmation": {status: catalog.Pending, approve: catalog.Waiting, purchaseOrder: catalog.AwaitingConfirmation},
		"purchase-order-awaiting-payment":      {status: catalog.Pending, approve: catalog.Waiting, purchaseOrder: catalog.AwaitingPayment},
		"purchase-order-confirmed":             {status: catalog.Complete, approve: catalog.Approved, purchaseOrder: catalog.Confirmed},
		"purchase-order-canceled":              {status: catalog.Canceled, approve: catalog.Approved, purchaseOrder: catalog.CanceledOrder},
	} {
		r := w.order(handle)
		got := state{status: r.Order.Status, approve: r.Order.ApproveStatus, test: r.Order.TestOrder, partner: r.Order.PartnerCode != nil}
		if r.Order.ChargebackResolution != nil {
			got.resolution = *r.Order.ChargebackResolution
		}
		if r.PurchaseOrder != nil {
			got.purchaseOrder = r.PurchaseOrder.State
		}
		if got != want {
			t.Errorf("%s: got %+v, want %+v", handle, got, want)
		}
	}
}

func TestEdgesOfTheSearchWindow(t *testing.T) {
	t.Parallel()
	w := defaultWorld(t)
	for handle, want := range map[string]time.Time{
		"order-on-window-edge":     moment.Add(-240 * time.Hour),
		"order-beyond-window-edge": moment.Add(-240*time.Hour - time.Second),
		"tied-order-date-2":        w.order("tied-order-date-1").Order.OrderDate.Time,
	} {
		if got := w.order(handle).Order.OrderDate.Time; !got.Equal(want) {
			t.Errorf("date of %s: got %s, want %s", handle, got, want)
		}
	}
}

func TestLookupHandles(t *testing.T) {
	t.Parallel()
	w := defaultWorld(t)
	for _, handle := range []string{"sale", "invoice"} {
		r := w.order(handle)
		got := []string{w.id(handle, "SaleId"), w.id(handle, "InvoiceId")}
		if want := []string{strconv.FormatInt(r.Sale, 10), r.Invoice}; !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", handle, got, want)
		}
	}
	byReference, byExternal := w.id("customer-by-reference", "CustomerReference"), w.id("customer-by-external", "ExternalCustomerReference")
	for _, c := range w.customers {
		if strconv.FormatInt(c.Reference, 10) == byReference && c.ExternalReference != nil && *c.ExternalReference == byExternal {
			t.Error("the two identifiers point at one customer")
		}
	}
}

func TestOnePurchaseBeganThreeSubscriptions(t *testing.T) {
	t.Parallel()
	w := defaultWorld(t)
	ref, got := w.id("purchase-with-three-subscriptions", "OrderReference"), 0
	for _, s := range w.subscriptions {
		if s.Order == ref {
			got++
		}
	}
	if want := 3; got != want {
		t.Errorf("subscriptions: got %d, want %d", got, want)
	}
}

func TestSubscriptionHandles(t *testing.T) {
	t.Parallel()
	w := defaultWorld(t)
	type terms struct {
		partner       string
		upgradable    bool
		needsApproval bool
	}
	for handle, want := range map[string]terms{
		"subscription-upgradable":               {partner: "NORTHWIND", upgradable: true},
		"subscription-upgradable-second":        {partner: "NORTHWIND", upgradable: true},
		"subscription-not-upgradable":           {partner: "NORTHWIND"},
		"subscription-without-upgrade-products": {partner: "NORTHWIND"},
		"subscription-needs-approval":           {partner: "NORTHWIND", upgradable: true, needsApproval: true},
		"subscription-of-other-partner":         {partner: "SOUTHGATE", upgradable: true},
		"subscription-in-other-currency":        {partner: "WESTLINE", upgradable: true},
		"subscription-without-partner":          {upgradable: true},
	} {
		s := w.subscription(handle)
		if got := (terms{s.Partner, s.Upgradable, s.NeedsApproval}); got != want || !s.Enabled || !s.ExpirationDate.After(moment) {
			t.Errorf("%s: got %+v, want %+v, enabled and not expired", handle, s, want)
		}
	}
	currencies := map[string]string{}
	for _, p := range w.Partners {
		currencies[p.Code] = p.Currency
	}
	if got := currencies["NORTHWIND"] == currencies["SOUTHGATE"] && currencies["NORTHWIND"] != currencies["WESTLINE"]; !got {
		t.Errorf("two of the partners share a currency, the third has another: got %v", currencies)
	}
}

func TestCampaignHandles(t *testing.T) {
	t.Parallel()
	w := defaultWorld(t)
	today := record.DayOf(moment)
	within := func(c record.Campaign) bool {
		return (c.StartDate == nil || !c.StartDate.After(today.Time)) && (c.EndDate == nil || !c.EndDate.Before(today.Time))
	}
	for handle, holds := range map[string]func(record.Campaign) bool{
		"campaign-enabled":   func(c record.Campaign) bool { return c.Enabled && within(c) && w.recommended(c, within) },
		"campaign-disabled":  func(c record.Campaign) bool { return !c.Enabled && within(c) },
		"campaign-ended":     func(c record.Campaign) bool { return c.Enabled && c.EndDate.Before(today.Time) },
		"campaign-not-begun": func(c record.Campaign) bool { return c.Enabled && c.StartDate.After(today.Time) },
		"campaign-longest-name": func(c record.Campaign) bool {
			return utf8.RuneCountInString(c.Name) == 500 && strings.TrimSpace(c.Name) == c.Name
		},
		"campaign-fixed-three-currencies": func(c record.Campaign) bool {
			return c.Discount.Type == catalog.FixedDiscount && len(c.Discount.Values) == 3
		},
		"campaign-percent":       func(c record.Campaign) bool { return c.Discount.Type == catalog.PercentDiscount },
		"campaign-languages":     func(c record.Campaign) bool { return len(c.Description) == 4 },
		"campaign-price-options": func(c record.Campaign) bool { return len(c.RecommendedProduct.PriceOptions) == 2 },
		"campaign-without-dates": func(c record.Campaign) bool { return c.StartDate == nil && c.EndDate == nil },
	} {
		if c := w.campaign(handle); !holds(c) {
			t.Errorf("%s is not what its name says: %+v", handle, c)
		}
	}
}

// recommended reports whether c is the latest of its product's campaigns that
// can be recommended today (open question recommended-match).
func (w world) recommended(c record.Campaign, within func(record.Campaign) bool) bool {
	for _, other := range w.Campaigns {
		if other.PrimaryProduct.Code == c.PrimaryProduct.Code && other.Code > c.Code && other.Enabled && within(other) {
			return false
		}
	}
	return true
}

// Named records have rare parts of orders, because a client that only ever saw null
// breaks on the first real one.
func TestNamedOrdersHaveTheRareParts(t *testing.T) {
	t.Parallel()
	w := defaultWorld(t)
	item := func(handle string, i int) record.Item { return w.order(handle).Order.Items[i] }
	source, taxed := w.order("order-with-source").Order, w.order("order-with-tax-number").Order
	custom, partly := w.order("order-with-custom-fields").Order, w.order("order-partly-refunded").Order
	upSell, expired, expiring := item("order-from-upsell", 0).UpSell, w.subscription("subscription-expired"), w.subscription("subscription-expiring")
	for part, has := range map[string]bool{
		"UpSell of a campaign":         upSell != nil && upSell.CampaignCode == w.id("campaign-enabled", "upsellCode"),
		"CrossSell":                    item("order-from-cross-sell", 1).CrossSell != nil,
		"Trial":                        item("order-with-trial", 0).Trial != nil && w.subscription("subscription-trial").Trial,
		"AdditionalFields":             len(custom.AdditionalFields) == 2 && len(custom.Items[0].AdditionalFields) == 1,
		"CustomParameters":             len(custom.CustomParameters) == 2,
		"GiftDetails":                  w.order("order-as-gift").Order.GiftDetails != nil,
		"Source and ShopperRefNo":      source.Source != nil && source.WSOrder != nil && source.ShopperRefNo != nil && source.LocalTime != nil,
		"FiscalCode and TaxOffice":     taxed.BillingDetails.FiscalCode != nil && taxed.BillingDetails.TaxOffice != nil,
		"Authorize3DS":                 w.order("order-with-3ds").Order.PaymentDetails.PaymentMethod.Card.Authorize3DS != nil,
		"Lifetime":                     w.subscription("subscription-lifetime").Lifetime,
		"a part refunded":              len(partly.Refunds) == 2 && partly.Status == catalog.Complete,
		"all refunded":                 w.order("order-refund").Order.Refunds[0].Amount.Equal(w.order("order-refund").Order.GrossDiscountedPrice),
		"a disabled subscription":      !w.subscription("subscription-disabled").Enabled,
		"an expired subscription":      !expired.Enabled && expired.ExpiredAt(moment),
		"a subscription that expires":  expiring.Enabled && expiring.ExpiredAt(moment.Add(days(6))),
		"several options of one group": len(w.subscription("subscription-with-multiple-choice").PricingOptions) == 3,
		"the bytes of a form":          len(w.order("purchase-order-awaiting-payment").PurchaseOrder.Forms[0].Content) > 100,
	} {
		if !has {
			t.Errorf("no named record has %s", part)
		}
	}
}
