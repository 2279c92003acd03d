// Package journal records calls: the request, the answer and its reason, as one Entry for
// each call, in one Ring for each account. A journal is bounded by entries and by bytes,
// and a Position follows it live.
//
// A Recorder makes the entry of a call in progress. A closed entry never changes: readers
// get it without a copy, and when it loses its bodies for want of room, another takes its
// place. All but those who need the credentials of a call read its masked view.
//
// One mutex guards all rings. A call holds it for a few pointer moves, and it
// makes every limit and every count exact: the oldest entry of all accounts is
// found without a search.
//
// The package leaves to others the names of the headers with credentials, the meaning of an operation,
// the routes to show entries (package control), the shape of an entry (package client)
// and the order of the checks (package gate). Entries do not outlive the process, but
// their numbers go on.
package journal

import (
	"math"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// None is the name of the ring of calls without an account.
const None = client.NoAccount

// Limits say how much a journal keeps. A limit of zero or less keeps nothing; calls are
// still numbered and counted. Past a limit on the bytes of entries the oldest entries
// lose their bodies and changed records, and stay up to the limit on entries, unless even
// the rest of them is too much. The masked views of entries that somebody looked at come
// on top: less than the entries themselves, because they share what has no credential. So do
// cleared entries that a reader still needs, or the account of a port. Package sandbox makes
// the limits of its options; without such a flag the program takes a share of its container.
type Limits struct {
	Entries int   // entries of a ring
	Body    int   // bytes of one request or response body, or of one changed record
	Account int64 // bytes of a ring
	Total   int64 // bytes of all rings
}

// Defaults returns the default limits.
func Defaults() Limits {
	return Limits{Entries: 1000, Body: 64 << 10, Account: 8 << 20, Total: 128 << 20}
}

// memory is how many calls without an entry the journal remembers, so that a slow or
// returning reader gets the number of missed ones.
const memory = 32 << 10

// Journal holds the rings of all accounts. It is safe for concurrent use.
type Journal struct {
	Mask Mask // of its entries, set before the first call

	limits  Limits
	numbers numbers

	mu      sync.Mutex // guards the fields below, and the state of all rings and rows
	rings   map[string]*Ring
	log     list   // the rows of all rings
	last    int64  // the sequence number given last, see Sequence
	changed signal // of the next sequence number
	readers int
	left    []*row // cleared rows with an entry, for the readers, in the order of their clearing
	room    int64  // bytes of these
}

// New returns an empty journal. Its numbers begin at 1.
func New(limits Limits) *Journal {
	j := &Journal{limits: limits, rings: map[string]*Ring{}, log: list{memory: memory}}
	j.numbers.wanted = make(chan struct{}, 1)
	j.numbers.reserved.Store(math.MaxInt64)
	j.numbers.low.Store(math.MaxInt64)
	return j
}

// Limits returns how much the journal keeps.
func (j *Journal) Limits() Limits { return j.limits }

// Ring returns the ring with a name, a vendor code or None. It makes a new one
// when there is none.
func (j *Journal) Ring(name string) *Ring {
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.rings[name]
	if !ok {
		r = &Ring{journal: j, name: name, first: j.numbers.used + 1, number: j.numbers.used}
		j.rings[name] = r
	}
	return r
}

// Bytes returns how many bytes all stored entries hold.
func (j *Journal) Bytes() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.log.bytes
}

// store appends the entry of a closed recorder, and removes others to make room.
func (j *Journal) store(rec *Recorder) {
	r, size := rec.ring, rec.weigh()
	j.mu.Lock()
	defer j.mu.Unlock()
	rec.unlist()
	if r.removed || rec.Number <= r.floor || rec.forgotten {
		return
	}
	r.total++
	if rec.Refused() && rec.IsCall() {
		r.refused++
	}
	w := &row{Entry: &rec.Entry, ring: r, sequence: j.nextSequence(), number: rec.Number, size: size}
	r.kept.add(w)
	j.log.add(w)
	j.limit(&r.kept, j.limits.Account)
	for r.kept.length > max(j.limits.Entries, 0) {
		j.drop(r.kept.live()[0])
	}
	j.limit(&j.log, j.limits.Total)
	r.changed.send()
}

// limit makes the entries of a list fit into a number of bytes: the oldest lose
// their bodies first. They are dropped only when they take too much without.
func (j *Journal) limit(l *list, bytes int64) {
	for l.bytes > max(bytes, 0) {
		if w := l.toStrip(bytes); w != nil {
			j.strip(w)
		} else {
			j.drop(l.live()[0])
		}
	}
}

// strip takes the bodies and the changed records from an entry.
func (j *Journal) strip(w *row) {
	before := w.size
	w.Entry, w.stripped = w.Entry.strip(), true
	w.size = w.weigh()
	for _, l := range [...]*list{&w.ring.kept, &j.log} {
		l.bytes += w.size - before
		l.stripped += w.size
	}
}

// drop removes an entry because a limit is reached, and counts it.
func (j *Journal) drop(w *row) {
	w.ring.count(w.Entry)
	j.remove(w)
	w.Entry = nil
}

// remove removes a row from its ring and from the journal.
func (j *Journal) remove(w *row) {
	w.gone = true
	for _, l := range [...]*list{&w.ring.kept, &j.log} {
		l.length--
		l.bytes -= w.size
		if w.stripped {
			l.stripped -= w.size
		}
	}
}
