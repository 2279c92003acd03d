package journal

import (
	"context"
	"errors"
	"slices"
)

// ErrRemoved ends the tails of a ring that the journal dropped.
var ErrRemoved = errors.New("the journal of this account was removed")

// Changed returns a channel that is closed when the ring changes next: an entry
// stored, cleared, or the ring removed. Take it before looking, so that nothing
// is missed between the look and the wait.
func (r *Ring) Changed() <-chan struct{} {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	if r.removed {
		// It never changes again: whoever waited would wait for ever.
		ended := make(chan struct{})
		close(ended)
		return ended
	}
	if r.changed == nil {
		r.changed = make(chan struct{})
	}
	return r.changed
}

// wake tells those who wait that the ring changed, under the journal's lock.
func (r *Ring) wake() {
	if r.changed != nil {
		close(r.changed)
		r.changed = nil
	}
}

// Tail follows a ring. It holds a place and no buffer: a slow reader costs
// nothing, is never waited for, and learns how many entries it was too late
// for. A tail belongs to one goroutine and needs no closing.
type Tail struct {
	ring     *Ring
	sequence int64 // of the last entry handed out
}

// Tail follows the ring from now on.
func (r *Ring) Tail() *Tail {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	return &Tail{ring: r, sequence: r.closed}
}

// TailAfter follows the ring from the entry numbered since, which a reader had
// before its connection broke. Where that one is not kept, it begins with the
// oldest kept entry of a higher number.
func (r *Ring) TailAfter(since int64) *Tail {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	t := &Tail{ring: r, sequence: r.closed}
	for d := r.kept.newest; d != nil; d = r.kept.older(d) {
		if d.Number == since {
			t.sequence = d.sequence
			break
		}
		if d.Number > since {
			t.sequence = d.sequence - 1
		}
	}
	return t
}

// Next waits until there are entries the tail has not handed out, and returns
// them, oldest first, with the number of those that were dropped before they
// could be. It fails with ErrRemoved when the ring is gone, and with the
// context's error when that ends first.
func (t *Tail) Next(ctx context.Context) (entries []*Entry, missed int64, err error) {
	for {
		changed := t.ring.Changed()
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

// take hands out what is new. Entries that were cleared are not missed.
func (t *Tail) take() (entries []*Entry, missed int64, removed bool) {
	r := t.ring
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	if r.removed {
		return nil, 0, true
	}
	for d := r.kept.newest; d != nil && d.sequence > t.sequence; d = r.kept.older(d) {
		entries = append(entries, d.share())
	}
	slices.Reverse(entries)
	missed = r.closed - max(t.sequence, r.cleared) - int64(len(entries))
	t.sequence = r.closed
	return entries, missed, false
}
