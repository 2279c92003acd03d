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
	count := 0
	add := func(handle string) {
		if handle != "" {
			count++
		}
	}
	for i := range e.Products {
		add(e.Products[i].Handle)
	}
	for i := range e.Partners {
		add(e.Partners[i].Handle)
	}
	for i := range e.Customers {
		add(e.Customers[i].Handle)
	}
	for i := range e.Subscriptions {
		add(e.Subscriptions[i].Terms.Handle)
	}
	for i := range e.Campaigns {
		add(e.Campaigns[i].Handle)
	}
	for i := range e.Orders {
		add(e.Orders[i].Handle)
		for j := range e.Orders[i].Lines {
			add(e.Orders[i].Lines[j].Subscription.Handle)
		}
	}
	return count
}
