package commerce_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// placingShop sells a product for a year to a customer, also through a partner.
func placingShop(t testing.TB) *commerce.Shop {
	t.Helper()
	external := "CRM-7"
	return openShop(t, commerce.World{
		Products: []record.Product{
			{Code: "YEARLY", Months: 12, Prices: map[string]record.Money{"EUR": record.Cents(99_99)}, PricingOptions: []record.PricingOption{{Code: "five", Group: "USERS", Percent: record.Cents(220_00)}, {Code: "free", Group: "USERS"}}},
			{Code: "BOOK", Prices: map[string]record.Money{"EUR": record.Cents(10_00), "USD": record.Cents(12_00)}},
		},
		Partners:  []record.Partner{{Code: "NORTH", Currency: "EUR", MarginPercent: record.Cents(25_00)}},
		Customers: slices.Values([]record.Customer{{Reference: 7, ExternalReference: &external, Language: "fr"}}),
	})
}

// aDraft is the draft of two pieces of the product with an option, 639.94 in all.
func aDraft() commerce.OrderDraft {
	return commerce.OrderDraft{Lines: []commerce.DraftLine{{Code: "YEARLY", Quantity: 2, Options: []string{"five"}}}, Currency: "eur"}
}

// TestPlaceOrder compares the facts of placed orders.
func TestPlaceOrder(t *testing.T) {
	t.Parallel()
	const plain = " eur en 639.94 CC REGULAR"
	for name, test := range map[string]struct {
		change func(*commerce.OrderDraft)
		want   string
	}{
		"plain":             {func(*commerce.OrderDraft) {}, "PENDING WAITING" + plain + " link"},
		"in upper case":     {func(d *commerce.OrderDraft) { d.Currency = "EUR" }, "PENDING WAITING" + plain + " link"},
		"paid":              {func(d *commerce.OrderDraft) { d.Status = catalog.AuthReceived }, "AUTHRECEIVED OK" + plain},
		"complete":          {func(d *commerce.OrderDraft) { d.Status = catalog.Complete }, "COMPLETE OK" + plain + " number 1 subscriptions 1"},
		"two lines":         {func(d *commerce.OrderDraft) { d.Lines = append(d.Lines, commerce.DraftLine{Code: "BOOK", Quantity: 1}) }, "PENDING WAITING eur en 649.94 CC REGULAR link"},
		"two options":       {func(d *commerce.OrderDraft) { d.Lines[0].Options = []string{"free", "five"} }, "PENDING WAITING" + plain + " link"},
		"without an option": {func(d *commerce.OrderDraft) { d.Lines[0].Options = nil }, "PENDING WAITING eur en 199.98 CC REGULAR link"},
		"a test":            {func(d *commerce.OrderDraft) { d.PaymentType = "TEST" }, "PENDING WAITING eur en 639.94 TEST REGULAR link test"},
		"by wire":           {func(d *commerce.OrderDraft) { d.PaymentType = "WIRE" }, "PENDING WAITING eur en 639.94 WIRE REGULAR link"},
		"a purchase order":  {func(d *commerce.OrderDraft) { d.PaymentType = "PURCHASEORDER" }, "PENDING WAITING eur en 639.94 PURCHASEORDER PURCHASE_ORDER link PO awaiting_form"},
		"by a partner":      {func(d *commerce.OrderDraft) { d.Partner, d.Currency = "NORTH", "" }, "PENDING WAITING" + plain + " link partner NORTH 159.99 25 0 0 0 0"},
		"of a customer":     {func(d *commerce.OrderDraft) { d.Customer = "7" }, "PENDING WAITING eur fr 639.94 CC REGULAR link customer 7"},
		"by its own name":   {func(d *commerce.OrderDraft) { d.ExternalCustomer = "CRM-7" }, "PENDING WAITING eur fr 639.94 CC REGULAR link customer 7"},
		"in a language":     {func(d *commerce.OrderDraft) { d.Customer, d.Language = "7", "DE" }, "PENDING WAITING eur de 639.94 CC REGULAR link customer 7"},
		"with a reference":  {func(d *commerce.OrderDraft) { d.ExternalReference = new("a\xff") }, "PENDING WAITING" + plain + " link external a\uFFFD"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop, draft := placingShop(t), aDraft()
			test.change(&draft)
			placed, changes, err := shop.PlaceOrder(commerce.Terms{Now: noon}, draft)
			must(t, err)
			if got := placedFacts(t, shop, placed); got != test.want || len(changes) == 0 {
				t.Errorf("got %s with %d changes, want %s", got, len(changes), test.want)
			}
		})
	}
}

// placedFacts returns the facts of a placed order: the usual ones, then the others of
// those that it has.
func placedFacts(t testing.TB, shop *commerce.Shop, placed commerce.PlacedOrder) string {
	t.Helper()
	r := storedOrder(t, shop, placed.RefNo)
	if body := retrieved(t, shop, placed.RefNo); string(body) != string(placed.Body) {
		t.Errorf("got %s, the stored order is %s", placed.Body, body)
	}
	o := &r.Order
	facts := []any{o.Status, o.ApproveStatus, o.Currency, o.Language, o.GrossPrice, o.PaymentDetails.Type, o.OrderFlow}
	if o.ExtraInformation != nil && strings.HasPrefix(o.ExtraInformation.PaymentLink, "https://pay.example.test/finish?id=") {
		facts = append(facts, "link")
	}
	if o.OrderNo != 0 {
		facts = append(facts, "number", o.OrderNo, "subscriptions", len(o.Items[0].ProductDetails.Subscriptions))
	}
	if o.TestOrder {
		facts = append(facts, "test")
	}
	if o.PODetails != nil && o.PODetails.InternalPONumber == "PO-"+o.RefNo {
		facts = append(facts, "PO", r.PurchaseOrder.State)
	}
	if o.PartnerCode != nil {
		facts = append(facts, "partner", *o.PartnerCode, *o.PartnerMargin, *o.PartnerMarginPercent, *o.ExtraMargin, *o.ExtraMarginPercent, *o.ExtraDiscount, *o.ExtraDiscountPercent)
	}
	if o.CustomerDetails != nil {
		facts = append(facts, "customer", o.CustomerDetails.Reference)
	}
	if o.ExternalReference != nil {
		facts = append(facts, "external", *o.ExternalReference)
	}
	if o.MerchantCode != "SHOP" || !o.VAT.IsZero() {
		t.Errorf("got the merchant %s and VAT %s", o.MerchantCode, o.VAT)
	}
	return strings.TrimSuffix(fmt.Sprintln(facts...), "\n")
}

// TestPlaceOrderForPeople shows the buyer, and the buyer as the receiver unless there is
// another one.
func TestPlaceOrderForPeople(t *testing.T) {
	t.Parallel()
	shop, draft := placingShop(t), aDraft()
	draft.Buyer.FirstName, draft.Buyer.CountryCode = new("Ida"), new("DE")
	for name, test := range map[string]struct {
		receiver *record.DeliveryDetails
		want     string
	}{
		"the buyer": {nil, "Ida de Ida de"},
		"another":   {&record.DeliveryDetails{FirstName: new("Bo"), CountryCode: new("FR")}, "Ida de Bo fr"},
	} {
		draft.Receiver = test.receiver
		placed, _, err := shop.PlaceOrder(commerce.Terms{Now: noon}, draft)
		must(t, err)
		o := orderIn(t, placed.Body)
		if got := fmt.Sprintln(*o.BillingDetails.FirstName, *o.BillingDetails.CountryCode, *o.DeliveryDetails.FirstName, *o.DeliveryDetails.CountryCode); got != test.want+"\n" {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}

// TestPlaceOrderRefused names every problem of a draft, and then stores nothing.
func TestPlaceOrderRefused(t *testing.T) {
	t.Parallel()
	lines := func(n int) func(*commerce.OrderDraft) {
		return func(d *commerce.OrderDraft) { d.Lines = slices.Repeat(d.Lines[:1], n) }
	}
	quantity := func(n int) func(*commerce.OrderDraft) {
		return func(d *commerce.OrderDraft) { d.Lines[0].Quantity = n }
	}
	const noCustomer, noCurrency = `CustomerReference: No customer has the CustomerReference `, `Currency: Currency must be the three letters of a currency, got `
	for name, test := range map[string]struct {
		change func(*commerce.OrderDraft)
		want   string // "" for an order that is placed
	}{
		"no line":              {lines(0), `Items: Items must be from 1 to 100 products, got "0"`},
		"most lines":           {lines(100), ""},
		"too many lines":       {lines(101), `Items: Items must be from 1 to 100 products, got "101"`},
		"no piece":             {quantity(0), `Items[0].Quantity: Items[0].Quantity must be a whole number from 1 to 99999, got "0"`},
		"most pieces":          {quantity(99999), ""},
		"too many pieces":      {quantity(100_000), `Items[0].Quantity: Items[0].Quantity must be a whole number from 1 to 99999, got "100000"`},
		"no currency":          {func(d *commerce.OrderDraft) { d.Currency = "" }, noCurrency + `""`},
		"no such currency":     {func(d *commerce.OrderDraft) { d.Partner, d.Currency = "NORTH", "XXX" }, noCurrency + `"XXX"`},
		"the partner's":        {func(d *commerce.OrderDraft) { d.Partner = "NORTH" }, ""},
		"longest reference":    {func(d *commerce.OrderDraft) { d.ExternalReference = new(strings.Repeat("é", 100)) }, ""},
		"reference too long":   {func(d *commerce.OrderDraft) { d.ExternalReference = new(strings.Repeat("é", 101)) }, `ExternalReference: ExternalReference must be at most 100 characters, got "éééééééééééééééééééé…"`},
		"no language":          {func(d *commerce.OrderDraft) { d.Language = "deu" }, `Language: Language must be two lower-case letters, got "deu"`},
		"a later status":       {func(d *commerce.OrderDraft) { d.Status = catalog.Refund }, `Status: Status must be PENDING, AUTHRECEIVED or COMPLETE, got "REFUND"`},
		"the first status":     {func(d *commerce.OrderDraft) { d.Status = catalog.Pending }, ""},
		"no way to pay":        {func(d *commerce.OrderDraft) { d.PaymentType = "CASH" }, `PaymentDetails.Type: PaymentDetails.Type must be CC, TEST, PAYPAL, WIRE or PURCHASEORDER, got "CASH"`},
		"two problems":         {func(d *commerce.OrderDraft) { d.Currency, d.Language = "", "x" }, noCurrency + `""; Language: Language must be two lower-case letters, got "x"`},
		"an unknown customer":  {func(d *commerce.OrderDraft) { d.Customer = "9" }, noCustomer + `"9"`},
		"no number":            {func(d *commerce.OrderDraft) { d.Customer = "x" }, noCustomer + `"x"`},
		"no such own name":     {func(d *commerce.OrderDraft) { d.ExternalCustomer = "CRM-9" }, `ExternalCustomerReference: No customer has the ExternalCustomerReference "CRM-9"`},
		"both, the first one":  {func(d *commerce.OrderDraft) { d.Customer, d.ExternalCustomer = "9", "CRM-7" }, noCustomer + `"9"`},
		"an unknown partner":   {func(d *commerce.OrderDraft) { d.Partner = "EAST" }, `PartnerCode: No partner has the PartnerCode "EAST"`},
		"an unknown product":   {func(d *commerce.OrderDraft) { d.Lines[0].Code = "NONE" }, `Items[0].Code: Items[0].Code "NONE" is no product of this account`},
		"an unknown option":    {func(d *commerce.OrderDraft) { d.Lines[0].Options = []string{"ten"} }, `Items[0].PriceOptions: Items[0].PriceOptions: product YEARLY has no option "ten"`},
		"no price in currency": {func(d *commerce.OrderDraft) { d.Currency = "usd" }, `Currency: Items[0]: product YEARLY has no price in USD`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop, draft := placingShop(t), aDraft()
			test.change(&draft)
			before := everything(t, shop)
			_, changes, err := shop.PlaceOrder(commerce.Terms{Now: noon}, draft)
			got := strings.ReplaceAll(strings.Join(refusals(err), "; "), string(catalog.InvalidParameter)+" ", "")
			if err == nil {
				got = ""
			}
			if got != test.want || (len(changes) > 0) != (test.want == "") || (len(everything(t, shop)) > len(before)) != (test.want == "") {
				t.Errorf("got %s with %d changes, want %s", got, len(changes), test.want)
			}
		})
	}
}
