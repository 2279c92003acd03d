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

// Read returns the entries after a place of the rings with those names, of all
// rings for nil. It calls with under the same lock, to read what else has places.
// What was cleared or removed is not missed.
func (j *Journal) Read(place int64, names []string, with func()) Reading {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.changed == nil {
		j.changed = make(chan struct{})
	}
	reading := Reading{Last: j.last, Changed: j.changed}
	if names == nil {
		reading.readAll(j, place)
	} else {
		reading.readRings(j, place, names)
	}
	slices.SortFunc(reading.Entries, func(x, y Placed) int { return cmp.Compare(x.Place, y.Place) })
	with()
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
