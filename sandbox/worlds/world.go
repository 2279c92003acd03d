package worlds

import (
	"fmt"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// MaxOrders is how many orders a world can be filled up to: their references
// must fit into nine digits.
const MaxOrders = 1_000_000

// maxTemplates bounds what a world remembers: with one more it forgets these.
const maxTemplates = 4

// World is a world that was read and found right. It may be used at once by
// many.
type World struct {
	source  source
	entries entries
	lookup  *lookup

	mu        sync.Mutex
	templates map[templateKey]*template
}

// templateKey is what the random part of a world depends on.
type templateKey struct {
	seed   int64
	orders int
}

// BuildRequest says for which account a world is built.
type BuildRequest struct {
	Merchant string    // the account's code
	Now      time.Time // on the account's clock; all dates are relative to it
	Seed     int64
	Orders   int // how many orders there are in all; 0 for as many as the world says
}

// Build makes the world for one account. The same world, seed and number of
// orders give the same records but for MerchantCode and dates. All that it
// hands out is shared with other accounts and must not be changed. The error
// shows a date of the file that lies in the account's future, or says that
// Orders is out of range.
func (w *World) Build(r BuildRequest) (commerce.World, error) {
	if r.Orders < 0 || r.Orders > MaxOrders {
		return commerce.World{}, fmt.Errorf("a world has from 1 to %d orders, or 0 for as many as it says, got %d", MaxOrders, r.Orders)
	}
	d, err := w.template(templateKey{r.Seed, r.Orders})
	if err != nil {
		return commerce.World{}, err
	}
	return d.build(w.source, r.Merchant, r.Now)
}

func (w *World) template(of templateKey) (*template, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if d, kept := w.templates[of]; kept {
		return d, nil
	}
	d, err := newTemplate(&w.entries, w.lookup, of, newWorldIDs(&w.entries))
	if err != nil {
		return nil, err
	}
	if len(w.templates) >= maxTemplates || w.templates == nil {
		w.templates = map[templateKey]*template{}
	}
	w.templates[of] = d
	return d, nil
}
