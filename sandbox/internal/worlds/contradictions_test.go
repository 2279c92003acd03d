package worlds

import (
	"strings"
	"testing"
)

// TestContradictions gives fields that exclude each other or belong to another kind of
// entry, each pair alone.
func TestContradictions(t *testing.T) {
	t.Parallel()
	const (
		order    = "products: [{code: A, name: A, prices: {EUR: 1}, months: 1}, {code: B, name: B, prices: {EUR: 1}}]\ncustomers: [{handle: ida}]\norders: [{customer: ida, lines: [{product: A}], V}]"
		line     = "products: [{code: A, name: A, prices: {EUR: 1}, months: 1}]\ncustomers: [{handle: ida}]\norders: [{customer: ida, lines: [{product: A, V}], repeat: {times: 2}}]"
		campaign = "campaigns: [{name: N, primary: {product: A}, recommended: {product: B}, V}]"
		cards    = "leave card out: the order is not paid by card"
		own      = "leave payment out: a test order and a purchase order have their own"
		charged  = "charge_failed needs a PENDING order that is paid by card or paypal"
		paidOnly = "only a paid order (COMPLETE or REFUND) "
		forPO    = "only a purchase order has this: add purchase_order"
		repeated = "an order with repeat makes several orders, so it cannot have"
	)
	for text, tests := range map[string]map[string]string{
		order: {
			"card: {}, payment: paypal": cards, "card: {}, payment: wire": cards, "card: {}, purchase_order: awaiting_form": cards, "card: {}, payment: card": "", "card: {}": "",
			"payment: card, test: true": own, "payment: wire, purchase_order: awaiting_form": own, "payment: cash": `payment must be card, paypal or wire, got "cash"`,
			"test: true, purchase_order: awaiting_form": "a purchase order cannot be a test order", "test: true": "",
			"charge_failed: true": charged, "charge_failed: true, status: PENDING": "", "charge_failed: true, status: PENDING, payment: wire": charged,
			"charge_failed: true, status: PENDING, payment: paypal": "", "charge_failed: true, purchase_order: awaiting_form": charged,
			"payment_link: x": "only a PENDING order can be paid, got COMPLETE", "payment_link: x, status: PENDING": "",
			"po_number: 1": forPO, "auto_approve: true": forPO, "forms: [{}]": forPO, "forms: []": "", "po_number: 1, auto_approve: true, forms: [{}], purchase_order: canceled": "",
			"status: PENDING, finished: -1h": paidOnly + "has this", "status: PENDING, number: 60000": paidOnly + "has this", "status: PENDING, sale: 1": paidOnly + "has this", "status: PENDING, invoice: 1": paidOnly + "has this",
			"status: PENDING, refunds: [{amount: 1}]": paidOnly + "can have a refund, got PENDING", "refunds: [{amount: 0.5, percent: 50}]": "a refund has amount or percent, not both",
			"refunds: [{amount: 0.5, lines: [{product: B, amount: 1}]}]": `the order has no line of product "B"`, "refunds: [{amount: 0.5, lines: [{product: C, amount: 1}]}]": `the order has no line of product "C"`,
			"repeat: {times: 1}": "", "repeat: {times: 1}, handle: h": repeated, "repeat: {times: 1}, reference: 1000000": repeated, "repeat: {times: 1}, number: 60000": repeated, "repeat: {times: 1}, sale: 1": repeated, "repeat: {times: 1}, invoice: 1": repeated,
			"status: PENDING, dispute: {resolution: OPEN, reason: FRAUD}": "an order that is PENDING cannot have a dispute", "dispute: {resolution: LOST, reason: FRAUD}": "with status COMPLETE, resolution must be",
			"vendor_approve_status: REJECTED": "", "vendor_approve_status: NO": `vendor_approve_status must be OK, WAITING or REJECTED, got "NO"`, "ip: 203.0.113.300": "an IP address is required", "ip: '::1'": "",
			"fields: [{code: a_b-1}]": "", "fields: [{code: a b}]": "code must have letters", "parameters: [{value: 1}]": "name is required", "promotion: {percent: 5}": "code is required",
			"currency: euro": "a currency must have three upper-case letters", "fx: {payout: euro}": "a currency must have three upper-case letters", "currency: GBP": "A has no price in GBP; known: EUR",
		},
		line: {
			"quantity: 1": "", "totals: {net: 1}": "", "totals: {net: 2}": "net must be 1, got 2", "subscription: {handle: h}": repeated, "subscription: {reference: S}": repeated, "reference: 0123456789abcdef0123456789abcdef01234567": repeated,
			"reference: 0123456789ABCDEF0123456789abcdef01234567": "reference must have 40 hexadecimal digits", "options: [none]": `unknown pricing option "none" of A`,
			"subscription: {lifetime: true, expires: 1d}": "leave expires out", "cross_sell: {parent: A}": "campaign is required", "cross_sell: {campaign: c, parent: X}": `unknown product "X"; known: A`,
		},
		campaign: {
			"percent: 5": "", "fixed: {EUR: 5}": "", "fixed: {}": "a campaign needs a discount: percent or fixed", "percent: 5, fixed: {EUR: 5}": "a campaign has one discount",
			"percent: 5, default_currency: EUR": "default_currency belongs to fixed", "percent: 5.5": "must be a whole number, got 5.5", "fixed: {EUR: 5, USD: 6}, default_currency: USD": "",
			"fixed: {EUR: 5, USD: 6}, default_currency: GBP": `default_currency must be EUR or USD, got "GBP"`, "percent: 5, code: 0190A5C4-1b2d-7e3f-8a4b-5c6d7e8f9a0b": "code must be a UUID in lower case",
		},
	} {
		for given, want := range tests {
			_, err := Parse([]byte(strings.Replace(text, "V", given, 1)), "test.yaml")
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: got %v, want %q", given, err, want)
			}
		}
	}
}
