package journal

import (
	"iter"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

const (
	// maxRows is how many rows a ring keeps.
	maxRows = 100_000
	// firstPage and maxPage are the sizes of pages. A ring with few rows has small
	// ones, because there may be many rings.
	firstPage = 1 << 10
	maxPage   = 16 << 10
	// pageOverhead is the cost of a page beside its rows.
	pageOverhead = 128
)

// page is memory for some rows of a ring. Rows are only appended, so that a reader needs
// no lock for rows it knows of.
type page struct {
	ring  *Ring
	data  []byte
	first int64 // ordinal of its first row in the ring
	rows  int64
	last  int64 // highest number of a call among them
}

func (p *page) size() int64 { return int64(cap(p.data)) + pageOverhead }

// allRows are the rows of all rings. They take at most half of the journal.
type allRows struct {
	pages []*page // in the order in which they were begun
	bytes int64
	last  []byte // the last row; the next one takes its memory
}

// rows are the rows of a ring, the oldest first. Ordinals count all rows given to the
// ring.
type rows struct {
	pages   []*page
	next    int64 // ordinal of the next row
	cleared int64 // ordinal of the first row after the last Clear
	lost    int64 // rows since the last Clear, not kept any more
	lostTo  int64 // highest number of a call among these
}

// keepRow keeps the row of an entry dropped by a limit.
func (j *Journal) keepRow(rec *Recorder) {
	own := &rec.ring.rows
	j.rows.last = appendRow(j.rows.last[:0], &rec.Entry)
	p := j.pageFor(rec.ring, len(j.rows.last))
	if p == nil {
		own.lose(1, rec.Number)
	} else {
		p.data = append(p.data, j.rows.last...)
		p.rows++
		p.last = max(p.last, rec.Number)
	}
	own.next++
	if len(own.pages) > 1 && own.next-own.pages[0].first > maxRows {
		j.losePage(own.pages[0])
	}
}

// pageFor returns a page of a ring with room for a row of a length, nil when rows have no
// room or the journal keeps nothing.
func (j *Journal) pageFor(r *Ring, length int) *page {
	if min(int64(j.limits.Entries), j.limits.Account) <= 0 {
		return nil
	}
	own := &r.rows
	size := int64(max(firstPage, length))
	if n := len(own.pages); n > 0 {
		last := own.pages[n-1]
		if cap(last.data)-len(last.data) >= length {
			return last
		}
		size = max(size, min(2*int64(cap(last.data)), maxPage))
	}
	for len(j.rows.pages) > 0 && j.rows.bytes+size+pageOverhead > j.limits.Total/2 {
		j.losePage(j.rows.pages[0])
	}
	if j.rows.bytes+size+pageOverhead > j.limits.Total/2 {
		return nil
	}
	p := &page{ring: r, data: make([]byte, 0, size), first: own.next}
	own.pages, j.rows.pages = append(own.pages, p), append(j.rows.pages, p)
	j.rows.bytes += p.size()
	return p
}

// losePage drops a page, because rows have reached a limit.
func (j *Journal) losePage(p *page) {
	own := &p.ring.rows
	own.lose(p.rows, p.last)
	own.pages = slices.DeleteFunc(own.pages, func(q *page) bool { return q == p })
	j.rows.remove(p)
}

func (a *allRows) remove(p *page) {
	a.pages = slices.DeleteFunc(a.pages, func(q *page) bool { return q == p })
	a.bytes -= p.size()
}

// lose counts lost rows; number is the highest among them.
func (o *rows) lose(n, number int64) {
	o.lost += n
	o.lostTo = max(o.lostTo, number)
}

// RowBytes returns how many bytes the rows of all rings hold.
func (j *Journal) RowBytes() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.rows.bytes
}

// clearRows removes the rows of a ring, under the journal's lock.
func (j *Journal) clearRows(r *Ring) {
	for _, p := range r.rows.pages {
		j.rows.remove(p)
	}
	r.rows = rows{next: r.rows.next, cleared: r.rows.next}
}

// Sight is the content of a ring at one moment: the kept entries, and the rows of those
// dropped by a limit.
type Sight struct {
	Entries []*Entry // newest first
	Dropped int64    // entries since the last Clear dropped by a limit
	Lost    int64    // of these, without a row
	LostTo  int64    // highest number among the lost ones
	Cleared int64    // ordinal of the first row since the last Clear
	Next    int64    // ordinal of the next row

	UnderWay []client.CallUnderWay

	ring  *Ring
	pages []page
}

// Sight returns the ring's sight of the calls after the one numbered since, as List does.
func (r *Ring) Sight(since int64) Sight {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	s := Sight{
		Entries: r.afterLocked(since), Dropped: r.closed - r.cleared - int64(r.kept.length),
		Lost: r.rows.lost, LostTo: r.rows.lostTo, Cleared: r.rows.cleared, Next: r.rows.next, ring: r,
		UnderWay: r.underWay(),
	}
	for _, p := range r.rows.pages {
		s.pages = append(s.pages, *p)
	}
	return s
}

// Rows returns the rows from an ordinal on with their ordinals, the oldest first. A row
// is valid until the next one.
func (s Sight) Rows(from int64) iter.Seq2[int64, *Row] {
	return func(yield func(int64, *Row) bool) {
		var row Row
		d := &rowReader{ring: s.ring, texts: map[string]string{}}
		for _, p := range s.pages {
			if p.first+p.rows <= from {
				continue
			}
			d.left = p.data
			for ordinal := p.first; len(d.left) > 0; ordinal++ {
				if d.next(&row); ordinal >= from && !yield(ordinal, &row) {
					return
				}
			}
		}
	}
}
