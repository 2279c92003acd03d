package commerce

import "bytes"

// ReadEncodedOrder is ReadStoredOrder for what Encode returns. It looks for the names of
// the fields in their order, which is several times as fast. A text has a backslash before
// each quote, so that names are only those of fields, and keys of the maps with texts.
func ReadEncodedOrder(body []byte) *StoredOrder {
	o, c := &StoredOrder{isEncoded: true}, cutter{rest: body}
	if _, dispute, found := bytes.Cut(c.until(`,"OrderNo":`), []byte(`,"ChargebackResolution":`)); found {
		o.dispute = firstScalar(dispute)
	}
	c.until(`,"BillingDetails":`)
	o.billing = c.until(`,"DeliveryDetails":`)
	c.until(`,"DeliveryInformation":`) // no key of Authorize3DS.Params, whose values are texts
	c.until(`,"CustomerDetails":`)
	o.customer = c.until(`,"Origin":`)
	c.until(`,"PartnerCode":`)
	o.partner = firstScalar(c.rest)
	c.until(`,"Items":[`) // no key of Errors, whose values are texts
	o.items = c.until(`,"Promotions":`)
	c.until(`,"Currency":`)
	o.currency = firstScalar(c.rest)
	c.until(`,"GrossPrice":`)
	o.Total = firstScalar(c.rest)
	if c.failed {
		return ReadStoredOrder(body)
	}
	return o
}

// encodedProducts returns the codes of the products of encoded items. The code of an item
// is between its price and its reference, unless it has none.
func (o *StoredOrder) encodedProducts() (codes texts) {
	c := cutter{rest: o.items}
	for c.until(`{"ProductDetails":`); !c.failed; c.until(`{"ProductDetails":`) {
		price, code := c.until(`,"LineItemReference":`), ""
		if at := bytes.LastIndex(price, []byte(`},"Code":`)); at >= 0 {
			code = text(price[at+len(`},"Code":`):])
		}
		codes = codes.with(code)
	}
	return codes
}

// firstScalar returns the text or number that JSON begins with, "" for null.
func firstScalar(value []byte) string { return textOrNumber(value[:valueEnd(value)]) }

// cutter cuts a text in parts.
type cutter struct {
	rest   []byte
	failed bool // whether a separator was not found
}

// until returns what is before a separator, and leaves what is behind it.
func (c *cutter) until(separator string) []byte {
	before, rest, found := bytes.Cut(c.rest, []byte(separator))
	c.rest, c.failed = rest, c.failed || !found
	return before
}
