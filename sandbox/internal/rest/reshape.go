package rest

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// totals is the meaning of GrossPrice on a page (open question page-totals).
type totals string

const (
	separateTotals totals = "right"
	runningTotals  totals = "running"
)

func (c *call) totals() totals { return totals(c.Settings.Answers.Get(catalog.PageTotals)) }

// orders writes orders into a body, separated by commas.
type orders struct {
	body     *bytes.Buffer
	running  bool // GrossPrice is the sum of the page so far
	negative bool // the money of refunds is negative
	omit     bool // null members are left out
	total    record.Money
	shown    int
	err      error // of the first order that could not be reshaped
}

// orders starts a body of orders, in the shape of the account's answers.
func (c *call) orders(t totals) *orders {
	answers := c.Settings.Answers
	c.rows = orders{
		body:     c.buffer(),
		running:  t == runningTotals,
		negative: answers.Is(catalog.RefundMoney, "negative"),
		omit:     answers.Is(catalog.Nulls, "omitted"),
	}
	return &c.rows
}

// show adds an order. It decodes the stored bytes only when an answer changes
// their shape.
func (o *orders) show(stored []byte) {
	if o.running || o.negative || o.omit {
		shaped, err := o.reshape(stored)
		if err != nil && o.err == nil {
			o.err = err
		}
		stored = shaped
	}
	if o.shown > 0 {
		o.body.WriteByte(',')
	}
	o.shown++
	o.body.Write(stored)
}

// reshape changes the amounts of an order, and leaves out its nulls. A record from
// outside keeps all else as it came.
func (o *orders) reshape(stored []byte) ([]byte, error) {
	var order record.Order
	if err := record.DecodeText(stored, &order); err != nil {
		return nil, err
	}
	before, err := record.Encode(&order)
	if err != nil {
		return nil, err
	}
	if o.negative && order.Status == catalog.Refund {
		negate(reflect.ValueOf(&order).Elem())
	}
	if o.running {
		o.total = o.total.Plus(order.GrossPrice)
		order.GrossPrice = o.total
	}
	body, err := record.Encode(&order)
	if err == nil && !bytes.Equal(stored, before) {
		body, err = verbatim.Change(stored, before, body)
	}
	if err != nil || !o.omit {
		return body, err
	}
	return withoutNulls(body)
}

// negate changes the sign of every amount in a record (open question
// refund-money). A rate is not an amount.
func negate(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			negate(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			negate(v.Index(i))
		}
	case reflect.Struct:
		if amount, ok := v.Addr().Interface().(*record.Money); ok {
			*amount = record.Money{}.Minus(*amount)
			return
		}
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() && !isRate(field.Name) {
				negate(v.Field(i))
			}
		}
	}
}

func isRate(name string) bool {
	return strings.HasSuffix(name, "Percent") || strings.HasPrefix(name, "Fx")
}

// withoutNulls returns the body without null members (open question nulls).
func withoutNulls(body []byte) ([]byte, error) {
	var out bytes.Buffer
	from := jsontext.NewDecoder(bytes.NewReader(body))
	to := jsontext.NewEncoder(&out)
	for from.PeekKind() != 0 {
		token, err := from.ReadToken()
		if err != nil {
			return nil, err
		}
		kept := token.Clone() // because peeking makes the token invalid
		if within, count := from.StackIndex(from.StackDepth()); within == '{' && count%2 == 1 && from.PeekKind() == 'n' {
			if err := from.SkipValue(); err != nil {
				return nil, err
			}
			continue
		}
		if err := to.WriteToken(kept); err != nil {
			return nil, err
		}
	}
	return bytes.TrimSpace(out.Bytes()), nil
}
