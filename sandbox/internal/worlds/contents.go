package worlds

import (
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// Contents are a summary of a world file.
type Contents struct {
	Summary string
	Text    string // of the file

	Orders, Customers, Campaigns, Products, Partners, Handles int // generated ones included
}

// Contents returns the contents of the world.
func (w *World) Contents() Contents {
	e := &w.entries
	listed, _ := e.countOrders()
	c := Contents{
		Summary: e.Summary, Text: string(w.source.text), Orders: listed, Customers: len(e.Customers),
		Campaigns: len(e.Campaigns), Products: len(e.Products), Partners: len(e.Partners), Handles: len(w.Handles()),
	}
	c.Orders += e.counts[transfer.Orders]
	c.Customers += e.counts[transfer.Customers]
	c.Campaigns += e.counts[transfer.Campaigns]
	c.Products += e.counts[transfer.Products]
	c.Partners += e.counts[transfer.Partners]
	if g := e.Generate; g != nil {
		c.Orders, c.Customers, c.Campaigns = max(c.Orders, g.Orders), max(c.Customers, g.Customers), max(c.Campaigns, g.Campaigns)
	}
	return c
}

// Handles returns the names that the world gives to records.
func (w *World) Handles() (names []string) {
	e := &w.entries
	names = slices.Concat(namesIn(e.Products, func(p *productEntry) string { return p.Handle }),
		namesIn(e.Partners, func(p *partnerEntry) string { return p.Handle }),
		namesIn(e.Customers, func(c *customerEntry) string { return c.Handle }),
		namesIn(e.Subscriptions, func(s *subscriptionEntry) string { return s.Terms.Handle }),
		namesIn(e.Campaigns, func(c *campaignEntry) string { return c.Handle }),
		namesIn(e.Orders, func(o *orderEntry) string { return o.Handle }))
	for i := range e.Orders {
		names = append(names, namesIn(e.Orders[i].Lines, func(l *orderLineEntry) string { return l.Subscription.Handle })...)
	}
	if e.shared != nil {
		names = slices.AppendSeq(names, e.shared.Handles())
	}
	return names
}

// namesIn returns the handles of the entries that have one.
func namesIn[T any](list []T, handle func(*T) string) (names []string) {
	for i := range list {
		if name := handle(&list[i]); name != "" {
			names = append(names, name)
		}
	}
	return names
}
