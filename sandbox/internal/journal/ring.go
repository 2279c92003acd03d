package journal

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// Ring is the journal of one account, or of None. Its entries are in the order in which
// their calls ended, and its limits are those of the journal. It is safe for concurrent use.
type Ring struct {
	journal *Journal
	name    string
	first   int64 // the first number it gives

	// Guarded by the journal's mutex.
	number  int64 // the last number given to a call
	removed bool  // the journal dropped this ring
	kept    list
	open    []*Recorder       // of the calls under way, in the order of their arrival
	dropped map[Ending]*Tally // of the calls dropped by a limit since the last Clear
	total   int64             // entries stored since the last Clear
	refused int64             // of those, not answered with a success
	floor   int64             // number at the last Clear: calls up to it leave no entry
	changed signal            // an entry is stored, the entries are cleared, the ring is removed
}

// Counts say how much a ring holds. All count from the last Clear.
type Counts struct {
	Total   int64 // entries stored
	Kept    int64 // of those, still kept
	Refused int64 // of the total, not answered with a success
	Dropped int64 // of the total, dropped because a limit was reached
	Bytes   int64 // what the kept ones hold
}

// NextID gives a call the next number of the ring and returns its id. A call keeps its
// first id, except when the ring of that one was removed and it now belongs to another.
func (r *Ring) NextID(rec *Recorder) string {
	if rec.ring == r {
		return rec.ID
	}
	if r.journal.number(rec, r) {
		r.journal.numbers.give(rec.Number)
	}
	return rec.ID
}

// IDWithoutAccount gives a call that belongs to no account its id, as NextID does.
func (rec *Recorder) IDWithoutAccount() string { return rec.journal.Ring(None).NextID(rec) }

// ID returns the id of the call with a number, by the name of its ring.
func ID(name string, number int64) string {
	const maxID = 96 // a code has 64 bytes at most; this much stays on the stack
	id := make([]byte, 0, maxID)
	id = append(append(id, name...), '-')
	return string(strconv.AppendInt(id, number, 10))
}

// ParseID splits the id of an entry into the name of the ring, even with hyphens, and the
// number.
func ParseID(id string) (name string, number int64, ok bool) {
	at := strings.LastIndexByte(id, '-')
	if at < 1 {
		return "", 0, false
	}
	digits := id[at+1:]
	number, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || number < 1 || digits != strconv.FormatInt(number, 10) {
		return "", 0, false
	}
	return id[:at], number, true
}

// List returns the entries accepted by filter (nil accepts all), newest first, at most
// limit of them (0 or less: all), and how many there are without the limit. since is the
// number of an entry: only those stored after it are listed, or, where it is not kept,
// those with higher numbers; 0 lists all. The filter runs outside the journal's lock and
// may take its time.
func (r *Ring) List(filter func(*Entry) bool, since int64, limit int) (entries []*Entry, total int) {
	for _, e := range r.Sight(since).Entries {
		if filter != nil && !filter(e) {
			continue
		}
		total++
		if limit <= 0 || len(entries) < limit {
			entries = append(entries, e)
		}
	}
	return entries, total
}

// Entries returns the kept entries of the ring, oldest first.
func (r *Ring) Entries() []*Entry {
	entries := r.Sight(0).Entries
	slices.Reverse(entries)
	return entries
}

// Latest returns the entry stored last.
func (r *Ring) Latest() (*Entry, bool) {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	if r.kept.length == 0 {
		return nil, false
	}
	return r.kept.rows[len(r.kept.rows)-1].Entry, true
}

// Counts returns the ring's counts, taken at one moment.
func (r *Ring) Counts() Counts {
	r.journal.mu.Lock()
	defer r.journal.mu.Unlock()
	kept := int64(r.kept.length)
	return Counts{Total: r.total, Kept: kept, Refused: r.refused, Dropped: r.total - kept, Bytes: r.kept.bytes}
}

// Sight is the content of a ring at one moment.
type Sight struct {
	Entries  []*Entry              // the kept entries, newest first
	Dropped  int64                 // entries since the last Clear dropped by a limit
	Tallies  []Tally               // of the calls among these, in the order of their first calls
	UnderWay []client.CallUnderWay // in the order of their arrival, see Enroll
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
	s := Sight{Entries: make([]*Entry, 0, r.kept.length), Dropped: r.total - int64(r.kept.length), UnderWay: r.underWay(), Changed: r.changed.next(), Removed: r.removed}
	for _, t := range r.dropped {
		s.Tallies = append(s.Tallies, *t)
	}
	slices.SortFunc(s.Tallies, func(x, y Tally) int { return cmp.Compare(x.First, y.First) })
	for _, w := range slices.Backward(r.kept.live()) {
		if w.number == since {
			return s
		}
		s.Entries = append(s.Entries, w.Entry)
	}
	s.Entries = slices.DeleteFunc(s.Entries, func(e *Entry) bool { return e.Number <= since })
	return s
}

// RecordEvent stores an entry about a change by the account's clock at a moment, with the
// records from add. It is no call and has no protocol.
func (r *Ring) RecordEvent(wall, at time.Time, what string, add func(change func(kind, id string, before, after []byte))) {
	rec := r.journal.Begin(&http.Request{Method: client.ClockMethod}, wall)
	r.NextID(rec)
	rec.Operation, rec.AccountTime = client.ClockOperation, at
	rec.Response.Status = http.StatusOK
	rec.Why = shorten(what)
	add(rec.Change)
	rec.Close(wall)
}

// Restore stores an entry of another journal. The ring then gives numbers above it.
func (r *Ring) Restore(e client.Entry) {
	j := r.journal
	j.mu.Lock()
	r.number = max(r.number, e.Number)
	j.mu.Unlock()
	j.store(&Recorder{Entry: Entry{Entry: e, Mask: j.Mask}, journal: j, ring: r})
}
