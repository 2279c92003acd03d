package rest

import (
	"bytes"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// listing asks the shop for a page; show gets the rows on it.
type listing func(show func(order []byte)) (count int, err error)

// orderPage answers a page of orders (open questions search-envelope and
// customer-envelope), around the stored bytes.
func (c *call) orderPage(paging commerce.Paging, list listing) (reply, error) {
	c.notePage(paging.Page)
	rows := c.orders(c.totals())
	rows.body.WriteString(`{"Items":[`)
	count, err := list(rows.show)
	if err == nil {
		err = rows.err
	}
	if err != nil {
		return reply{}, err
	}
	c.noteOrders(rows.shown)
	body := rows.body
	body.WriteString(`],"Pagination":{"Page":`)
	writeNumber(body, paging.Page)
	body.WriteString(`,"Limit":`)
	writeNumber(body, paging.Limit)
	body.WriteString(`,"Count":`)
	writeNumber(body, count)
	body.WriteString(`}}`)
	return reply{contentType: jsonType, body: body.Bytes()}, nil
}

// notePage records the circumstances of a page number.
func (c *call) notePage(page int) {
	if page > 1 {
		c.Circumstances |= catalog.LaterPage
	}
	if page > catalog.DeepestPage {
		c.Circumstances |= catalog.DeepPage
	}
}

// noteOrders records the circumstances of a number of orders that are shown.
func (c *call) noteOrders(shown int) {
	if shown > 0 {
		c.Circumstances |= catalog.OneOrder
	}
	if shown > 1 {
		c.Circumstances |= catalog.SeveralOrders
	}
}

func writeNumber(b *bytes.Buffer, n int) {
	b.Write(strconv.AppendInt(b.AvailableBuffer(), int64(n), 10))
}
