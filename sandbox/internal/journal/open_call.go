package journal

import (
	"slices"
	"time"
)

// OpenCall is a call that is admitted and not closed.
type OpenCall struct {
	ID        string
	Number    int64
	Protocol  string
	Operation string // "" for none
	Method    string
	URI       string
	Arrived   time.Time // wall time
	Waits     string    // for what it waits, in words; "" when it is being carried out
	Scenario  string    // which makes it wait, "" for none
	Since     time.Time // wall time at which it began to wait

	secrets []string
}

// Enroll gives a call its id, and lists it among those under way until it is closed.
func (r *Ring) Enroll(rec *Recorder) {
	if rec.listed {
		return
	}
	r.NextID(rec)
	rec.listed, rec.known = true, rec.Secrets
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	r.open = append(r.open, rec)
}

// EnrollWithoutAccount enrolls a call that belongs to no account.
func (rec *Recorder) EnrollWithoutAccount() { rec.journal.Ring(None).Enroll(rec) }

// unlist takes a call off the list, under the journal's lock.
func (rec *Recorder) unlist() {
	if rec.listed {
		at := slices.Index(rec.ring.open, rec)
		rec.ring.open = slices.Delete(rec.ring.open, at, at+1)
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
	rec.waits = waiting{what, scenario, wall}
}

// Resume records that a call goes on after it waited.
func (rec *Recorder) Resume() { rec.Wait("", "", time.Time{}) }

// UnderWay returns the calls that are under way, in the order of their arrival, but not
// those from before the last Clear: they leave no entry.
func (r *Ring) UnderWay() []OpenCall {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	return r.underWay()
}

// underWay is UnderWay under the journal's lock.
func (r *Ring) underWay() (list []OpenCall) {
	for _, rec := range r.open {
		if rec.Number > r.floor {
			list = append(list, rec.openCall())
		}
	}
	return list
}

// openCall returns a call on the list, under the journal's lock. Its goroutine changes no field
// read here.
func (rec *Recorder) openCall() OpenCall {
	return OpenCall{
		ID: rec.ID, Number: rec.Number, Protocol: rec.Protocol, Operation: rec.Operation,
		Method: rec.Request.Method, URI: rec.Request.URI, Arrived: rec.WallTime,
		Waits: rec.waits.what, Scenario: rec.waits.scenario, Since: rec.waits.since, secrets: rec.known,
	}
}

// waiting is what a call waits for.
type waiting struct {
	what, scenario string
	since          time.Time
}

// URIShown returns the URI without the secrets of the call.
func (u OpenCall) URIShown() string { return Mask{Secrets: u.secrets}.Text(u.URI) }

// Disown takes the call out of its ring, because its account has ended. Its entry then
// belongs to no account, is no call, and says how the account ended.
func (rec *Recorder) Disown(ended string) {
	rec.journal.mu.Lock()
	defer rec.journal.mu.Unlock()
	rec.unlist()
	if rec.ring != nil {
		rec.ring.wake() // for those who wait until no call is under way
	}
	rec.ring, rec.ID, rec.Number, rec.Ended = nil, "", 0, ended
}

// Forget makes the journal forget the call when it is closed: the ring began again before
// the call got its id.
func (rec *Recorder) Forget() { rec.forgotten = true }
