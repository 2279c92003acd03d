package account

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// Owner returns the account of the port this one was opened at, nil for none.
func (a *Account) Owner() *Account { return a.owner }

// Family returns the account of a code and the accounts opened at its port, in the order
// of their opening.
func (r *Registry) Family(code string) []*Account {
	var family []*Account
	for _, a := range r.All() {
		if a.isOf(code) {
			family = append(family, a)
		}
	}
	slices.SortStableFunc(family, func(x, y *Account) int {
		if x.Code == code {
			return -1
		}
		return cmp.Compare(x.opened, y.opened)
	})
	return family
}

// AtPort returns the account for a call with a code at the port of an account: one of the
// family, or the owner in place of a stranger. It reports false for a code without an
// account, and for one opened at another port: tests with fixed codes may run at several
// ports at once.
func (r *Registry) AtPort(owner, code string) (*Account, bool) {
	a, known := r.FindAt(owner, code)
	switch {
	case owner == "" || !known || a.isOf(owner):
		return a, known
	case a.owner != nil:
		return nil, false
	}
	return r.Find(owner)
}

func (a *Account) isOf(owner string) bool {
	return a.Code == owner || a.owner != nil && a.owner.Code == owner
}

// FindAt returns the account with a code, at the port of an owner also by its alias, even
// when the account with the code itself is gone.
func (r *Registry) FindAt(owner, code string) (*Account, bool) {
	a, known := r.Find(code)
	if owner == "" || known && a.isOf(owner) {
		return a, known
	}
	for _, member := range r.Family(owner) {
		if member.Document().Alias == code {
			return member, true
		}
	}
	return a, known
}

// inherit makes the account one opened at the port of another. It gets run, TTL, frozen
// clock and own scenarios of the owner, unless it has its own.
func (a *Account) inherit(owner *Account, d *Document) {
	from := owner.Document()
	a.owner = owner
	d.Owner, d.Run, d.TTL = owner.Code, cmp.Or(d.Run, from.Run), cmp.Or(d.TTL, from.TTL)
	if from.Clock != nil && from.Clock.Mode == clock.Frozen {
		d.Clock = cmp.Or(d.Clock, from.Clock)
	}
	own := maps.Collect(maps.All(from.Own))
	maps.Copy(own, d.Own)
	d.Own = own
}

// deleteFamily deletes the accounts opened at the port of a deleted account.
func (r *Registry) deleteFamily(ctx context.Context, owner *Account) error {
	for _, a := range r.All() {
		if a.owner == nil || a.owner.lasting != owner.lasting {
			continue
		}
		if _, err := r.Delete(ctx, a.Code); err != nil {
			return err
		}
	}
	return nil
}

// maxCleared is how many calls are kept of those cleared at a port.
const maxCleared = 5_000

// cleared are calls at the port of an account that have left their journal, because the
// suite reset or deleted accounts between its tests.
type cleared struct {
	mu       sync.Mutex
	journals [][]*journal.Entry // of one reset or deletion each
	count    int                // of their entries
}

// keepCleared keeps the calls of an account with a port, or opened at one, before its journal
// is cleared.
func (a *Account) keepCleared() {
	root := a
	if a.owner != nil {
		root = a.owner
	} else if !a.Document().Port {
		return
	}
	entries := a.Ring.Entries()
	root.cleared.mu.Lock()
	defer root.cleared.mu.Unlock()
	if entries = entries[:min(len(entries), maxCleared-root.cleared.count)]; len(entries) > 0 {
		root.cleared.journals = append(root.cleared.journals, entries)
		root.cleared.count += len(entries)
	}
}

// ClearedCalls returns the calls at the port of the account that have left their journal,
// grouped by reset or deletion.
func (a *Account) ClearedCalls() [][]*journal.Entry {
	a.cleared.mu.Lock()
	defer a.cleared.mu.Unlock()
	return slices.Clone(a.cleared.journals)
}
