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

// keptDrawings bounds what a world remembers: with one more it forgets these.
const keptDrawings = 4

// World is a world that was read and found right. It may be used at once by
// many.
type World struct {
	source  source
	entries entries
	names   *names

	mu    sync.Mutex
	drawn map[draw]*drawing
}

// draw is what the random part of a world depends on.
type draw struct {
	seed   int64
	orders int
}

// SeedRequest says for which account a world is built.
type SeedRequest struct {
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
func (w *World) Build(r SeedRequest) (commerce.World, error) {
	if r.Orders < 0 || r.Orders > MaxOrders {
		return commerce.World{}, fmt.Errorf("a world has from 1 to %d orders, or 0 for as many as it says, got %d", MaxOrders, r.Orders)
	}
	d, err := w.drawing(draw{r.Seed, r.Orders})
	if err != nil {
		return commerce.World{}, err
	}
	return d.build(w.source, r.Merchant, r.Now)
}

func (w *World) drawing(of draw) (*drawing, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if d, kept := w.drawn[of]; kept {
		return d, nil
	}
	d, err := drawAll(&w.entries, w.names, of, newFixedNumbers(&w.entries))
	if err != nil {
		return nil, err
	}
	if len(w.drawn) >= keptDrawings || w.drawn == nil {
		w.drawn = map[draw]*drawing{}
	}
	w.drawn[of] = d
	return d, nil
}
