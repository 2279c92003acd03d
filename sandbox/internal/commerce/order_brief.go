package commerce

import (
	"bytes"
	"strconv"
	"strings"
	"unique"
)

// OrderBrief is what lists need of an order beside its facts. Orders share what they
// have in common, because a list may need those of all orders.
type OrderBrief struct {
	Total float64
	Buyer *Buyer
	unique.Handle[OrderTraits]
}

// Buyer is who pays an order.
type Buyer struct {
	Customer int64 // reference, 0 for none
	texts    texts // name, company, e-mail address and country
}

// Name returns first and last name.
func (b *Buyer) Name() string { return b.texts.at(0) }

// Company returns the company, "" for none.
func (b *Buyer) Company() string { return b.texts.at(1) }

// Email returns the e-mail address, "" for none.
func (b *Buyer) Email() string { return b.texts.at(2) }

// Country returns the code of the country, "" for none.
func (b *Buyer) Country() string { return b.texts.at(3) }

// OrderTraits are the texts of which few differ from order to order. Each is "" when
// an order has none.
type OrderTraits struct {
	Currency, Partner, Dispute string
	PurchaseOrder              string // its state
	products                   texts
}

// Products returns the codes of the products.
func (t OrderTraits) Products() (codes []string) {
	for rest := t.products; rest != ""; {
		var code string
		code, rest = rest.cut()
		codes = append(codes, code)
	}
	return codes
}

// texts are some texts in one, each behind its length, because that takes half of the
// memory.
type texts string

// newTexts joins texts.
func newTexts(all ...string) texts {
	var room [128]byte
	joined := room[:0]
	for _, text := range all {
		joined = append(append(strconv.AppendInt(joined, int64(len(text)), 10), ':'), text...)
	}
	return texts(joined)
}

// cut returns the first text and the others.
func (t texts) cut() (first string, rest texts) {
	length, i := 0, 0
	for ; t[i] != ':'; i++ {
		length = 10*length + int(t[i]-'0')
	}
	behind := t[i+1:]
	return string(behind[:length]), behind[length:]
}

// at returns a text, from 0.
func (t texts) at(n int) (text string) {
	for range n + 1 {
		text, t = t.cut()
	}
	return text
}

// StoredOrder are the fields of a stored order that lists need beside its facts. The
// parts are as they are stored, valid as long as the order.
type StoredOrder struct {
	Total, currency, partner, dispute string

	customer, billing []byte
	items             []byte
	isEncoded         bool // whether all is as Encode returns it, and the items are behind their bracket
}

// ReadStoredOrder reads a stored order. It skips most of it, because decoding takes
// many times as long.
func ReadStoredOrder(body []byte) *StoredOrder {
	o := &StoredOrder{}
	for name, value := range members(body) {
		switch string(name) {
		case "GrossPrice":
			o.Total = textOrNumber(value)
		case "Currency":
			o.currency = textOrNumber(value)
		case "PartnerCode":
			o.partner = textOrNumber(value)
		case "ChargebackResolution":
			o.dispute = textOrNumber(value)
		case "CustomerDetails":
			o.customer = value
		case "BillingDetails":
			o.billing = value
		case "Items":
			o.items = value
		}
	}
	return o
}

// textOrNumber returns a JSON text or number, "" for null.
func textOrNumber(value []byte) string {
	if string(value) == "null" {
		return ""
	}
	return scalar(value)
}

// text returns a JSON text, "" for another value.
func text(value []byte) string {
	if !bytes.HasPrefix(value, []byte(`"`)) {
		return ""
	}
	return scalar(value)
}

// Brief returns the brief of the order, whose purchase order has a state.
func (o *StoredOrder) Brief(purchaseOrder string) OrderBrief {
	total, _ := strconv.ParseFloat(o.Total, 64)
	return OrderBrief{total, o.buyer(), unique.Make(OrderTraits{o.currency, o.partner, o.dispute, purchaseOrder, o.products()})}
}

func (o *StoredOrder) buyer() *Buyer {
	b := &Buyer{texts: o.payer()}
	for name, value := range members(o.customer) {
		if string(name) == "AvangateCustomerReference" {
			b.Customer, _ = strconv.ParseInt(string(value), 10, 64)
			break
		}
	}
	return b
}

func (o *StoredOrder) payer() texts {
	if payer, isEncoded := o.encodedPayer(); isEncoded {
		return payer
	}
	var first, last, company, email, country string
	for name, value := range members(o.billing) {
		switch string(name) {
		case "FirstName":
			first = text(value)
		case "LastName":
			last = text(value)
		case "Company":
			company = text(value)
		case "Email":
			email = text(value)
		case "CountryCode":
			country = text(value)
		}
	}
	return newTexts(strings.TrimSpace(first+" "+last), company, email, country)
}

func (o *StoredOrder) products() (codes texts) {
	if o.isEncoded {
		return o.encodedProducts()
	}
	for item := range elements(o.items) {
		code := ""
		for name, value := range members(item) {
			if string(name) == "Code" {
				code = text(value)
			}
		}
		codes += newTexts(code)
	}
	return codes
}
