package account_test

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

const noRule = "rules: [{on: login, cut: reset}]"

func answers(nulls string) map[catalog.QuestionID]string {
	return map[catalog.QuestionID]string{catalog.Nulls: nulls}
}

// ports opens two accounts with a port, accounts at them, and one without.
func (e *environment) ports(t *testing.T) *account.Registry {
	t.Helper()
	r := e.start(t, account.Baseline{})
	frozen, moved := clock.State{Mode: clock.Frozen, At: noon}, clock.State{Mode: clock.Moved, Offset: time.Hour}
	for _, request := range []account.OpenRequest{
		{Code: "P", Document: account.Document{Port: true, Run: "p", TTL: time.Minute, Clock: &frozen, Answers: answers("omitted")}, Own: map[string]string{"mine": noRule}},
		{Code: "Q", Document: account.Document{Port: true, Clock: &moved}},
		{Code: "LONE"},
		{Code: "P2", Owner: "P"},
		{Code: "A1", Owner: "P", Document: account.Document{Run: "own", TTL: time.Hour, Clock: &moved, Answers: answers("shown")}, Own: map[string]string{"other": noRule}},
		{Code: "P2", Owner: "Q", Own: map[string]string{"mine": noRule}},
	} {
		e.now = e.now.Add(time.Second)
		must(t, errorOf(r.Open(t.Context(), request)))
	}
	return r
}

// shownCode returns the code of an account, "none" for none, and the alias in place of a code
// that nobody chose.
func shownCode(a *account.Account, known bool) string {
	switch {
	case !known:
		return "none"
	case a.Document().Alias != "":
		return a.Owner().Code + "'s " + a.Document().Alias
	}
	return a.Code
}

func family(r *account.Registry, code string) string {
	var codes []string
	for _, a := range r.Family(code) {
		codes = append(codes, shownCode(a, true))
	}
	return strings.Join(codes, ", ")
}

// TestPorts finds accounts at the ports of others, and says what they have from there.
func TestPorts(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	r := e.ports(t)
	for code, want := range map[string]string{"P": "P, P2, A1", "Q": "Q, Q's P2", "LONE": "LONE", "NONE": ""} {
		if got := family(r, code); got != want {
			t.Errorf("the family of %s: got %s, want %s", code, got, want)
		}
	}
	for _, test := range []struct{ owner, code, at, find string }{
		{"", "P2", "P2", "P2"}, {"", "NONE", "none", "none"},
		{"P", "P", "P", "P"}, {"P", "P2", "P2", "P2"}, {"P", "LONE", "P", "LONE"}, {"P", "NONE", "none", "none"},
		{"Q", "P2", "Q's P2", "Q's P2"}, {"Q", "A1", "none", "A1"}, {"Q", "P", "Q", "P"},
	} {
		if got := shownCode(r.AtPort(test.owner, test.code)); got != test.at {
			t.Errorf("a call with %s at the port of %q: got %s, want %s", test.code, test.owner, got, test.at)
		}
		if got := shownCode(r.FindAt(test.owner, test.code)); got != test.find {
			t.Errorf("%s at the port of %q: got %s, want %s", test.code, test.owner, got, test.find)
		}
	}
	type inherited struct {
		owner, run string
		ttl        time.Duration
		mode       clock.Mode
		nulls      string
		own        []string
	}
	for code, want := range map[string]inherited{
		"P2": {"P", "p", time.Minute, clock.Frozen, "omitted", []string{"mine"}},
		"A1": {"P", "own", time.Hour, clock.Moved, "shown", []string{"mine", "other"}},
		"P":  {"", "p", time.Minute, clock.Frozen, "omitted", []string{"mine"}},
	} {
		a, _ := r.Find(code)
		same := func(when string) {
			t.Helper()
			d := a.Document()
			if got := (inherited{d.Owner, d.Run, d.TTL, a.Clock.State().Mode, a.Settings().Answers.Get(catalog.Nulls), slices.Sorted(maps.Keys(d.Own))}); !reflect.DeepEqual(got, want) {
				t.Errorf("%s %s: got %+v, want %+v", code, when, got, want)
			}
		}
		same("opened")
		other := map[string]string{"shown": "omitted", "omitted": "shown"}[want.nulls]
		must(t, a.Change(t.Context(), answering(catalog.Nulls, other)), moveClock(t, a, func(c *clock.Clock) error { c.Real(); return nil }), reset(t, &a, client.ToEmpty, nil))
		same("reset")
	}
	if alias, _ := r.FindAt("Q", "P2"); alias.Document().Clock != nil || !strings.HasPrefix(alias.Code, "acct-") || len(alias.Code) != 15 {
		t.Errorf("got %s with %+v, want a code that nobody chose and the clock of a new account", alias.Code, alias.Document())
	}
	if _, err := r.Open(t.Context(), account.OpenRequest{Code: "P2", Owner: "P"}); !errors.Is(err, account.ErrTaken) {
		t.Errorf("again: got error %v, want %v", err, account.ErrTaken)
	}
	if _, err := r.Open(t.Context(), account.OpenRequest{Code: "NEW", Owner: "NONE"}); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("at no port: got error %v, want %v", err, account.ErrUnknown)
	}
	if a, err := r.FindOrOpen(t.Context(), "Q", "P3"); err != nil || a.Owner().Code != "Q" {
		t.Errorf("got error %v, want an account at the port", err)
	}
}

// TestPortsEnd deletes accounts with a port after a restart: those at it go too, and no other.
func TestPortsEnd(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	e.ports(t)
	r := e.start(t, account.Baseline{})
	if got, want := family(r, "P"), "P, A1, P2"; got != want {
		t.Errorf("after a restart: got %s, want %s", got, want)
	}
	p2 := find(t, r, "P2")
	e.now = e.now.Add(time.Hour)
	p2.RecordCall(e.now)
	e.now = e.now.Add(time.Minute) // no call of P itself
	if idle, err := r.DeleteIdle(t.Context(), 0); err != nil || len(idle) != 1 || idle[0].Code != "A1" {
		t.Errorf("got %v, %v, want the account without a call deleted", idle, err)
	}
	must(t, reset(t, &p2, client.ToWorld, nil))
	must(t, errorOf(r.Delete(t.Context(), "P2")))
	if got := shownCode(r.AtPort("Q", "P2")); got != "Q's P2" {
		t.Errorf("by its alias: got %s", got)
	}
	must(t, errorOf(r.FindOrOpen(t.Context(), "P", "P3")))
	must(t, errorOf(r.Delete(t.Context(), "P")))
	var left []string
	for _, a := range r.All() {
		left = append(left, shownCode(a, true))
	}
	slices.Sort(left)
	if got, want := strings.Join(left, ", "), "LONE, Q, Q's P2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestClearedCalls keeps the calls of a port that left their journal.
func TestClearedCalls(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	e.limits.Entries = 5
	r := e.ports(t)
	calls := func(code string, count int) *account.Account {
		a := find(t, r, code)
		for range count {
			e.record(a)
		}
		return a
	}
	p := find(t, r, "P")
	p.ClearCalls() // there are none
	calls("P", 2).ClearCalls()
	calls("A1", 3).ClearCalls()
	calls("LONE", 4).ClearCalls()
	p2, kept := calls("P2", 5), calls("P", 1)
	must(t, reset(t, &kept, client.ToWorld, []client.Part{client.KeepJournal}))
	must(t, errorOf(p2.Delete(t.Context())))
	calls("A1", 7).ClearCalls()
	var got []int
	journals, dropped := p.ClearedCalls()
	for _, journal := range journals {
		got = append(got, len(journal))
	}
	if !slices.Equal(got, []int{2, 3, 5, 5}) || dropped != 2 {
		t.Errorf("got %v calls and %d more, want 2, 3, 5, 5 and 2 more", got, dropped)
	}
	if got, dropped := find(t, r, "LONE").ClearedCalls(); len(got) != 0 || dropped != 0 {
		t.Errorf("got %d journals and %d calls of an account without a port, want none", len(got), dropped)
	}
}

// TestRoomOfClearedCalls clears the calls of ports until there is no room: a port has a
// quarter of the bytes of all journals, all have these bytes, and a deleted one gives its own
// back.
func TestRoomOfClearedCalls(t *testing.T) {
	t.Parallel()
	const each = 10
	e := newEnvironment(t)
	e.limits.Total = 400 << 10
	r := e.ports(t)
	for _, code := range []string{"R", "S", "T"} {
		must(t, errorOf(r.Open(t.Context(), account.OpenRequest{Code: code, Document: account.Document{Port: true}})))
	}
	size := int64(0) // of the calls cleared at once, nearly always the same
	fill := func(code string) (bytes int64) {
		a := find(t, r, code)
		_, before := a.ClearedCalls()
		for {
			for range each {
				e.record(a)
			}
			size = a.Ring.Counts().Bytes
			a.ClearCalls()
			if _, dropped := a.ClearedCalls(); dropped > before {
				if dropped != before+each {
					t.Errorf("%s: got %d calls without room, want %d more", code, dropped, each)
				}
				return bytes
			}
			bytes += size
		}
	}
	share, all := e.limits.Total/4, int64(0)
	for _, code := range []string{"P", "Q", "R", "S"} {
		bytes := fill(code)
		if all += bytes; bytes > share || bytes <= share-2*size {
			t.Errorf("%s: got %d bytes of calls, want nearly %d", code, bytes, share)
		}
	}
	if bytes := fill("T"); all+bytes > e.limits.Total || all+bytes <= e.limits.Total-2*size {
		t.Errorf("T: got %d bytes of calls beside %d, want nearly %d together", bytes, all, e.limits.Total)
	}
	must(t, errorOf(r.Delete(t.Context(), "P")))
	if bytes := fill("T"); bytes <= share/2 {
		t.Errorf("T: got %d bytes of calls after P was deleted, want more", bytes)
	}
}
