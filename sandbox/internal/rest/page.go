package rest

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// listing calls show with each order on a page and returns what else it found.
type listing func(show func(order []byte)) (commerce.Listed, error)

// orderPage returns a page of orders (open questions search-envelope and
// customer-envelope), written around their stored bytes.
func (c *call) orderPage(paging commerce.Paging, list listing) (gate.Answer, error) {
	c.onPage(paging.Page)
	rows := c.orders(c.totals())
	rows.body.WriteString(`{"Items":[`)
	found, err := list(rows.show)
	if err == nil {
		err = rows.err
	}
	if err != nil {
		return gate.Answer{}, err
	}
	c.withOrders(rows.shown)
	if found.Later {
		c.Circumstances |= catalog.LaterOrders
	}
	body := rows.body
	body.WriteString(`],"Pagination":{"Page":`)
	writeNumber(body, paging.Page)
	body.WriteString(`,"Limit":`)
	writeNumber(body, paging.Limit)
	body.WriteString(`,"Count":`)
	writeNumber(body, found.Count)
	body.WriteString(`}}`)
	return inJSON(body.Bytes()), nil
}

// isEmpty reports whether a listing has no record at all. It records that a page is
// beyond the last one.
func (c *call) isEmpty(paging commerce.Paging) bool {
	switch {
	case c.Circumstances&catalog.OneOrder != 0:
		return false
	case paging.Page > 1:
		c.Recorder.Note(fmt.Sprintf("page %d is beyond the last one", paging.Page))
		return false
	}
	return true
}

// note records an explanation, unless it is "" or there is an error.
func (c *call) note(text string, err error) error {
	if err == nil && text != "" {
		c.Recorder.Note(text)
	}
	return err
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
