package journal

import (
	"context"
	"sync"
	"sync/atomic"
)

// The numbers to reserve at a time: as many as the process has given, but at least the
// first and at most the second. A killed process leaves a gap of this size.
const (
	fewestReserved = 1_000
	maxReserved    = 100_000
)

// numbers makes the id of a call unique for the life of a data file, whether its
// account is deleted or the process is killed. One mark serves all rings: numbers
// up to it are reserved in the store, ahead of their use.
type numbers struct {
	reserved  atomic.Int64  // numbers up to it may be given
	low       atomic.Int64  // a number above it makes the journal reserve further ones
	wanted    chan struct{} // has an element when further ones are to be reserved
	reserving sync.Mutex    // held while numbers are reserved
	store     func(mark int64)
	before    int64 // the mark when the process began

	used int64 // guarded by Journal.mu: no new ring gives a number up to it
}

// Resume makes all rings begin after used, the last number of an earlier process, and
// reserves the first numbers. store stores the highest number that may be given; when it
// fails, calls go on all the same, because a full disk must not end them. Call Resume
// before the first ring is made.
func (j *Journal) Resume(used int64, store func(mark int64)) {
	n := &j.numbers
	n.used, n.before, n.store = used, used, store
	n.low.Store(used)
	n.reserve(used + 1)
}

// Reserve reserves further numbers ahead of their use until ctx is done, so that
// no call waits for the store.
func (j *Journal) Reserve(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-j.numbers.wanted:
			j.numbers.reserve(j.HighestNumber())
		}
	}
}

// HighestNumber returns the highest number of a call.
func (j *Journal) HighestNumber() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	used := j.numbers.used
	for _, r := range j.rings {
		used = max(used, r.number)
	}
	return used
}

// reserve reserves numbers above number, unless enough are reserved.
func (n *numbers) reserve(number int64) {
	n.reserving.Lock()
	defer n.reserving.Unlock()
	if number <= n.low.Load() {
		return
	}
	further := min(max(number-n.before, fewestReserved), maxReserved)
	n.store(number + further)
	n.reserved.Store(number + further)
	n.low.Store(number + further/2)
}

// give makes sure that a number is reserved. The call waits for the store only
// when others used up the reserved numbers faster than the store reserved more.
func (n *numbers) give(number int64) {
	if number <= n.low.Load() {
		return
	}
	if number > n.reserved.Load() {
		n.reserve(number)
		return
	}
	select {
	case n.wanted <- struct{}{}:
	default:
	}
}

// number gives a call the next number of a ring, and its id. It returns false for a call that
// has one already. A removed ring gives one above those of a new ring with its name,
// because no two calls may have the same id.
func (j *Journal) number(rec *Recorder, r *Ring) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if rec.ring != nil && !rec.ring.removed {
		return false
	}
	number := &r.number
	if r.removed {
		number = &j.numbers.used
		if again, opened := j.rings[r.name]; opened {
			number = &again.number
		}
	}
	*number++
	rec.ring, rec.Number, rec.Account = r, *number, r.name
	if r.name == None {
		rec.Account = ""
	}
	rec.ID = ID(r.name, rec.Number)
	return true
}
