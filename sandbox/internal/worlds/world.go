package worlds

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// MaxOrders limits the number of orders of a world, because their references
// must fit into nine digits.
const MaxOrders = 1_000_000

// maxTemplates limits how many templates a world keeps. One more replaces them
// all.
const maxTemplates = 4

// World is a world file, read and checked. It is safe for concurrent use.
type World struct {
	source  source
	entries entries
	lookup  *lookup

	records  []transfer.Source // exact records, also of orders_from
	foreign  bool              // whether there are some of orders_from
	personal bool              // whether these keep their personal data

	mu        sync.Mutex
	templates map[templateKey]*template
}

// templateKey is the basis of the random part of a world.
type templateKey struct {
	seed   int64
	orders int
}

// BuildRequest describes the account of a world.
type BuildRequest struct {
	Merchant string    // the account's code
	Now      time.Time // on the account's clock; all dates are relative to it
	Seed     int64
	Orders   int // how many orders the world has; 0 for the world's own number
}

// Build returns the world for one account. The same world, seed and number of
// orders give the same records, except for MerchantCode and dates. Accounts share
// the records, so the caller must not change them. The error points at a date of
// the file in the account's future, or reports Orders out of range or a lack of
// memory for the world.
func (w *World) Build(r BuildRequest) (commerce.World, error) {
	if r.Orders < 0 || r.Orders > MaxOrders {
		return commerce.World{}, fmt.Errorf("orders must be from 1 to %d, or 0 for the world's own number, got %d", MaxOrders, r.Orders)
	}
	if r.Orders > 0 && len(w.entries.Products) == 0 {
		return commerce.World{}, fmt.Errorf("%s: the world has no products, so it can have no orders; got %d orders", w.source.name, r.Orders)
	}
	d, err := w.template(templateKey{r.Seed, r.Orders})
	if err != nil {
		return commerce.World{}, err
	}
	world, err := d.build(&w.source, r.Merchant, r.Now)
	if err != nil {
		return world, err
	}
	world.PersonalData = w.personal
	next := uint64(0) // their sales and invoices have ranges of their own
	return w.entries.withRecords(world, w.records, r.Merchant, func(s commerce.Sequence) (uint64, error) {
		next++
		return map[commerce.Sequence]uint64{commerce.Sales: firstRecordSale, commerce.Invoices: firstRecordInvoice}[s] + next, nil
	})
}

func (w *World) template(of templateKey) (*template, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if d, kept := w.templates[of]; kept {
		return d, nil
	}
	if err := w.entries.checkMemory(); err != nil {
		return nil, w.source.withName(err)
	}
	d, err := newTemplate(&w.entries, w.lookup, of, worldIDs(w.lookup.given))
	if err != nil {
		return nil, err
	}
	if len(w.templates) >= maxTemplates || w.templates == nil {
		w.templates = map[templateKey]*template{}
	}
	w.templates[of] = d
	return d, nil
}

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
	names = slices.Clone(w.lookup.handles)
	if shared := w.entries.shared; shared != nil {
		names = slices.AppendSeq(names, shared.Handles())
	}
	return names
}
