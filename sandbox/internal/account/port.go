package account

import (
	"cmp"
	"context"
	"maps"
	"slices"

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
// clock, answers and own scenarios of the owner, unless it has its own.
func (a *Account) inherit(owner *Account, d *Document) {
	from := owner.Document()
	a.owner = owner
	d.Owner, d.Run, d.TTL = owner.Code, cmp.Or(d.Run, from.Run), cmp.Or(d.TTL, from.TTL)
	if from.Clock != nil && from.Clock.Mode == clock.Frozen {
		d.Clock = cmp.Or(d.Clock, from.Clock)
	}
	answers := maps.Collect(maps.All(from.Answers))
	maps.Copy(answers, d.Answers)
	d.Answers = answers
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

// clearedShare is the share of the bytes of all journals that the cleared calls at one port
// may hold. Those at all ports may hold as many as all journals.
const clearedShare = 4

// cleared are calls at the port of an account that have left their journal, because the
// suite reset or deleted accounts between its tests. The registry's mutex guards them.
type cleared struct {
	journals [][]*journal.Entry // of one reset or deletion each
	bytes    int64              // that these hold
	dropped  int64              // calls without room here, or in their journal before
}

// keepCleared keeps the calls of an account with a port, or opened at one, before its journal
// is cleared. It keeps nothing at the port of a deleted account.
func (a *Account) keepCleared() {
	root, r := a, a.registry
	if a.owner != nil {
		root = a.owner
	} else if !a.Document().Port {
		return
	}
	entries, counts, total := a.Ring.Entries(), a.Ring.Counts(), r.journal.Limits().Total
	r.mu.Lock()
	defer r.mu.Unlock()
	if present, ok := r.accounts[root.Code]; !ok || present.lasting != root.lasting {
		return
	}
	c := &root.cleared
	c.dropped += counts.Dropped
	if len(entries) == 0 {
		return
	}
	if counts.Bytes > min(total/clearedShare-c.bytes, total-r.clearedBytes) {
		c.dropped += counts.Kept
		return
	}
	c.journals, c.bytes, r.clearedBytes = append(c.journals, entries), c.bytes+counts.Bytes, r.clearedBytes+counts.Bytes
}

// ClearedCalls returns the calls at the port of the account that have left their journal,
// grouped by reset or deletion, and how many more there were without room.
func (a *Account) ClearedCalls() (journals [][]*journal.Entry, dropped int64) {
	a.registry.mu.RLock()
	defer a.registry.mu.RUnlock()
	return slices.Clone(a.cleared.journals), a.cleared.dropped
}
