package journal

import (
	"cmp"
	"slices"
)

// Reading is one reading of a journal.
type Reading struct {
	Entries []Placed        // oldest first
	Missed  int64           // entries up to Last dropped by a limit before the reader got them
	Last    int64           // the next reading begins after this place
	More    bool            // whether places after Last are given already
	Changed <-chan struct{} // closed when the next place is given
}

// The bounds of one reading, because a reader that stops to read holds its entries.
const (
	MaxRead      = 64       // entries
	maxReadBytes = 16 << 10 // one entry may have more
)

// Placed is an entry with its place among calls and events.
type Placed struct {
	Place int64
	Ring  string // its name
	Entry *Entry // nil when Short shows it
	Short []byte // made by the position's Short

	rec  *Recorder // nil for a cleared or removed entry
	size int64
}

// Position is how far a reader has read a journal. It belongs to one goroutine.
type Position struct {
	// Short, unless it is nil, makes a short form of an entry for the reader, so that the
	// entry itself is not shared and its memory is used again. It runs under the
	// journal's lock and must not keep the entry.
	Short func(place int64, e *Entry) []byte

	journal *Journal
	place   int64 // guarded by the journal's lock
}

// Follow returns a position after a place. The reader must close it.
func (j *Journal) Follow(place int64) *Position {
	p := &Position{journal: j, place: place}
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

// Beside reads events with places, under the journal's lock.
type Beside interface {
	Bound(after, last int64) int64 // returns the end of one reading, at most last
	Between(after, last int64)     // reads the events after a place and up to another
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
	after := p.place
	reading := Reading{Last: beside.Bound(after, j.last), Changed: j.changed}
	reading.Entries = j.unread.after(after, names)
	if names == nil {
		reading.add(&j.all, after)
	}
	for _, name := range names {
		if r, ok := j.rings[name]; ok {
			reading.add(&r.kept, after)
		}
	}
	reading.cut()
	reading.More = reading.Last < j.last
	for i, e := range reading.Entries {
		reading.Entries[i] = p.present(e)
	}
	reading.Missed = j.countMissed(after, reading.Last, names)
	beside.Between(after, reading.Last)
	p.place = reading.Last
	j.unread.trim(j.readers)
	return reading
}

// add adds the first entries of a queue after a place.
func (g *Reading) add(q *queue, place int64) {
	first := q.newest
	if first == nil || first.place <= place {
		return
	}
	for older := q.older(first); older != nil && older.place > place; older = q.older(older) {
		first = older
	}
	for n := 0; first != nil && n <= MaxRead; n++ {
		g.Entries = append(g.Entries, Placed{Place: first.place, Ring: first.ring.name, rec: first, size: first.size})
		first = q.newer(first)
	}
}

// cut orders the entries and leaves the excess to the next reading.
func (g *Reading) cut() {
	slices.SortFunc(g.Entries, func(x, y Placed) int { return cmp.Compare(x.Place, y.Place) })
	bytes := int64(0)
	for i, e := range g.Entries {
		if bytes += e.size; e.Place > g.Last {
			g.Entries = g.Entries[:i:i]
			return
		}
		if i == MaxRead || i > 0 && bytes > maxReadBytes {
			g.Entries, g.Last = g.Entries[:i:i], g.Entries[i-1].Place
			return
		}
	}
}

// present returns an entry as the reader needs it.
func (p *Position) present(e Placed) Placed {
	switch {
	case e.rec != nil && p.Short != nil:
		e.Short = p.Short(e.Place, &e.rec.Entry)
	case e.rec != nil:
		e.Entry = e.rec.share()
	case p.Short != nil:
		e.Entry, e.Short = nil, p.Short(e.Place, e.Entry)
	}
	e.rec = nil
	return e
}
