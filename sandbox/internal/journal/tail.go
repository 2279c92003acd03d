package journal

import (
	"context"
	"errors"
	"slices"
)

// ErrRemoved ends the tails of a ring that the journal dropped.
var ErrRemoved = errors.New("the journal of this account was removed")

// NextChange returns a channel that is closed at the next change of the ring: an entry is
// stored, the entries are cleared, or the ring is removed. Get it before reading the
// ring, to miss no change in between.
func (r *Ring) NextChange() <-chan struct{} {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	if r.removed.Load() {
		// It never changes again, so a reader would wait forever.
		ended := make(chan struct{})
		close(ended)
		return ended
	}
	if r.changed == nil {
		r.changed = make(chan struct{})
	}
	return r.changed
}

// wake wakes the readers that wait for a change. The caller holds the lock of the
// journal.
func (r *Ring) wake() {
	if r.changed != nil {
		close(r.changed)
		r.changed = nil
	}
}

// Tail follows a ring. It has a position and no buffer: a slow reader costs nothing,
// delays no call, and gets the number of missed entries. A tail belongs to one goroutine
// and needs no closing.
type Tail struct {
	ring  *Ring
	order int64 // of the last entry from Next
}

// Tail follows the ring from now on.
func (r *Ring) Tail() *Tail {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	return &Tail{ring: r, order: r.closed}
}

// TailAfter follows the ring after the entry numbered since, the last one before the
// reader's connection broke. If this entry is not kept, the tail begins with the oldest
// kept entry of a higher number.
func (r *Ring) TailAfter(since int64) *Tail {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	t := &Tail{ring: r, order: r.closed}
	for rec := r.kept.newest; rec != nil; rec = r.kept.older(rec) {
		if rec.Number == since {
			t.order = rec.order
			break
		}
		if rec.Number > since {
			t.order = rec.order - 1
		}
	}
	return t
}

// Next waits for new entries, and returns them, oldest first, with the number of entries
// dropped before it could return them. The error is ErrRemoved if the ring is removed, or
// the context's if it ends first.
func (t *Tail) Next(ctx context.Context) (entries []*Entry, missed int64, err error) {
	for {
		changed := t.ring.NextChange()
		entries, missed, removed := t.take()
		if len(entries) > 0 || missed > 0 {
			return entries, missed, nil
		}
		if removed {
			return nil, 0, ErrRemoved
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, 0, ctx.Err()
		}
	}
}

// take returns the new entries. Cleared entries do not count as missed.
func (t *Tail) take() (entries []*Entry, missed int64, removed bool) {
	r := t.ring
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	if r.removed.Load() {
		return nil, 0, true
	}
	for rec := r.kept.newest; rec != nil && rec.order > t.order; rec = r.kept.older(rec) {
		entries = append(entries, rec.share())
	}
	slices.Reverse(entries)
	missed = r.closed - max(t.order, r.cleared) - int64(len(entries))
	t.order = r.closed
	return entries, missed, false
}
