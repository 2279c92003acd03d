package journal

import (
	"math"
	"slices"
)

// Reading is one reading of a journal.
type Reading struct {
	Entries []SequencedEntry // oldest first
	Missed  int64            // entries up to Last that were gone before the reader got them
	Last    int64            // the next reading begins after this sequence number
	More    bool             // whether sequence numbers after Last are given already
	Changed <-chan struct{}  // closed when the next sequence number is given
}

// The bounds of one reading, because a reader that stops to read holds its entries.
const (
	MaxRead      = 64       // entries
	maxReadBytes = 16 << 10 // one entry may have more
)

// SequencedEntry is an entry with its sequence number among calls and events.
type SequencedEntry struct {
	Sequence int64
	Ring     string // its name
	Entry    *Entry
}

// Position is how far a reader has read a journal. It has no buffer: a slow reader costs
// nothing, delays no call, and gets the number of missed entries. It belongs to one goroutine.
type Position struct {
	journal  *Journal
	sequence int64 // guarded by the journal's lock
}

// Follow returns a position after a sequence number. The reader must close it.
func (j *Journal) Follow(sequence int64) *Position {
	p := &Position{journal: j, sequence: sequence}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.readers[p] = true
	return p
}

// Close ends the reading.
func (p *Position) Close() {
	j := p.journal
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.readers, p)
	j.trim()
}

// Beside reads events with sequence numbers, under the journal's lock.
type Beside interface {
	Bound(after, last int64) int64 // returns the end of one reading, at most last
	Between(after, last int64)     // reads the events after a sequence number and up to another
}

// Read returns the next entries after the position of the named rings, of all rings for
// nil, and moves the position after them. They include entries cleared or removed since
// the last reading, if there was one: a reader that comes back later does not get them,
// nor are they missed.
func (p *Position) Read(names []string, beside Beside) Reading {
	j := p.journal
	j.mu.Lock()
	defer j.mu.Unlock()
	reading := Reading{Last: beside.Bound(p.sequence, j.last), Changed: j.changed.next()}
	bytes := int64(0)
	for _, w := range j.log.after(p.sequence) {
		if w.sequence > reading.Last {
			break
		}
		if names != nil && !slices.Contains(names, w.ring.name) {
			continue
		}
		if w.Entry == nil {
			if w.isMissed() {
				reading.Missed++
			}
			continue
		}
		if bytes += w.size; len(reading.Entries) == MaxRead || len(reading.Entries) > 0 && bytes > maxReadBytes {
			reading.Last = w.sequence - 1
			break
		}
		reading.Entries = append(reading.Entries, SequencedEntry{w.sequence, w.ring.name, w.Entry})
	}
	reading.More = reading.Last < j.last
	beside.Between(p.sequence, reading.Last)
	p.sequence = reading.Last
	j.trim()
	return reading
}

// isMissed reports whether a row without an entry counts for its readers. A call that a
// limit took, and a clearing after it, is not missed.
func (w *row) isMissed() bool {
	return w.lost || w.dropped && w.number > w.ring.floor && !w.ring.removed
}

// leave keeps the entry of a cleared or removed row for the readers who have not read it
// yet, as far as it has room: a reader gets a call that ended before a reset, however soon
// the reset came.
func (j *Journal) leave(w *row, read int64) {
	switch {
	case w.sequence <= read:
		w.Entry = nil
	case j.room+w.size > j.limits.Account:
		w.Entry, w.lost = nil, true
	default:
		j.room += w.size
		j.left = append(j.left, w)
	}
}

// trim drops the entries left for readers who all have read them now.
func (j *Journal) trim() {
	if len(j.left) == 0 {
		return
	}
	read := j.readByAll()
	j.left = slices.DeleteFunc(j.left, func(w *row) bool {
		if w.sequence > read {
			return false
		}
		w.Entry = nil
		j.room -= w.size
		return true
	})
}

// readByAll returns the sequence number of the slowest reader.
func (j *Journal) readByAll() int64 {
	lowest := int64(math.MaxInt64)
	for p := range j.readers {
		lowest = min(lowest, p.sequence)
	}
	return lowest
}
