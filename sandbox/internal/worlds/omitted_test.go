package worlds

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestOmittedFields gives a few fields of an order, and finds what follows for the others.
func TestOmittedFields(t *testing.T) {
	t.Parallel()
	const products = `
products:
  - {code: A, name: A, prices: {USD: 10}, months: 12}
  - {code: BOX, name: Box, prices: {USD: 10}, tangible: true}
customers: [{handle: ida, first_name: Ida, last_name: Moreau, country: us, city: Austin, zip: 73301, state: Texas}]
`
	payer := func(o *record.Order) any {
		d := o.BillingDetails
		return []any{d.FirstName, d.City, d.Zip, d.State, d.CountryCode}
	}
	refunds := func(o *record.Order) any {
		var all []any
		for _, r := range o.Refunds {
			all = append(all, r.Amount, r.Items)
		}
		return all
	}
	fx := func(o *record.Order) any { return []any{o.FxRate, o.FxMarkup, o.PayoutCurrency} }
	renewal := func(o *record.Order) any {
		r := o.Items[0].RecurringOptions
		return []any{r.CycleLength, r.CycleAmount, r.ContractLength}
	}
	shipping := func(o *record.Order) any { return o.DeliveryInformation.ShippingMethod }
	vat := func(o *record.Order) any { return []any{o.Items[0].Price.VATPercent, o.BillingDetails.State} }
	for _, test := range []struct {
		given, line string // of the order, and of its line
		of          func(*record.Order) any
		want        string
	}{
		{", billing: {first_name: Ada}", "", payer, `["Ada","Austin","73301","Texas","us"]`},
		{", billing: {city: Reno}", "", payer, `["Ida","Reno","73301",null,"us"]`},
		{", billing: {zip: 89501}", "", payer, `["Ida","Austin","89501",null,"us"]`},
		{", billing: {country: ca}", "", payer, `["Ida","Austin","73301",null,"ca"]`},
		{", billing: {state: Nevada}", "", payer, `["Ida","Austin","73301","Nevada","us"]`},
		{", billing: {fiscal_code: 1}", "", vat, `[0,"Texas"]`},
		{", billing: {country: de}", "", vat, `[19,null]`},
		{", refunds: [{amount: 5}]", "", refunds, `[5,[]]`},
		{", refunds: [{percent: 50}, {amount: 1}]", "", refunds, `[10,[],1,[]]`},
		{", refunds: [{amount: 5, lines: [{product: A, amount: 5}]}]", "", refunds, `[5,[{"LineItemReference":"A","Quantity":2,"Amount":5}]]`},
		{", refunds: [{amount: 5, lines: [{product: A, quantity: 1, amount: 5}]}]", "", refunds, `[5,[{"LineItemReference":"A","Quantity":1,"Amount":5}]]`},
		{", status: REFUND", "", refunds, `[20,[{"LineItemReference":"A","Quantity":2,"Amount":20}]]`},
		{", status: REFUND, refunds: [{amount: 5}, {}]", "", refunds, `[5,[],15,[]]`},
		{", set: {FxMarkup: 2}", "", fx, `[1,2,"USD"]`},
		{", set: {FxRate: 1.5}", "", fx, `[1.5,0,"USD"]`},
		{", set: {PayoutCurrency: EUR}", "", fx, `[1,0,"EUR"]`},
		{", renews: true", "", renewal, `[12,20,36]`},
		{", reference: 300000001", "product: BOX", shipping, `{"Code":"STANDARD","TrackingUrl":"https://tracking.example.test/TRK300000001","TrackingNumber":"TRK300000001","Comment":null}`},
		{", status: PENDING", "product: BOX", shipping, `{"Code":"STANDARD","TrackingUrl":null,"TrackingNumber":null,"Comment":null}`},
		{", status: PENDING, set: {DeliveryInformation: {ShippingMethod: {TrackingNumber: 007}}}", "product: BOX", shipping, `{"Code":"STANDARD","TrackingUrl":null,"TrackingNumber":"007","Comment":null}`},
		{", set: {DeliveryInformation: {ShippingMethod: {TrackingNumber: '7', TrackingUrl: null, Code: FAST}}}", "product: BOX", shipping, `{"Code":"FAST","TrackingUrl":null,"TrackingNumber":"7","Comment":null}`},
	} {
		line := "product: A, quantity: 2" + test.line
		if strings.HasPrefix(test.line, "product") {
			line = test.line
		}
		w := parsed(t, products+"orders: [{customer: ida, date: -9d, lines: [{"+line+"}]"+test.given+"}]")
		got, err := json.Marshal(test.of(&w.orders[0].Order))
		if err != nil || string(got) != test.want {
			t.Errorf("%s%s: got %s, %v, want %s", test.given, test.line, got, err, test.want)
		}
	}
}
