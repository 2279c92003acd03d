package account

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Hand is a change that a person or a program made beside calls, with what it takes
// to make it again.
type Hand struct {
	Place   int64                 `json:"-"` // after the calls up to that place
	Wall    time.Time             `json:"wall_time"`
	Kind    client.EventKind      `json:"kind"`
	Name    string                `json:"name,omitempty"`   // of the feature, the question, or the scenario
	Value   string                `json:"value,omitempty"`  // on or off, the answer, or the YAML of a scenario
	Clock   *clock.State          `json:"clock,omitempty"`  // of EventClock
	From    time.Time             `json:"from,omitzero"`    // of EventClock, what the clock showed before
	To      time.Time             `json:"to,omitzero"`      // of EventClock, what it showed then
	Active  *scenario.ActiveState `json:"active,omitempty"` // of EventScenario, nil when it was deactivated
	Own     bool                  `json:"own,omitempty"`    // of EventScenario: its text was saved as one of this account alone, or deleted when Value is ""
	Changes []commerce.Change     `json:"-"`                // of EventRecord
	Moved   Moved                 `json:"moved,omitempty"`  // when a scenario made the change, "" for a person or a program
}

// Moved says that a scenario made a change beside a call: before it, or after it.
type Moved string

// When a scenario makes a change.
const (
	MovedBefore Moved = "before"
	MovedAfter  Moved = "after"
)

// The bounds of what an account keeps of the changes by hand. A change of more
// records than that gets a mark in place of its images.
const (
	mostHands      = 10_000
	mostHandBytes  = 16 << 20
	mostBytesInAll = 64 << 20 // of all accounts together
	mostImageBytes = 1 << 20
)

// history is the changes by hand since the latest mark.
type history struct {
	mu    sync.Mutex
	hands []Hand
	bytes int
	lost  int // changes that found no room
}

// add adds a change, unless it has no room in this history, or all accounts together
// keep too many bytes, which inAll counts.
func (h *history) add(hand Hand, inAll *atomic.Int64) {
	size := len(hand.Value) + imageBytes(hand.Changes)
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.hands) == mostHands || h.bytes+size > mostHandBytes {
		h.lost++
		return
	}
	if inAll.Add(int64(size)) > mostBytesInAll {
		inAll.Add(-int64(size))
		h.lost++
		return
	}
	h.hands, h.bytes = append(h.hands, hand), h.bytes+size
}

// clear forgets all changes, because a mark was made or the account is deleted.
func (h *history) clear(inAll *atomic.Int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	inAll.Add(-int64(h.bytes))
	h.hands, h.bytes, h.lost = nil, 0, 0
}

func imageBytes(changes []commerce.Change) (n int) {
	for _, c := range changes {
		n += len(c.Before) + len(c.After)
	}
	return n
}

// haveImages reports whether changes have the bytes of their records, as those of a
// large addition do not.
func haveImages(changes []commerce.Change) bool {
	return !slices.ContainsFunc(changes, func(c commerce.Change) bool { return len(c.Before)+len(c.After) == 0 })
}

// Hands returns the changes by hand after a place, in their order, and how many the
// account does not keep.
func (a *Account) Hands(place int64) (after []Hand, lost int) {
	h := &a.history
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, hand := range h.hands {
		if hand.Place >= place {
			after = append(after, hand)
		}
	}
	return after, h.lost
}

// recordHand records a change by hand.
func (a *Account) recordHand(hand Hand) {
	hand.Place, hand.Wall = a.Ring.Mark().Place, a.registry.wall()
	a.history.add(hand, &a.registry.handBytes)
}

// recordRecords records records that were changed by hand. After a change of very
// many, calls can be repeated only from then on.
func (a *Account) recordRecords(changes []commerce.Change, moved Moved) {
	switch {
	case len(changes) == 0:
	case imageBytes(changes) > mostImageBytes || !haveImages(changes):
		a.setMark("records were changed by hand")
	default:
		a.recordHand(Hand{Kind: client.EventRecord, Changes: changes, Moved: moved})
	}
}

// RecordLibrary records a change of the library of scenarios: the YAML of the
// scenario, "" when it was deleted.
func (r *Registry) RecordLibrary(name, yaml string) {
	for _, a := range r.All() {
		a.recordHand(Hand{Kind: client.EventLibrary, Name: name, Value: yaml})
	}
}
