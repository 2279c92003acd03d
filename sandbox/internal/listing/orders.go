package listing

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// anOrder is an order as a list reads it: its facts, and the rest on demand,
// because unpacking it takes most of the time of a list.
type anOrder struct {
	reader *Reader
	record.OrderFacts
	brief func() record.OrderBrief
	side  *record.OrderInternals // nil until they are needed
}

// body returns the order as it is served.
func (o *anOrder) body() []byte {
	body, _ := o.reader.Tx.Orders().Body(o.RefNo())
	return body
}

// internals returns the order's internal fields.
func (o *anOrder) internals() *record.OrderInternals {
	if o.side == nil {
		internals, _, _ := o.reader.Tx.Orders().Internals(o.RefNo()) // an unreadable order has none
		o.side = &internals
	}
	return o.side
}

func (o *anOrder) total() float64 {
	total, _ := strconv.ParseFloat(o.brief().Total, 64)
	return total
}

func (o *anOrder) line() any {
	b := o.brief()
	total, _ := record.ParseMoney(b.Total)
	return client.OrderLine{
		Reference: o.RefNo(), Date: o.Date.Format(record.MomentFormat), Status: string(o.Status), Approval: string(o.ApproveStatus),
		Customer: b.Customer, Name: b.Name, Total: total.StringFixed() + " " + strings.ToUpper(b.Currency),
		External: b.External, Partner: b.Partner, PurchaseOrder: b.PurchaseOrder, Dispute: b.Dispute, Test: o.Test,
		Handles: o.reader.names(Order, o.RefNo()),
	}.Short()
}

// Orders are the orders of an account, newest first.
func Orders() Kind {
	return source[*anOrder]{
		kind:   Order,
		walk:   walkingKeys(func(o *anOrder) record.OrderFacts { return o.OrderFacts }, ordersBehind),
		find:   []finder{{"reference", same}, {"sale", ordersBySale}, {"invoice", ordersByInvoice}},
		before: func(a, b *anOrder) int { return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(b.Number, a.Number)) },
		read:   readOrder,
		id:     func(o *anOrder) string { return o.RefNo() },
		fields: orderFields(),
		line:   (*anOrder).line,
		sorts: map[string]func(*anOrder) key{
			"date":      func(o *anOrder) key { return key{number: float64(o.Date.Unix())} },
			"reference": func(o *anOrder) key { return key{number: float64(len(o.RefNo())), text: o.RefNo()} }, // all of its digits
			"status":    func(o *anOrder) key { return key{text: string(o.Status)} },
			"approval":  func(o *anOrder) key { return key{text: string(o.ApproveStatus)} },
			"customer":  func(o *anOrder) key { return key{number: float64(o.brief().Customer)} },
			"name":      func(o *anOrder) key { return key{text: strings.ToLower(o.brief().Name)} },
			"total":     func(o *anOrder) key { return key{number: o.total()} },
			"currency":  func(o *anOrder) key { return key{text: o.brief().Currency} },
			"external":  func(o *anOrder) key { return key{text: o.brief().External} },
			"partner":   func(o *anOrder) key { return key{text: o.brief().Partner} },
		},
	}.asKind()
}

// same finds the records by their ids.
func same(_ *Reader, values []string) []string { return values }

func ordersBySale(r *Reader, values []string) (refs []string) {
	for _, value := range values {
		sale, err := strconv.ParseInt(value, 10, 64)
		if ref, known := r.Tx.Orders().BySale(sale); err == nil && known {
			refs = append(refs, ref)
		}
	}
	return refs
}

func ordersByInvoice(r *Reader, values []string) (refs []string) {
	for invoice, ref := range r.Tx.Orders().Invoices() {
		isGiven := func(value string) bool { return strings.EqualFold(value, invoice) }
		if invoice == "" || slices.ContainsFunc(values, isGiven) {
			refs = append(refs, ref)
		}
	}
	return refs
}

// following returns the states that can follow each one.
func following[T interface {
	~string
	Next() []T
}](states []T) map[string][]string {
	next := map[string][]string{}
	for _, state := range states {
		next[string(state)] = append([]string{}, catalog.Words(state.Next())...) // none is [] in JSON
	}
	return next
}

func orderFields() query.Fields[*anOrder] {
	date := func(o *anOrder) time.Time { return o.Date }
	return query.Fields[*anOrder]{
		query.Word("reference", "reference of the order", func(o *anOrder) string { return o.RefNo() }).Names(Order).Example("reference:1000*"),
		query.Word("status", "status", func(o *anOrder) string { return string(o.Status) }).OneOf(catalog.Words(catalog.Status("").Values())...).Then(following(catalog.Status("").Values())).Example("status:REFUND"),
		query.Word("approval", "approval status", func(o *anOrder) string { return string(o.ApproveStatus) }).OneOf(catalog.Words(catalog.ApproveStatus("").Values())...),
		query.Moment("date", "when it was ordered", func(o *anOrder) (time.Time, bool) { return o.Date, true }).Example("date:2026-10-09", "date:>-1d"),
		query.After("after", "ordered then or later", date).Example("after:-7d"),
		query.Before("before", "ordered earlier", date),
		query.Flag("test", "whether it is a test order", func(o *anOrder) bool { return o.Test }),
		query.Word("external", "reference of the merchant", func(o *anOrder) string { return o.brief().External }),
		query.Word("customer", "reference of the customer", func(o *anOrder) string { return number(o.brief().Customer) }).Names(Customer).Example("customer:410004"),
		query.Word("name", "name of who pays", func(o *anOrder) string { return o.brief().Name }).Example("name:*Reynolds"),
		query.Word("company", "company of who pays", func(o *anOrder) string { return o.brief().Company }),
		query.Word("email", "e-mail address of who pays", func(o *anOrder) string { return o.brief().Email }),
		query.Word("country", "country of who pays", func(o *anOrder) string { return o.brief().Country }),
		query.Word("currency", "currency", func(o *anOrder) string { return o.brief().Currency }),
		query.Number("total", "gross total", func(o *anOrder) (float64, bool) { return o.total(), true }).Example("total:>100"),
		query.Words("product", "codes of the products", func(o *anOrder) []string { return o.brief().Products }).Names(Product),
		query.Word("partner", "code of the partner that sold it", func(o *anOrder) string { return o.brief().Partner }).Names(Partner).Example("partner:*"),
		query.Word("dispute", "resolution of the dispute", func(o *anOrder) string { return o.brief().Dispute }).OneOf(catalog.Words(catalog.Resolution("").Values())...),
		query.Word("purchase_order", "state of the purchase order", func(o *anOrder) string { return o.brief().PurchaseOrder }).OneOf(catalog.Words(catalog.PurchaseOrderState("").Values())...).Then(following(catalog.PurchaseOrderState("").Values())),
		query.Word("sale", "SaleId", func(o *anOrder) string { return number(o.internals().Sale) }),
		query.Word("invoice", "InvoiceId", func(o *anOrder) string { return o.internals().Invoice }),
		query.Words("handle", "names that the world gives it", func(o *anOrder) []string { return o.reader.names(Order, o.RefNo()) }).Example("handle:order-*"),
		query.Text("text", "any text of the order", (*anOrder).search),
	}
}

// number returns a number as a text, "" for 0.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func readOrder(r *Reader, id string) (*anOrder, bool, error) {
	facts, brief, known := r.Tx.Lists().Order(id)
	return &anOrder{reader: r, OrderFacts: facts, brief: func() record.OrderBrief { return brief }}, known, nil
}

// ordersBehind yields the orders behind another one, newest first, all of them for nil. Each is
// valid until the next.
func ordersBehind(r *Reader, after *record.OrderFacts) iter.Seq[*anOrder] {
	until := record.LastMoment
	if after != nil {
		until = after.Date
	}
	return func(yield func(*anOrder) bool) {
		var o anOrder
		for facts, brief := range r.Tx.Orders().Between(time.Time{}, until) {
			if after != nil && facts.Date.Equal(until) && facts.Number >= after.Number {
				continue
			}
			o = anOrder{reader: r, OrderFacts: facts, brief: brief}
			if !yield(&o) {
				return
			}
		}
	}
}
