package journal

import (
	"cmp"
	"slices"
)

// Reading is what a reader gets of a journal.
type Reading struct {
	Entries []Placed        // oldest first
	Missed  int64           // entries that a limit dropped before the reader got them
	Last    int64           // the place given last, after which the next reading begins
	Changed <-chan struct{} // closed when the next place is given
}

// Placed is an entry with its place among all that happens.
type Placed struct {
	Place int64
	Ring  string // its name
	Entry *Entry // nil when Short shows it
	Short []byte // what Short of the position made of it
}

// Position is how far a reader has read a journal. It belongs to one goroutine.
type Position struct {
	// Short, unless it is nil, makes what the reader needs of an entry, so that the
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
	j.left.trim(j.readers)
}

// Read returns the entries after the position of the rings with those names, of
// all rings for nil, and moves the position after them. It calls with under the
// same lock with the former place, to read what else has places. Entries that were
// cleared or removed since the last reading are among them, if there was one:
// a reader who comes back later does not get them, nor are they missed.
func (p *Position) Read(names []string, with func(since int64)) Reading {
	j := p.journal
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.changed == nil {
		j.changed = make(chan struct{})
	}
	reading, since := Reading{Last: j.last, Changed: j.changed}, p.place
	reading.readLeft(p, since, names)
	if names == nil {
		reading.add(p, &j.all, since)
	}
	for _, name := range names {
		if r, ok := j.rings[name]; ok {
			reading.add(p, &r.kept, since)
		}
	}
	reading.Missed += j.missedAfter(since, names)
	slices.SortFunc(reading.Entries, func(x, y Placed) int { return cmp.Compare(x.Place, y.Place) })
	with(since)
	p.place = j.last
	j.left.trim(j.readers)
	return reading
}

// add adds the entries of a queue after a place.
func (g *Reading) add(p *Position, q *queue, place int64) {
	for rec := q.newest; rec != nil && rec.place > place; rec = q.older(rec) {
		g.Entries = append(g.Entries, p.placed(rec))
	}
}

// placed returns an entry as the reader needs it.
func (p *Position) placed(rec *Recorder) Placed {
	if p.Short != nil {
		return Placed{Place: rec.place, Ring: rec.ring.name, Short: p.Short(rec.place, &rec.Entry)}
	}
	return Placed{Place: rec.place, Ring: rec.ring.name, Entry: rec.share()}
}
