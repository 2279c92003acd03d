package rest

import (
	"bytes"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// listing calls show with each order on a page and returns the count of all.
type listing func(show func(order []byte)) (count int, err error)

// orderPage returns a page of orders (open questions search-envelope and
// customer-envelope), written around their stored bytes.
func (c *call) orderPage(paging commerce.Paging, list listing) (reply, error) {
	c.onPage(paging.Page)
	rows := c.orders(c.totals())
	rows.body.WriteString(`{"Items":[`)
	count, err := list(rows.show)
	if err == nil {
		err = rows.err
	}
	if err != nil {
		return reply{}, err
	}
	c.withOrders(rows.shown)
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

// onPage adds the circumstances of a page number.
func (c *call) onPage(page int) {
	if page > 1 {
		c.Circumstances |= catalog.LaterPage
	}
	if page > catalog.DeepestPage {
		c.Circumstances |= catalog.DeepPage
	}
}

// withOrders adds the circumstances of an answer that shows so many orders.
func (c *call) withOrders(shown int) {
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
