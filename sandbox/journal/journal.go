// Package journal keeps what was asked, what was answered and why: one Entry
// per call, in one Ring per account, bounded by entries and by bytes, and
// followed live by a Tail.
//
// A call in progress is a Draft. Drafts and their body buffers are reused, so
// a call that nobody looks at costs no garbage; the first reader of an entry
// marks its memory as shared, and shared memory is never reused. Readers thus
// get the entry itself, without a copy, and must not change it.
//
// One mutex guards all rings. It is held for a few pointer moves per call and
// makes every cap and every count exact: the oldest entry over all accounts is
// always known, without a search.
//
// What is left to others: which headers carry credentials, what an operation
// is, the routes that show the entries (package control) and the order of the
// checks (package gate). Nothing outlives the process.
package journal

import (
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// None is the name of the ring of calls whose account is not known; their ids
// are none-1, none-2 and so on.
const None = client.NoAccount

// Limits says how much is kept. A limit of zero or less keeps nothing; calls are
// still numbered and counted.
type Limits struct {
	Entries int   // entries per ring
	Body    int   // bytes of one request or response body, or of one changed record
	Account int64 // bytes per ring
	Total   int64 // bytes over all rings
}

// Defaults are the limits of a sandbox that was started without other wishes.
func Defaults() Limits {
	return Limits{Entries: 1000, Body: 64 << 10, Account: 8 << 20, Total: 128 << 20}
}

// Journal holds the rings of all accounts. It is safe for concurrent use.
type Journal struct {
	limits Limits
	drafts sync.Pool
	blocks blockPools

	mu    sync.Mutex // guards all below and every ring's and stored draft's state
	rings map[string]*Ring
	all   queue // every stored draft, in the order of closing
	bytes int64
}

// New makes an empty journal.
func New(limits Limits) *Journal {
	return &Journal{limits: limits, rings: map[string]*Ring{}, all: queue{lane: laneJournal}}
}

// Ring returns the ring of that name, an account's code or None, and makes it
// when there is none yet.
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

// Drop forgets a ring with all its entries and ends its tails. Calls still in
// progress on it leave no entry. A ring made later under the same name counts
// from 1 again.
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

// Find returns the entry with that id, whichever ring keeps it.
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
	for d := r.kept.newest; d != nil; d = r.kept.older(d) {
		if d.Number == number {
			return d.share(), true
		}
	}
	return nil, false
}

// Bytes is what all stored entries together hold.
func (j *Journal) Bytes() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.bytes
}

// store appends a closed draft and drops what no longer fits: first the ring's
// oldest, then the oldest of all.
func (j *Journal) store(d *Recorder) {
	r := d.ring
	j.mu.Lock()
	defer j.mu.Unlock()
	if r.removed || d.Number <= r.floor {
		j.recycle(d)
		return
	}
	r.closed++
	d.sequence = r.closed
	r.kept.push(d)
	j.all.push(d)
	r.bytes += d.size
	j.bytes += d.size
	for r.kept.length > max(j.limits.Entries, 0) || r.bytes > max(j.limits.Account, 0) {
		j.remove(r.kept.oldest)
	}
	for j.bytes > max(j.limits.Total, 0) {
		j.remove(j.all.oldest)
	}
	r.wake()
}

// remove takes a stored draft out of its ring and of the journal.
func (j *Journal) remove(d *Recorder) {
	d.ring.kept.remove(d)
	j.all.remove(d)
	d.ring.bytes -= d.size
	j.bytes -= d.size
	j.recycle(d)
}
