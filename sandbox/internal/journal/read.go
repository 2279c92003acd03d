package journal

import (
	"cmp"
	"slices"
)

// Reading is one reading of a journal.
type Reading struct {
	Entries []SequencedEntry // oldest first
	Missed  int64            // entries up to Last dropped by a limit before the reader got them
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
	Entry    *Entry // nil when Short shows it
	Short    []byte // made by the position's Short

	rec  *Recorder // nil for a cleared or removed entry
	size int64
}

// Position is how far a reader has read a journal. It belongs to one goroutine.
type Position struct {
	// Short, unless it is nil, makes a short form of an entry for the reader, so that the
	// entry itself is not shared and its memory is used again. It runs under the
	// journal's lock and must not keep the entry.
	Short func(sequence int64, e *Entry) []byte

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
	j.unread.trim(j.readers)
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
	if j.changed == nil {
		j.changed = make(chan struct{})
	}
	after := p.sequence
	reading := Reading{Last: beside.Bound(after, j.last), Changed: j.changed}
	reading.collect(j, after, names)
	reading.More = reading.Last < j.last
	for i, e := range reading.Entries {
		reading.Entries[i] = p.present(e)
	}
	reading.Missed = j.countMissed(after, reading.Last, names)
	beside.Between(after, reading.Last)
	p.sequence = reading.Last
	j.unread.trim(j.readers)
	return reading
}

// collect takes the next entries after a sequence number.
func (g *Reading) collect(j *Journal, after int64, names []string) {
	g.Entries = j.unread.after(after, names)
	if names == nil {
		g.add(&j.all, after)
	}
	for _, name := range names {
		if r, ok := j.rings[name]; ok {
			g.add(&r.kept, after)
		}
	}
	g.cut()
}

// add adds the first entries of a queue after a sequence number.
func (g *Reading) add(q *queue, sequence int64) {
	first := q.newest
	if first == nil || first.sequence <= sequence {
		return
	}
	for older := q.older(first); older != nil && older.sequence > sequence; older = q.older(older) {
		first = older
	}
	for n := 0; first != nil && n <= MaxRead; n++ {
		g.Entries = append(g.Entries, SequencedEntry{Sequence: first.sequence, Ring: first.ring.name, rec: first, size: first.size})
		first = q.newer(first)
	}
}

// cut orders the entries and leaves the excess to the next reading.
func (g *Reading) cut() {
	slices.SortFunc(g.Entries, func(x, y SequencedEntry) int { return cmp.Compare(x.Sequence, y.Sequence) })
	bytes := int64(0)
	for i, e := range g.Entries {
		if bytes += e.size; e.Sequence > g.Last {
			g.Entries = g.Entries[:i:i]
			return
		}
		if i == MaxRead || i > 0 && bytes > maxReadBytes {
			g.Entries, g.Last = g.Entries[:i:i], g.Entries[i-1].Sequence
			return
		}
	}
}

// present returns an entry as the reader needs it.
func (p *Position) present(e SequencedEntry) SequencedEntry {
	switch {
	case e.rec != nil && p.Short != nil:
		e.Short = p.Short(e.Sequence, &e.rec.Entry)
	case e.rec != nil:
		e.Entry = e.rec.share()
	case p.Short != nil:
		e.Entry, e.Short = nil, p.Short(e.Sequence, e.Entry)
	}
	e.rec = nil
	return e
}
