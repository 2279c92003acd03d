package records

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// orderBrief are the fields of a stored order that lists need beside its facts.
// The parts are as they are stored, valid as long as the order.
type orderBrief struct {
	total, currency, partner, dispute string

	customerPart, billingPart, itemsPart jsontext.Value
}

// buyer is who pays an order.
type buyer struct{ FirstName, LastName, Company, Email, CountryCode string }

// lenient reads what the sandbox has written, which needs no checks.
func lenient() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// readBrief reads a stored order. It skips most of it, because decoding takes many
// times as long. An order that cannot be read has no fields.
func readBrief(body []byte) *orderBrief {
	o := &orderBrief{}
	d := jsontext.NewDecoder(bytes.NewBuffer(body), lenient())
	if token, err := d.ReadToken(); err != nil || token.Kind() != '{' {
		return o
	}
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil || o.read(d, name.String()) != nil {
			return o
		}
	}
	return o
}

// read reads the value of a field.
func (o *orderBrief) read(d *jsontext.Decoder, name string) (err error) {
	switch name {
	case "GrossPrice":
		o.total, err = readText(d)
	case "Currency":
		o.currency, err = readText(d)
	case "PartnerCode":
		o.partner, err = readText(d)
	case "ChargebackResolution":
		o.dispute, err = readText(d)
	case "CustomerDetails":
		o.customerPart, err = d.ReadValue()
	case "BillingDetails":
		o.billingPart, err = d.ReadValue()
	case "Items":
		o.itemsPart, err = d.ReadValue()
	default:
		err = d.SkipValue()
	}
	return err
}

// readText reads a text or a number, "" for null.
func readText(d *jsontext.Decoder) (string, error) {
	token, err := d.ReadToken()
	if err != nil || token.Kind() == 'n' {
		return "", err
	}
	return token.String(), nil
}

// customer returns the reference of the customer, 0 for none.
func (o *orderBrief) customer() int64 {
	var customer struct{ AvangateCustomerReference int64 }
	decode(o.customerPart, &customer)
	return customer.AvangateCustomerReference
}

// billing returns who pays.
func (o *orderBrief) billing() (b buyer) {
	decode(o.billingPart, &b)
	return b
}

// products returns the codes of the products.
func (o *orderBrief) products() (codes []string) {
	var items []struct{ Code string }
	decode(o.itemsPart, &items)
	for _, item := range items {
		codes = append(codes, item.Code)
	}
	return codes
}

// decode decodes a part. A part that is absent leaves to as it is.
func decode(part jsontext.Value, to any) {
	if part != nil {
		_ = json.Unmarshal(part, to, lenient()) // as in readBrief
	}
}
