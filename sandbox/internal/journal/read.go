package journal

import "slices"

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
	sequence int64
	began    int64 // the sequence number given last when the reader came
}

// Follow returns a position after a sequence number. The reader must close it.
func (j *Journal) Follow(sequence int64) *Position {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.readers++
	return &Position{journal: j, sequence: sequence, began: j.last}
}

// Close ends the reading.
func (p *Position) Close() {
	j := p.journal
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.readers--; j.readers == 0 {
		for _, w := range j.left {
			w.Entry = nil
		}
		j.left, j.room = nil, 0
	}
}

// Beside reads events with sequence numbers, under the journal's lock.
type Beside interface {
	Bound(after, last int64) int64 // returns the end of one reading, at most last
	Between(after, last int64)     // reads the events after a sequence number and up to another
}

// Read returns the next entries after the position of the named rings, of all rings for
// nil, and moves the position after them. They include entries cleared or removed since
// the reader came: one that comes later does not get them, nor are they missed.
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
		isCleared := (w.ring.removed || w.number <= w.ring.floor) && w.left <= p.began
		if isCleared || names != nil && !slices.Contains(names, w.ring.name) {
			continue
		}
		if w.Entry == nil {
			reading.Missed++
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
	return reading
}

// maxLeft is how many bytes of cleared entries are kept for readers at most.
const maxLeft = 8 << 20

// leave keeps the entry of a cleared or removed row for the present readers, as far as the
// latest ones have room: a reader gets a call that ended before a reset, however soon the
// reset came.
func (j *Journal) leave(w *row) {
	if j.readers == 0 {
		w.Entry = nil
		return
	}
	w.left = j.last
	j.left = append(j.left, w)
	for j.room += w.size; j.room > min(maxLeft, j.limits.Account); j.left = j.left[1:] {
		j.room -= j.left[0].size
		j.left[0].Entry = nil
	}
}
