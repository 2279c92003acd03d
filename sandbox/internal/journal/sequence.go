package journal

import "slices"

// maxForgotten is how many dropped entries a journal remembers at least, so that a slow
// or returning reader gets the number of missed ones.
const maxForgotten = 32 << 10

// drop is the journal's memory of an entry dropped by a limit.
type drop struct {
	ring             *Ring
	sequence, number int64
}

// forget remembers a dropped entry.
func (j *Journal) forget(d drop) {
	if len(j.forgotten) == 2*maxForgotten {
		j.forgotten = append(j.forgotten[:0], j.forgotten[maxForgotten:]...)
	}
	j.forgotten = append(j.forgotten, d)
}

// countMissed returns how many entries after a sequence number and up to another were
// dropped from the named rings, or cleared without room to keep them, as far as the
// journal remembers.
// Entries cleared or removed later are not missed.
func (j *Journal) countMissed(after, last int64, names []string) int64 {
	missed := int64(0)
	for _, sequence := range j.unread.dropped {
		if sequence > after && sequence <= last {
			missed++
		}
	}
	if after >= j.dropped {
		return missed
	}
	for _, d := range j.forgotten {
		if d.sequence > after && d.sequence <= last && d.number > d.ring.floor && !d.ring.removed.Load() && (names == nil || slices.Contains(names, d.ring.name)) {
			missed++
		}
	}
	return missed
}

// Sequence gives an event beside calls a sequence number among them: it passes the next
// one to happened under the lock. happened must not use the journal.
func (j *Journal) Sequence(happened func(sequence int64)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	happened(j.nextSequence())
	j.wake()
}

// Last returns the sequence number given last.
func (j *Journal) Last() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.last
}

// Clear removes every call that began before it, including calls in progress, so
// that no call of an earlier test occurs in the next. Numbers go on.
func (r *Ring) Clear() { r.ClearInSequence(func(int64) {}) }

// ClearInSequence clears the ring as Clear does and calls happened with its sequence
// number: those of the cleared calls are before it, those of all other calls after it.
func (r *Ring) ClearInSequence(happened func(sequence int64)) {
	r.journal.Sequence(func(sequence int64) {
		r.clear()
		happened(sequence)
	})
}

// Drop removes a ring with all its entries and ends its tails. Calls of it that
// are still in progress leave no entry. Later rings begin after its numbers.
func (j *Journal) Drop(name string) { j.DropInSequence(name, func(int64) {}) }

// DropInSequence removes a ring as Drop does and calls happened with its sequence number.
func (j *Journal) DropInSequence(name string, happened func(sequence int64)) {
	j.Sequence(func(sequence int64) {
		if r, ok := j.rings[name]; ok {
			r.drop()
		}
		happened(sequence)
	})
}

// nextSequence gives the next sequence number, under the journal's lock.
func (j *Journal) nextSequence() int64 {
	j.last++
	return j.last
}

// wake wakes the readers that wait for a change of any ring. The caller holds the
// lock.
func (j *Journal) wake() {
	if j.changed != nil {
		close(j.changed)
		j.changed = nil
	}
}
