package worlds

import (
	"cmp"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// The limits of a fragment. It is written in one transaction, and an order of
// one line takes about 14 KB of memory until the transaction is over.
const (
	MaxFragmentOrders = 10_000
	maxFragmentLines  = 2 * MaxFragmentOrders
)

// Fragment is a file in the format of a world, with records to add to an account.
// It may refer to records of the account by code, reference and handle. New records
// get the next numbers of the account's sequences. The settings stay unless the
// file gives some.
type Fragment struct {
	source  source
	entries entries
	records []transfer.Source
	bad     faults // of the records
}

// ParseFragment reads a fragment. The error reports an exceeded limit, or a text
// that is not YAML. Check and Build return the other mistakes, all at once.
func ParseFragment(text []byte, name string) (*Fragment, error) {
	s := source{name: name, text: text, limits: fragmentLimits}
	e, err := s.decode()
	if err != nil {
		return nil, err
	}
	var bad faults
	orders, lines := e.countOrders()
	if orders > MaxFragmentOrders {
		bad.add("$.orders", "a fragment may make at most %d orders, those of repeat.times and of subscriptions included, got %d", MaxFragmentOrders, orders)
	} else if lines > maxFragmentLines {
		bad.add("$.orders", "the orders of a fragment may have at most %d lines together, got %d", maxFragmentLines, lines)
	}
	if len(bad.first) > 0 {
		return nil, s.locate(bad)
	}
	f := &Fragment{source: s, entries: e}
	f.records, _ = f.entries.readRecords(noFiles, &f.bad)
	return f, nil
}

// PersonalData reports whether the file declares its records to have the data of people.
func (f *Fragment) PersonalData() bool { return f.entries.Records.personal() }

// countOrders returns how many orders the entries make, and how many lines these
// have together.
func (e *entries) countOrders() (orders, lines int) {
	orders, lines = len(e.Subscriptions), len(e.Subscriptions)
	for i := range e.Orders {
		times := e.Orders[i].times()
		orders += times
		lines += times * len(e.Orders[i].Lines)
	}
	return orders, lines
}

// times returns the number of orders of the entry, at most one more than a world
// may have, so sums do not overflow.
func (e *orderEntry) times() int {
	if e.Repeat == nil {
		return 1
	}
	return min(max(1, e.Repeat.Times), MaxOrders+1)
}

// Check returns the mistakes of the fragment in the account of tx, with the clock
// at now: the mistakes of a world, a name in use by the account, a generate entry and
// dates in the future. It writes nothing.
func (f *Fragment) Check(tx commerce.Tx, now time.Time) error {
	n, err := f.check(tx)
	if err != nil {
		return err
	}
	t, err := newTemplate(&f.entries, n, templateKey{}, worldIDs(n.given))
	if err != nil {
		return err
	}
	return t.builder("", now).check(&f.source)
}

func (f *Fragment) check(tx commerce.Tx) (*lookup, error) {
	handles, err := tx.Handles().All()
	if err != nil {
		return nil, err
	}
	return f.source.check(&f.entries, &existing{tx: tx, handles: handles}, f.bad)
}

// Build builds the fragment as an addition to the account of tx. The caller writes
// it in the same transaction. r.Orders is ignored. The errors are those of Check.
func (f *Fragment) Build(tx commerce.Tx, r BuildRequest) (commerce.World, error) {
	n, err := f.check(tx)
	if err != nil {
		return commerce.World{}, err
	}
	d, err := newTemplate(&f.entries, n, templateKey{seed: r.Seed}, fragmentIDs(tx, n.given, r.Now))
	if err != nil {
		return commerce.World{}, err
	}
	if f.entries.Settings == nil {
		if d.settings, err = tx.Campaigns().Settings(); err != nil {
			return commerce.World{}, err
		}
	}
	world, err := d.build(&f.source, r.Merchant, r.Now)
	if err = cmp.Or(err, n.existing.err); err != nil { // campaigns look products up that no check needs
		return commerce.World{}, err
	}
	return f.entries.withRecords(world, f.records, r.Merchant, tx.Next)
}
