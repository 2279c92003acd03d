package commerce

import (
	"bytes"
	"strings"
)

// ReadEncodedOrder is ReadStoredOrder for what Encode returns, and several times as fast,
// because it looks for the names of the fields in the order in which Encode writes them. A
// name cannot be within a text, where each quote has a backslash, but a map may have it as
// a key.
func ReadEncodedOrder(body []byte) *StoredOrder {
	o, c := &StoredOrder{isEncoded: true}, cutter{rest: body}
	head := cutter{rest: c.until(`,"`, `OrderNo":`)}
	if head.until(`,"`, `ChargebackResolution":`); !head.failed {
		o.dispute = firstScalar(head.rest)
	}
	c.until(`,"`, `BillingDetails":`)
	o.billing = c.until(`,"`, `DeliveryDetails":`)
	c.until(`,"`, `DeliveryInformation":{`) // no key of Authorize3DS.Params, whose values are texts
	c.until(`,"`, `CustomerDetails":`)
	o.customer = c.until(`,"`, `Origin":`)
	c.until(`,"`, `PartnerCode":`)
	o.partner = firstScalar(c.rest)
	c.until(`,"`, `Items":[`) // no key of Errors, whose values are texts
	o.items = c.until(`,"`, `Promotions":`)
	c.until(`,"`, `Currency":`)
	o.currency = firstScalar(c.rest)
	c.until(`,"`, `GrossPrice":`)
	o.Total = firstScalar(c.rest)
	if c.failed {
		return ReadStoredOrder(body)
	}
	return o
}

// encodedPayer is payer for encoded details, false for others.
func (o *StoredOrder) encodedPayer() (payer texts, isEncoded bool) {
	c := cutter{rest: o.billing, failed: !o.isEncoded}
	next := func(name string) string {
		c.until(`,"`, name)
		return text(c.rest)
	}
	first, last := next(`FirstName":`), next(`LastName":`)
	payer = newTexts(strings.TrimSpace(first+" "+last), next(`Company":`), next(`Email":`), next(`CountryCode":`))
	return payer, !c.failed
}

// encodedProducts returns the codes of the products of encoded items. The code of an item
// is between its price and its reference, unless it has none.
func (o *StoredOrder) encodedProducts() (codes texts) {
	c := cutter{rest: o.items}
	for c.until(`{"`, `ProductDetails":`); !c.failed; c.until(`{"`, `ProductDetails":`) {
		c.until(`,"`, `Price":{`)
		item, code := cutter{rest: c.until(`,"`, `LineItemReference":`)}, ""
		if item.until(`,"`, `Code":`); !item.failed {
			code = text(item.rest)
		}
		codes += newTexts(code)
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

// until returns what is before a separator, and leaves what is behind it. It looks for the
// second part of the separator, because the first is everywhere.
func (c *cutter) until(first, second string) []byte {
	for from := 0; ; {
		at := bytes.Index(c.rest[from:], []byte(second))
		if at < 0 {
			c.rest, c.failed = nil, true
			return nil
		}
		from += at
		if before, isWhole := bytes.CutSuffix(c.rest[:from], []byte(first)); isWhole {
			c.rest = c.rest[from+len(second):]
			return before
		}
		from++
	}
}
