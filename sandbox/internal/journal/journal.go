// Package journal records calls: the request, the answer and its reason, as one Entry for
// each call, in one Ring for each account. A journal is bounded by entries and by bytes,
// and a Tail follows a ring live.
//
// A Recorder holds the entry of a call in progress. Recorders and their body buffers are
// reused, so that a call with an unread entry makes no garbage. The first reader of an
// entry marks its memory as shared, and shared memory is never reused. Readers therefore
// get the entry itself, without a copy, and must not change it.
//
// One mutex guards all rings. A call holds it for a few pointer moves, and it
// makes every limit and every count exact: the oldest entry of all accounts is
// found without a search.
//
// The package leaves to others the headers with credentials, the meaning of an operation,
// the routes to show entries (package control), the shape of an entry (package client)
// and the order of the checks (package gate). Entries do not outlive the process, but
// their numbers go on.
package journal

import (
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// None is the name of the ring of calls without an account.
const None = client.NoAccount

// Limits say how much a journal keeps. A limit of zero or less keeps nothing; calls are
// still numbered and counted. Past a limit on the bytes of entries the oldest entries
// lose their bodies and changed records, and stay up to the limit on entries, unless even
// the rest of them is too much.
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

// Journal holds the rings of all accounts. It is safe for concurrent use.
type Journal struct {
	limits  Limits
	unused  sync.Pool // of *Recorder
	blocks  blockPools
	numbers numbers

	mu        sync.Mutex // guards the fields below, and the state of all rings and stored recorders
	rings     map[string]*Ring
	all       queue         // all stored recorders, in the order of closing
	last      int64         // the sequence number given last, see Sequence
	dropped   int64         // highest sequence number of an entry dropped by a limit
	changed   chan struct{} // closed at the next sequence number; nil when no reader waits
	forgotten []drop        // the latest entries dropped by a limit, in their order
	readers   map[*Position]bool
	unread    unread
}

// New returns an empty journal. Its numbers begin at 1.
func New(limits Limits) *Journal {
	j := &Journal{limits: limits, rings: map[string]*Ring{}, readers: map[*Position]bool{}, all: queue{lane: laneJournal}}
	j.numbers.removeLimit()
	return j
}

// Ring returns the ring with a name, a vendor code or None. It makes a new one
// when there is none.
func (j *Journal) Ring(name string) *Ring {
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.rings[name]
	if !ok {
		r = &Ring{journal: j, name: name, kept: queue{lane: laneRing}}
		r.first = j.numbers.used + 1
		r.number.Store(j.numbers.used)
		j.rings[name] = r
	}
	return r
}

// Find returns the entry with an id, from any ring.
func (j *Journal) Find(id string) (*Entry, bool) {
	name, number, ok := ParseID(id)
	if !ok {
		return nil, false
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.rings[name]
	if !ok {
		return nil, false
	}
	for rec := r.kept.newest; rec != nil; rec = r.kept.older(rec) {
		if rec.Number == number {
			return rec.share(), true
		}
	}
	return nil, false
}

// Bytes returns how many bytes all stored entries hold.
func (j *Journal) Bytes() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.all.bytes
}

// store appends a closed recorder, and removes others to make room.
func (j *Journal) store(rec *Recorder) {
	r := rec.ring
	j.mu.Lock()
	defer j.mu.Unlock()
	rec.unlist()
	if r.removed.Load() || rec.Number <= r.floor || rec.forgotten {
		j.recycle(rec)
		return
	}
	r.closed++
	if rec.Refused() && rec.IsCall() {
		r.refused++
	}
	rec.order, rec.sequence = r.closed, j.nextSequence()
	r.kept.push(rec)
	j.all.push(rec)
	j.makeRoom(r)
	r.wake()
	j.wake()
}

// makeRoom removes entries until the ring and the journal are within their limits.
func (j *Journal) makeRoom(r *Ring) {
	j.limit(&r.kept, j.limits.Account)
	for r.kept.length > max(j.limits.Entries, 0) {
		j.drop(r.kept.oldest)
	}
	j.limit(&j.all, j.limits.Total)
}

// limit makes the entries of a queue fit into a number of bytes: the oldest lose
// their bodies first. They are dropped only when they take too much without.
func (j *Journal) limit(q *queue, bytes int64) {
	for q.bytes > max(bytes, 0) {
		if q.canStrip(bytes) {
			j.strip(q.whole)
		} else {
			j.drop(q.oldest)
		}
	}
}

// canStrip reports whether the next entry to strip is to be stripped. Stripped
// entries get three quarters of the bytes and the newest one the rest, because
// otherwise the latest call would have no body once the others take all room.
func (q *queue) canStrip(bytes int64) bool {
	return q.whole != nil && q.stripped <= bytes/4*3 && (q.whole != q.newest || q.newest.size > bytes/4)
}

// drop removes an entry because a limit is reached, and counts it.
func (j *Journal) drop(rec *Recorder) {
	rec.ring.count(rec)
	j.forget(drop{ring: rec.ring, sequence: rec.sequence, number: rec.Number})
	j.dropped = max(j.dropped, rec.sequence)
	j.remove(rec)
}

// remove removes a stored recorder from its ring and from the journal.
func (j *Journal) remove(rec *Recorder) {
	rec.ring.kept.remove(rec)
	j.all.remove(rec)
	j.recycle(rec)
}
