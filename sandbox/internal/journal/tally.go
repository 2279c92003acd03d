package journal

import (
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
func (r *Ring) count(e *Entry) {
	if !e.IsCall() || e.Preview {
		return
	}
	ending := Ending{Operation: e.Operation, Status: e.Response.Status, Code: e.Response.Code, Cause: e.Cause, Departures: e.Departures, Affected: e.Scenarios != ""}
	if r.dropped[ending] == nil && len(r.dropped) >= maxEndings {
		ending = Ending{Unknown: true}
	}
	t := r.dropped[ending]
	if t == nil {
		if r.dropped == nil {
			r.dropped = map[Ending]*Tally{}
		}
		ending.Code = strings.Clone(ending.Code) // it may be a part of the address
		t = &Tally{Ending: ending, First: e.Number, Arrival: e.WallTime}
		r.dropped[ending] = t
	}
	t.Calls++
	t.First, t.Last = min(t.First, e.Number), max(t.Last, e.Number)
	if e.WallTime.Before(t.Arrival) {
		t.Arrival = e.WallTime
	}
}
