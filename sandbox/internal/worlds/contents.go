package worlds

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"

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
		Campaigns: len(e.Campaigns), Products: len(e.Products), Partners: len(e.Partners), Handles: e.countHandles(),
	}
	c.Orders += e.counts[transfer.Orders]
	c.Customers += e.counts[transfer.Customers]
	c.Campaigns += e.counts[transfer.Campaigns]
	c.Products += e.counts[transfer.Products]
	c.Partners += e.counts[transfer.Partners]
	if e.shared != nil {
		c.Handles += e.shared.Handles()
	}
	if g := e.Generate; g != nil {
		c.Orders, c.Customers, c.Campaigns = max(c.Orders, g.Orders), max(c.Customers, g.Customers), max(c.Campaigns, g.Campaigns)
	}
	return c
}

func (e *entries) countHandles() int {
	count := countNamed(e.Products, func(p *productEntry) string { return p.Handle }) +
		countNamed(e.Partners, func(p *partnerEntry) string { return p.Handle }) +
		countNamed(e.Customers, func(c *customerEntry) string { return c.Handle }) +
		countNamed(e.Subscriptions, func(s *subscriptionEntry) string { return s.Terms.Handle }) +
		countNamed(e.Campaigns, func(c *campaignEntry) string { return c.Handle }) +
		countNamed(e.Orders, func(o *orderEntry) string { return o.Handle })
	for i := range e.Orders {
		count += countNamed(e.Orders[i].Lines, func(l *orderLineEntry) string { return l.Subscription.Handle })
	}
	return count
}

// countNamed counts the entries with a handle.
func countNamed[T any](list []T, handle func(*T) string) (count int) {
	for i := range list {
		if handle(&list[i]) != "" {
			count++
		}
	}
	return count
}
