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
		own      = "leave payment out: a test order and a purchase order have their own"
		charged  = "charge_failed needs a PENDING order that is paid by card or paypal"
		paidOnly = "only a paid order (COMPLETE or REFUND) "
		forPO    = "OrderFlow is REGULAR, PODetails: true. A purchase order has PODetails"
		repeated = "an order with repeat makes several orders, so it cannot have"
	)
	for text, tests := range map[string]map[string]string{
		order: {
			"payment: card, test: true": own, "payment: wire, purchase_order: awaiting_form": own, "payment: cash": `payment must be card, paypal or wire, got "cash"`,
			"test: true, purchase_order: awaiting_form": "a purchase order cannot be a test order", "test: true": "",
			"charge_failed: true": charged, "charge_failed: true, status: PENDING": "", "charge_failed: true, status: PENDING, payment: wire": charged,
			"charge_failed: true, status: PENDING, payment: paypal": "", "charge_failed: true, purchase_order: awaiting_form": charged,
			"set: {PODetails: {InternalPONumber: '1'}}": forPO, "set: {PODetails: {AutoApprove: true}}": forPO, "set: {sandbox: {purchase_order: {forms: []}}}": "OrderFlow is REGULAR, purchase order state: true. A purchase order has",
			"set: {PODetails: {InternalPONumber: '1', AutoApprove: true}, sandbox: {purchase_order: {forms: [{file_name: a.txt}]}}}, purchase_order: canceled": "",
			"set: {ApproveStatus: FRAUD}": "it is COMPLETE and FRAUD. ApproveStatus is one that goes with Status", "set: {ChargebackResolution: OPEN}": "it has only one of ChargebackResolution and ChargebackReasonCode",
			"set: {ChargebackResolution: LOST, ChargebackReasonCode: FRAUD}": "it is COMPLETE with the dispute LOST", "set: {NetPrice: 2}": "NetPrice is 2, expected 1", "set: {NetPrice: 1}": "",
			"set: {PaymentDetails: {Type: TEST}}": "TestOrder is false, the payment TEST", "set: {PaymentDetails: {Currency: usd}}": `Currency is "eur", that of the payment "usd"`,
			"set: {Refunds: [{Date: 2026-10-02 09:14:51, Amount: 2, Currency: EUR}]}": "its refunds are 2. The refunds of a REFUND order", "set: {ExtraMargin: 1}": "",
			"set: {RefNo: '300000001'}": "RefNo follows from reference", "set: {Items: []}": "Items follows from lines, which have a set of their own", "set: {MerchantCode: X}": "MerchantCode follows from the account",
			"status: PENDING, finished: -1h": paidOnly + "has this", "status: PENDING, number: 60000": paidOnly + "has this", "status: PENDING, sale: 1": paidOnly + "has this", "status: PENDING, invoice: 1": paidOnly + "has this",
			"status: PENDING, refunds: [{amount: 1}]": paidOnly + "can have a refund, got PENDING", "refunds: [{amount: 0.5, percent: 50}]": "a refund has amount or percent, not both",
			"refunds: [{amount: 0.5, lines: [{product: B, amount: 1}]}]": `the order has no line of product "B"`, "refunds: [{amount: 0.5, lines: [{product: C, amount: 1}]}]": `the order has no line of product "C"`,
			"repeat: {times: 1}": "", "repeat: {times: 1}, handle: h": repeated, "repeat: {times: 1}, reference: 1000000": repeated, "repeat: {times: 1}, number: 60000": repeated, "repeat: {times: 1}, sale: 1": repeated, "repeat: {times: 1}, invoice: 1": repeated,
			"status: PENDING, dispute: {resolution: OPEN, reason: FRAUD}": "an order that is PENDING cannot have a dispute", "dispute: {resolution: LOST, reason: FRAUD}": "with status COMPLETE, resolution must be",
			"promotion: {percent: 5}": "code is required",
			"currency: euro":          "a currency must have three upper-case letters", "currency: GBP": "A has no price in GBP; known: EUR",
		},
		line: {
			"quantity: 1": "", "set: {Price: {NetPrice: 1}}": "", "set: {Price: {NetPrice: 2}}": "line 1: of the line, GrossPrice is 1.2, NetPrice plus VAT is 2.2. Of a piece and of a line, ", "subscription: {handle: h}": repeated, "subscription: {reference: S}": repeated,
			"set: {Price: {UnitVAT: 1}}": "line 1: of a piece, GrossPrice is", "set: {Price: {Currency: usd}}": `Currency is "eur", that of line 1 "usd"`, "set: {Code: B}": "Code follows from product", "set: {ProductDetails: {Subscriptions: []}}": "ProductDetails.Subscriptions follows from subscription",
			"options: [none]": `unknown pricing option "none" of A`,
			"subscription: {lifetime: true, expires: 1d}": "leave expires out", "up_sell: {parent: A}": "campaign is required", "up_sell: {campaign: c, parent: X}": `unknown product "X"; known: A`,
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
