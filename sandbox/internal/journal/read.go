package journal

import (
	"cmp"
	"slices"
	"sort"
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
	*Entry
}

// Position is how far a reader has read a journal. It belongs to one goroutine.
type Position struct {
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
	reading.readLeft(&j.left, since, names)
	if names == nil {
		reading.readAll(j, since)
	} else {
		reading.readRings(j, since, names)
	}
	slices.SortFunc(reading.Entries, func(x, y Placed) int { return cmp.Compare(x.Place, y.Place) })
	with(since)
	p.place = j.last
	j.left.trim(j.readers)
	return reading
}

func (g *Reading) readAll(j *Journal, place int64) {
	g.add(&j.all, place)
	if place >= j.dropped {
		return
	}
	for _, r := range j.rings {
		g.Missed += r.droppedAfter(place)
	}
}

func (g *Reading) readRings(j *Journal, place int64, names []string) {
	for _, name := range names {
		if r, ok := j.rings[name]; ok {
			g.add(&r.kept, place)
			g.Missed += r.droppedAfter(place)
		}
	}
}

// add adds the entries of a queue after a place.
func (g *Reading) add(q *queue, place int64) {
	for rec := q.newest; rec != nil && rec.place > place; rec = q.older(rec) {
		g.Entries = append(g.Entries, Placed{rec.place, rec.share()})
	}
}

// droppedAfter returns how many entries after a place were dropped, as far as the
// ring remembers them.
func (r *Ring) droppedAfter(place int64) int64 {
	first := sort.Search(len(r.dropped), func(i int) bool { return r.dropped[i].place > place })
	return int64(len(r.dropped) - first)
}
