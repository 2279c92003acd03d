package journal

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// Ending is how a call ended, as a ring remembers it of a dropped call.
type Ending struct {
	Operation  string
	Status     int
	Code       string
	Cause      client.Cause
	Departures int  // the set of spellings that the document does not have
	Affected   bool // whether a scenario affected the call
	Unknown    bool // the ring counts too many endings already, and nothing else is known
}

// Entry returns an entry with the ending and nothing else.
func (e Ending) Entry() *Entry {
	return &Entry{Entry: client.Entry{Operation: e.Operation, Cause: e.Cause, Departures: e.Departures, Response: client.Response{Status: e.Status, Code: e.Code}}}
}

// Tally counts the dropped calls of a ring with one ending. Previews are no calls.
type Tally struct {
	Ending
	Calls       int64
	First, Last int64     // lowest and highest number among the calls
	Arrival     time.Time // of the one that arrived first, on the machine's clock
}

// maxEndings is how many endings a ring counts, because scenarios make codes up. The
// calls with further ones have the ending Unknown.
const maxEndings = 256

// count counts an entry dropped by a limit, under the journal's lock.
func (r *Ring) count(rec *Entry) {
	if !rec.IsCall() || rec.Preview {
		return
	}
	ending := Ending{Operation: rec.Operation, Status: rec.Response.Status, Code: rec.Response.Code, Cause: rec.Cause, Departures: rec.Departures, Affected: rec.Scenarios != ""}
	t := r.dropped[ending]
	if t == nil {
		t = r.newTally(ending, rec)
	}
	t.Calls++
	t.First, t.Last = min(t.First, rec.Number), max(t.Last, rec.Number)
	if rec.WallTime.Before(t.Arrival) {
		t.Arrival = rec.WallTime
	}
}

// newTally returns the tally of an ending that the ring does not count yet.
func (r *Ring) newTally(ending Ending, rec *Entry) *Tally {
	if len(r.dropped) >= maxEndings {
		ending = Ending{Unknown: true}
		if t := r.dropped[ending]; t != nil {
			return t
		}
	}
	if r.dropped == nil {
		r.dropped = map[Ending]*Tally{}
	}
	ending.Code = strings.Clone(ending.Code) // it may be a part of the address
	t := &Tally{Ending: ending, First: rec.Number, Arrival: rec.WallTime}
	r.dropped[ending] = t
	return t
}

// Sight is the content of a ring at one moment.
type Sight struct {
	Entries  []*Entry              // the kept entries, newest first
	Dropped  int64                 // entries since the last Clear dropped by a limit
	Tallies  []Tally               // of the calls among these, in the order of their first calls
	UnderWay []client.CallUnderWay // as UnderWay returns them
	Changed  <-chan struct{}       // closed at the next change of the ring
	Removed  bool                  // the journal dropped the ring, so that it never changes again
}

// ErrRemoved ends what waits for calls of a ring that the journal dropped.
var ErrRemoved = errors.New("the journal of this account was removed")

// Sight returns the ring's sight of the calls after the one numbered since, as List does.
// The tallies are of all calls.
func (r *Ring) Sight(since int64) Sight {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	return Sight{Entries: r.afterLocked(since), Dropped: r.closed - r.cleared - int64(r.kept.length), Tallies: r.tallies(), UnderWay: r.underWay(), Changed: r.changed.next(), Removed: r.removed.Load()}
}

// Tallies returns the tallies of the dropped calls, in the order of their first calls.
func (r *Ring) Tallies() []Tally {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	return r.tallies()
}

func (r *Ring) tallies() (list []Tally) {
	for _, t := range r.dropped {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(x, y Tally) int { return cmp.Compare(x.First, y.First) })
	return list
}
