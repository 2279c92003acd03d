package worlds

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestRecordsAreConsistent holds what is true of the records of worlds alone.
// TestWorldsKeepTheInvariants holds the rules of all records.
func TestRecordsAreConsistent(t *testing.T) {
	t.Parallel()
	for name, w := range map[string]records{
		"default":           built(t, "default", BuildRequest{Merchant: "ACME", Seed: 1}),
		"default, filled":   built(t, "default", BuildRequest{Merchant: "ACME", Seed: 7, Orders: 2000}),
		"paging":            built(t, "paging", BuildRequest{Merchant: "ACME", Seed: 1}),
		"empty, but filled": built(t, "empty", BuildRequest{Merchant: "ACME", Seed: 2, Orders: 100}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i := range w.orders {
				checkOrder(t, &w.orders[i])
			}
			checkUnique(t, w)
			checkOrderNumbers(t, w)
		})
	}
}

// expect reports an order that breaks a rule.
func expect(t *testing.T, o *record.Order, what string, holds bool) {
	t.Helper()
	if !holds {
		t.Errorf("order %s (%s): %s", o.RefNo, o.Status, what)
	}
}

func checkOrder(t *testing.T, r *record.StoredOrder) {
	t.Helper()
	o := &r.Order
	checkMoney(t, o)
	checkDates(t, o)
	checkState(t, o)
	checkForm(t, o)
	for i := range o.Items {
		checkItem(t, o, &o.Items[i])
	}
}

func checkMoney(t *testing.T, o *record.Order) {
	t.Helper()
	expect(t, o, "the price is nothing", record.Money{}.Less(o.NetPrice))
	expect(t, o, "the commission is not between nothing and the price",
		!o.AvangateCommission.Less(record.Money{}) && o.AvangateCommission.Less(o.GrossPrice))
}

func equalTotals(a, b record.Totals) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if !x.Field(i).Interface().(record.Money).Equal(y.Field(i).Interface().(record.Money)) {
			return false
		}
	}
	return true
}

func checkItem(t *testing.T, o *record.Order, item *record.Item) {
	t.Helper()
	p := item.Price
	unit := record.Totals{
		NetPrice: p.UnitNetPrice, GrossPrice: p.UnitGrossPrice, VAT: p.UnitVAT, Discount: p.UnitDiscount,
		NetDiscountedPrice: p.UnitNetDiscountedPrice, GrossDiscountedPrice: p.UnitGrossDiscountedPrice,
		AffiliateCommission: p.UnitAffiliateCommission,
	}
	expect(t, o, "the price of a piece is not rounded", p.UnitNetPrice.Round().Equal(p.UnitNetPrice) && p.UnitVAT.Round().Equal(p.UnitVAT))
	expect(t, o, "VAT is not to the cent the percentage of the discounted net price", p.UnitVAT.Equal(p.UnitNetDiscountedPrice.Percent(p.VATPercent)))
	var line record.Totals
	for range item.Quantity {
		line = line.Plus(unit)
	}
	expect(t, o, "a line is not so many pieces", equalTotals(p.Totals, line))
	expect(t, o, "an item reference is not 40 hex digits", itemForm.MatchString(item.LineItemReference))
	expect(t, o, "an item has no code, no kind or no list of options",
		item.Code != "" && item.PurchaseType != "" && item.PriceOptions != nil && item.ProductDetails.Name != "")
}

var itemForm = regexp.MustCompile(`^[0-9a-f]{40}$`)

func checkDates(t *testing.T, o *record.Order) {
	t.Helper()
	for _, item := range o.Items {
		for _, s := range item.ProductDetails.Subscriptions {
			expect(t, o, "a subscription does not start when the order is finished", o.FinishDate != nil && s.SubscriptionStartDate == *o.FinishDate)
		}
	}
}

func checkState(t *testing.T, o *record.Order) {
	t.Helper()
	expect(t, o, "delivery and being paid do not agree", o.DeliveryFinalized == isPaid(o.Status))
	expect(t, o, "the payment link and waiting for payment do not agree", (o.ExtraInformation != nil) == (o.Status == catalog.Pending))
	expect(t, o, "the retry link and the errors do not agree",
		(o.Errors != nil) == (o.ExtraInformation != nil && o.ExtraInformation.RetryFailedPaymentLink != ""))
	expect(t, o, "shipping does not agree with the items", o.HasShipping == slices.ContainsFunc(o.Items, func(i record.Item) bool {
		return i.Code == record.ShippingItemCode
	}))
	expect(t, o, "partner fields do not agree", (o.PartnerCode != nil) == (o.PartnerMargin != nil))
}

func checkForm(t *testing.T, o *record.Order) {
	t.Helper()
	expect(t, o, "the reference has another form", orderReference.MatchString(o.RefNo))
	expect(t, o, "the account is missing", o.MerchantCode == "ACME")
	expect(t, o, "currency or language is not in lower case",
		len(o.Currency) == 3 && o.Currency == strings.ToLower(o.Currency) && len(o.Language) == 2 && o.Language == strings.ToLower(o.Language))
	if c := o.CustomerDetails; c != nil {
		expect(t, o, "the address is that of another customer", *o.BillingDetails.Email == c.Email && *o.DeliveryDetails.CountryCode == c.CountryCode)
		expect(t, o, "the mail address could be real", strings.HasSuffix(c.Email, "@example.test"))
	}
	expect(t, o, "nobody bought it", o.CustomerDetails != nil || o.PartnerCode != nil)
	expect(t, o, "the list of promotions is null", o.Promotions != nil)
}

func checkUnique(t *testing.T, w records) {
	t.Helper()
	seen := map[string]bool{}
	once := func(kind, id string) {
		if key := kind + " " + id; seen[key] {
			t.Errorf("%s is there twice", key)
		} else {
			seen[key] = true
		}
	}
	for _, r := range w.orders {
		once("order", r.Order.RefNo)
		for _, item := range r.Order.Items {
			once("item", item.LineItemReference)
		}
		if isPaid(r.Order.Status) {
			once("invoice", r.Invoice)
			once("sale", time.Duration(r.Sale).String())
		}
	}
	for _, s := range w.subscriptions {
		once("subscription", s.Reference)
	}
	for _, c := range w.customers {
		once("mail", c.Email)
		once("customer", time.Duration(c.Reference).String())
	}
	for _, c := range w.Campaigns {
		once("campaign", c.Code)
	}
}

// checkOrderNumbers checks that OrderNo follows the dates of the orders' ends.
func checkOrderNumbers(t *testing.T, w records) {
	t.Helper()
	next, last := int64(firstOrderNo), time.Time{}
	for _, r := range w.orders {
		if r.Order.OrderNo == 0 {
			continue
		}
		if r.Order.OrderNo != next || r.Order.FinishDate.Before(last) {
			t.Errorf("OrderNo of %s: got %d, want %d; finished %s, the one before %s", r.Order.RefNo, r.Order.OrderNo, next, r.Order.FinishDate, last)
		}
		next, last = next+1, r.Order.FinishDate.Time
	}
}

func TestCampaignsFollowTheRules(t *testing.T) {
	t.Parallel()
	w := built(t, "default", BuildRequest{Merchant: "ACME", Seed: 1})
	if got, want := len(w.Campaigns), 35; got != want {
		t.Errorf("campaigns: got %d, want %d", got, want)
	}
	code := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	last := ""
	for _, c := range w.Campaigns {
		fixed := c.Discount.Type == catalog.FixedDiscount
		right := code.MatchString(c.Code) && c.Code > last && c.Name != "" && c.RecommendedProduct.Quantity > 0 &&
			(c.Discount.Value == nil) == fixed && (c.Discount.DefaultCurrency != "") == fixed && (len(c.Discount.Values) > 0) == fixed &&
			(c.StartDate == nil || c.EndDate == nil || !c.EndDate.Before(c.StartDate.Time))
		if !right {
			t.Errorf("campaign: %+v", c)
		}
		last = c.Code
	}
}

func TestVarietyOfGeneratedOrders(t *testing.T) {
	t.Parallel()
	w := built(t, "empty", BuildRequest{Merchant: "ACME", Seed: 1, Orders: 1000})
	seen := map[string]int{}
	for _, r := range w.orders {
		o := r.Order
		seen[string(o.Status)]++
		seen[string(o.ApproveStatus)]++
		seen[o.PaymentDetails.Type]++
		seen[o.Currency]++
		for feature, has := range map[string]bool{
			"partner": o.PartnerCode != nil, "shipping": o.HasShipping, "promotion": len(o.Promotions) > 0,
			"affiliate": o.Affiliate.AffiliateCode != nil, "dispute": o.ChargebackResolution != nil, "errors": o.Errors != nil,
			"several lines": len(o.Items) > 1, "renews": o.Items[0].RecurringOptions != nil, "options": len(o.Items[0].PriceOptions) > 0,
		} {
			if has {
				seen[feature]++
			}
		}
	}
	for _, want := range []string{
		"PENDING", "AUTHRECEIVED", "COMPLETE", "REVERSED", "REFUND", "CANCELED", "WAITING", "OK", "FRAUD", "INVALIDDATA",
		"CC", "TEST", "PAYPAL", "WIRE", "eur", "usd", "gbp",
		"partner", "shipping", "promotion", "affiliate", "dispute", "errors", "several lines", "renews", "options",
	} {
		if seen[want] < 5 {
			t.Errorf("orders of 1000 with %s: got %d, want 5 at least", want, seen[want])
		}
	}
	if got := seen["COMPLETE"]; got < 700 {
		t.Errorf("complete orders of 1000: got %d, want 700 at least", got)
	}
}

func TestGeneratedEntriesPassTheChecks(t *testing.T) {
	t.Parallel()
	w := loaded(t, "empty")
	d, err := w.template(templateKey{seed: 1, orders: 500})
	must(t, err)
	for i := range d.generated.total {
		e, _ := d.generated.entry(i)
		known := *w.lookup
		known.given, known.customers = given{}, map[string]int{string(e.Customer): 0} // as if a file listed the generated customers
		c := checker{entries: &w.entries, lookup: &known}
		c.order("$", &e)
		if len(c.faults.first) > 0 {
			t.Errorf("entry %d: %v", i, c.faults)
		}
	}
}
