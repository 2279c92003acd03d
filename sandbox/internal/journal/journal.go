// Package journal records calls: what was asked, what was answered and why, as
// one Entry for each call, in one Ring for each account. A journal is bounded by
// entries and by bytes, and a Tail follows a ring live.
//
// A Recorder holds the entry of a call in progress. Recorders and their body
// buffers are reused, so that a call whose entry is never read makes no garbage.
// The first reader of an entry marks its memory as shared, and shared memory is
// never reused. Readers therefore get the entry itself, without a copy, and must
// not change it.
//
// One mutex guards all rings. A call holds it for a few pointer moves, and it
// makes every limit and every count exact: the oldest entry of all accounts is
// found without a search.
//
// The package leaves to others which headers carry credentials, what an
// operation is, the routes that show entries (package control), the shape of an
// entry (package client) and the order of the checks (package gate). Entries do
// not outlive the process.
package journal

import (
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// None is the name of the ring of calls without an account.
const None = client.NoAccount

// Limits say how much a journal keeps. A limit of zero or less keeps nothing;
// calls are still numbered and counted.
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
	limits Limits
	unused sync.Pool // of *Recorder
	blocks blockPools

	mu    sync.Mutex // guards the fields below, and the state of all rings and stored recorders
	rings map[string]*Ring
	all   queue // all stored recorders, in the order of closing
	bytes int64
}

// New returns an empty journal.
func New(limits Limits) *Journal {
	return &Journal{limits: limits, rings: map[string]*Ring{}, all: queue{lane: laneJournal}}
}

// Ring returns the ring with a name, a vendor code or None. It makes a new one
// when there is none.
func (j *Journal) Ring(name string) *Ring {
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.rings[name]
	if !ok {
		r = &Ring{journal: j, name: name, kept: queue{lane: laneRing}}
		j.rings[name] = r
	}
	return r
}

// Drop removes a ring with all its entries and ends its tails. Calls of it that
// are still in progress leave no entry. A later ring of the same name counts from
// 1 again.
func (j *Journal) Drop(name string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	r, ok := j.rings[name]
	if !ok {
		return
	}
	delete(j.rings, name)
	r.removed = true
	r.empty()
	r.wake()
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
	return j.bytes
}

// store appends a closed recorder and drops what no longer fits: first the
// oldest of the ring, then the oldest of all.
func (j *Journal) store(rec *Recorder) {
	r := rec.ring
	j.mu.Lock()
	defer j.mu.Unlock()
	if r.removed || rec.Number <= r.floor {
		j.recycle(rec)
		return
	}
	r.closed++
	rec.sequence = r.closed
	r.kept.push(rec)
	j.all.push(rec)
	r.bytes += rec.size
	j.bytes += rec.size
	for r.kept.length > max(j.limits.Entries, 0) || r.bytes > max(j.limits.Account, 0) {
		j.remove(r.kept.oldest)
	}
	for j.bytes > max(j.limits.Total, 0) {
		j.remove(j.all.oldest)
	}
	r.wake()
}

// remove removes a stored recorder from its ring and from the journal.
func (j *Journal) remove(rec *Recorder) {
	rec.ring.kept.remove(rec)
	j.all.remove(rec)
	rec.ring.bytes -= rec.size
	j.bytes -= rec.size
	j.recycle(rec)
}
