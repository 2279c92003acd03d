package account

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// The limits of the remembered changes of an account. The oldest are forgotten first:
// their records show as they are.
const (
	maxRemembered      = 1_000
	maxRememberedBytes = 8 << 20
)

// remembered is a change still hidden from calls.
type remembered struct {
	commerce.Change           // without After
	at              time.Time // on the account's clock
	reads           int64     // calls with the record as it was before
}

// earlier remembers changes for scenarios with records as they were. The zero value is
// ready.
type earlier struct {
	mu      sync.Mutex
	changes []remembered // in the order of writing
	bytes   int          // of the records before
}

// add remembers changes.
func (e *earlier) add(changes []commerce.Change, at time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, c := range changes {
		c.After = nil
		e.changes = append(e.changes, remembered{Change: c, at: at})
		e.bytes += len(c.Before)
	}
	slices.SortStableFunc(e.changes, func(x, y remembered) int { return cmp.Compare(x.Update, y.Update) })
	gone := 0
	for len(e.changes)-gone > maxRemembered || e.bytes > maxRememberedBytes {
		e.bytes -= len(e.changes[gone].Before)
		gone++
	}
	e.changes = slices.Clone(e.changes[gone:])
}

// forget forgets all changes.
func (e *earlier) forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.changes, e.bytes = nil, 0
}

// unseenChanges returns the changes a call at a moment does not see. order is the order named
// by the call, "" for a call reading many records. A preview counts no read.
func (e *earlier) unseenChanges(back scenario.Earlier, now time.Time, order string, preview bool) (hidden []commerce.Change) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range e.changes {
		c := &e.changes[i]
		if order != "" && (c.Kind != record.OrderKind || c.ID != order) {
			continue
		}
		stale := c.reads < back.Reads
		if stale && !preview {
			c.reads++
		}
		if stale || back.Lag > 0 && c.at.After(now.Add(-back.Lag)) {
			hidden = append(hidden, c.Change)
		}
	}
	return hidden
}

// watched is the store of an account. It remembers changes while a scenario shows
// records as they were.
type watched struct {
	commerce.Store
	of *Account
}

// Update remembers the changes of an update.
func (w watched) Update(fn func(commerce.Tx) error) ([]commerce.Change, error) {
	changes, err := w.Store.Update(fn)
	w.remember(changes)
	return changes, err
}

// Extend remembers the changes of an extension, except very many without bytes: they show
// at once.
func (w watched) Extend(ctx context.Context, bytes int, fn func(commerce.Tx) error) ([]commerce.Change, error) {
	changes, err := w.Store.Extend(ctx, bytes, fn)
	if len(changes) <= maxRemembered && haveImages(changes) {
		w.remember(changes)
	}
	return changes, err
}

func (w watched) remember(changes []commerce.Change) {
	switch a := w.of; {
	case a.Director == nil: // the account is being opened
	case !a.Director.LooksBack():
		a.earlier.forget()
	default:
		a.earlier.add(changes, a.Clock.Now())
	}
}

// Earlier returns the shop as a call at a moment reads it under a scenario that looks back,
// and the number of changes hidden from it. order is the order named by the call, "" for a
// call reading many records; a preview counts no read. It stores nothing.
func (a *Account) Earlier(back scenario.Earlier, now time.Time, order string, preview bool) (shop *commerce.Shop, unseen int) {
	hidden := a.earlier.unseenChanges(back, now, order, preview)
	return a.Shop.Before(hidden), len(hidden)
}
