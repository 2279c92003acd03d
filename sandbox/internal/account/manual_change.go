package account

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// ManualChange is a change made by a person, a program or a scenario beside calls.
type ManualChange struct {
	Wall    time.Time
	Kind    client.EventKind
	Name    string            // of the feature, the question, the scenario or the setting
	Value   string            // on or off, the answer, or the fate of the scenario
	From    time.Time         // of EventClock, the clock before
	To      time.Time         // of EventClock, the clock then
	Changes []commerce.Change // of EventRecord
	Moved   Moved             // when a scenario made the change, "" for a person or a program
}

// Moved marks a scenario's change beside a call: before it, or after it.
type Moved string

// When a scenario makes a change.
const (
	MovedBefore Moved = "before"
	MovedAfter  Moved = "after"
)

// The bounds of an account's changes by hand. A larger change gets a mark in place
// of its images.
const (
	maxManualChanges    = 10_000
	maxManualBytes      = 16 << 20
	maxManualBytesInAll = 64 << 20 // of all accounts together
	maxImageBytes       = 1 << 20
)

// history is the changes by hand since the account began.
type history struct {
	mu    sync.Mutex
	since time.Time // on the machine's clock
	why   string    // it began then, such as: the account was reset
	hands []ManualChange
	bytes int
	lost  int  // changes without room
	ended bool // with its account: it takes no further changes
}

// add adds a change, unless it has no room in this history, or all accounts together
// keep too many bytes, as counted in inAll.
func (h *history) add(hand ManualChange, inAll *atomic.Int64) {
	size := imageBytes(hand.Changes)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended || len(h.hands) == maxManualChanges || h.bytes+size > maxManualBytes {
		h.lost++
		return
	}
	if inAll.Add(int64(size)) > maxManualBytesInAll {
		inAll.Add(-int64(size))
		h.lost++
		return
	}
	h.hands, h.bytes = append(h.hands, hand), h.bytes+size
}

// clear forgets all changes.
func (h *history) clear(inAll *atomic.Int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	inAll.Add(-int64(h.bytes))
	h.hands, h.bytes, h.lost = nil, 0, 0
}

// end forgets all changes, also those that come later.
func (h *history) end(inAll *atomic.Int64) {
	h.mu.Lock()
	h.ended = true
	h.mu.Unlock()
	h.clear(inAll)
}

func imageBytes(changes []commerce.Change) (n int) {
	for _, c := range changes {
		n += len(c.Before) + len(c.After)
	}
	return n
}

// haveImages reports whether changes have the bytes of their records. Changes of a
// large addition do not.
func haveImages(changes []commerce.Change) bool {
	return !slices.ContainsFunc(changes, func(c commerce.Change) bool { return len(c.Before)+len(c.After) == 0 })
}

// ManualChanges returns the changes by hand since the account began, in their order, and how
// many it does not keep.
func (a *Account) ManualChanges() (hands []ManualChange, lost int) {
	h := &a.history
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.hands), h.lost
}

// Began returns when and why the account began to keep changes by hand.
func (a *Account) Began() (since time.Time, why string) {
	h := &a.history
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.since, h.why
}

// begin makes the account keep changes by hand from now on, without the earlier ones.
func (a *Account) begin(why string) {
	h := &a.history
	h.clear(&a.registry.handBytes)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.since, h.why = a.registry.wall(), why
}

// recordManualChange records a change by hand.
func (a *Account) recordManualChange(hand ManualChange) {
	hand.Wall = a.registry.wall()
	a.history.add(hand, &a.registry.handBytes)
}

// savedUnless describes the fate of the text of a scenario.
func savedUnless(deleted bool) string {
	if deleted {
		return "deleted"
	}
	return "saved"
}
