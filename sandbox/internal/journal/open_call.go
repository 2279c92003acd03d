package journal

import (
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// Enroll gives a call its id, and lists it among those under way until it is closed.
func (r *Ring) Enroll(rec *Recorder) {
	if rec.listed {
		return
	}
	r.NextID(rec)
	rec.listed, rec.known = true, rec.Mask.Secrets
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	r.open = append(r.open, rec)
}

// EnrollWithoutAccount enrolls a call that belongs to no account.
func (rec *Recorder) EnrollWithoutAccount() { rec.journal.Ring(None).Enroll(rec) }

// unlist takes a call off the list, under the journal's lock.
func (rec *Recorder) unlist() {
	if rec.listed {
		rec.ring.open = slices.DeleteFunc(rec.ring.open, func(open *Recorder) bool { return open == rec })
		rec.listed = false
	}
}

// Wait records that a call on the list waits from now on, because of a scenario unless its
// name is "". Resume ends it.
func (rec *Recorder) Wait(what, scenario string, wall time.Time) {
	if !rec.listed {
		return
	}
	rec.journal.mu.Lock()
	defer rec.journal.mu.Unlock()
	rec.waits = &client.CallUnderWay{WaitsFor: what, WaitsSince: wall, Scenario: scenario}
}

// Resume records that a call goes on after it waited.
func (rec *Recorder) Resume() { rec.Wait("", "", time.Time{}) }

// underWay returns the calls that are under way, but not those from before the last Clear:
// they leave no entry. Their Text is empty. The journal's lock is held: the goroutines of the
// calls change no field read here without it.
func (r *Ring) underWay() (list []client.CallUnderWay) {
	for _, rec := range r.open {
		if rec.Number <= r.floor {
			continue
		}
		call := client.CallUnderWay{}
		if rec.waits != nil {
			call = *rec.waits
		}
		call.ID, call.Protocol, call.Operation, call.WallTime = rec.ID, rec.Protocol, rec.Operation, rec.WallTime
		call.Method, call.URI = rec.Request.Method, Mask{Secrets: rec.known}.Text(rec.Request.URI)
		list = append(list, call)
	}
	return list
}

// NameOperation sets the operation of a call that may be on the list.
func (rec *Recorder) NameOperation(id string) {
	rec.journal.mu.Lock()
	defer rec.journal.mu.Unlock()
	rec.Operation = id
}

// Disown takes the call out of its ring, because its account has ended. Its entry then
// belongs to no account, is no call, and says how the account ended.
func (rec *Recorder) Disown(ended string) {
	rec.journal.mu.Lock()
	defer rec.journal.mu.Unlock()
	rec.unlist()
	if rec.ring != nil {
		rec.ring.changed.send() // for those who wait until no call is under way
	}
	rec.ring, rec.ID, rec.Number, rec.Ended = nil, "", 0, ended
}

// Forget makes the journal forget the call when it is closed: the ring began again before
// the call got its id.
func (rec *Recorder) Forget() { rec.forgotten = true }
