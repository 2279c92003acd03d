package account_test

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// TestTooManyAccounts lets too many callers open accounts at once. A deleted account and
// one that could not be opened make room again.
func TestTooManyAccounts(t *testing.T) {
	t.Parallel()
	const most, callers = 3, 20
	e := newEnvironment(t)
	e.most = most
	r := e.start(t, account.Baseline{})
	var calling sync.WaitGroup
	var faults [callers]error
	for i := range callers {
		calling.Go(func() { _, faults[i] = r.FindOrOpen(t.Context(), "", fmt.Sprint("CODE-", i)) })
	}
	calling.Wait()
	opened := 0
	for _, err := range faults {
		var many *account.TooManyError
		switch {
		case err == nil:
			opened++
		case !errors.As(err, &many):
			t.Errorf("got %v, want too many accounts", err)
		}
	}
	if all := r.All(); opened != most || len(all) != most {
		t.Errorf("opened %d and have %d, want %d", opened, len(all), most)
	}
	_, err := r.Open(t.Context(), account.OpenRequest{Code: "MORE"})
	if got, want := messageOf(err), "no further accounts are possible, because their limit of 3 is reached"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	must(t, errorOf(r.Delete(t.Context(), r.All()[0].Code)))
	e.fault = errors.New("no world")
	if _, err := r.Open(t.Context(), account.OpenRequest{Code: "MORE"}); err == nil {
		t.Error("got an account without a world")
	}
	e.fault = nil
	if _, err := r.Open(t.Context(), account.OpenRequest{Code: "MORE"}); err != nil {
		t.Errorf("got %v, want room for one account", err)
	}
}

// TestCodesLeaveNothing expects nothing in the journal of an account that was deleted or
// could not be opened.
func TestCodesLeaveNothing(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	r := e.start(t, account.Baseline{})
	before := e.journal.Ring("CODE")
	e.fault = errors.New("no world")
	if _, err := r.FindOrOpen(t.Context(), "", "CODE"); err == nil {
		t.Error("got an account without a world")
	}
	if e.journal.Ring("CODE") == before {
		t.Error("the journal keeps the ring of an account that could not be opened")
	}
	e.fault = nil
	before = find(t, r, "CODE").Ring
	must(t, errorOf(r.Delete(t.Context(), "CODE")))
	if e.journal.Ring("CODE") == before {
		t.Error("the journal keeps the ring of an account that was deleted")
	}
}

// TestDeleteIdle finds the idle accounts, also after a restart.
func TestDeleteIdle(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	r := e.start(t, account.Baseline{})
	for _, code := range []string{"DEMO", "IDLE", "CALLED"} {
		find(t, r, code)
	}
	e.now = e.now.Add(time.Hour)
	find(t, r, "CALLED").RecordCall(e.now)
	find(t, r, "CALLED").RecordCall(noon) // an earlier call, read later
	idle := func(r *account.Registry, want ...account.Idle) {
		t.Helper()
		got, err := r.DeleteIdle(t.Context(), time.Minute, "DEMO")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %v %v, want %v", got, err, want)
		}
	}
	for code, ttl := range map[string]time.Duration{"LONGER": 2 * time.Hour, "SHORTER": time.Second} {
		must(t, errorOf(r.Open(t.Context(), account.OpenRequest{Code: code, Document: account.Document{TTL: ttl}})))
	}
	idle(r, account.Idle{Code: "IDLE", TTL: time.Minute})
	e.now = e.now.Add(2 * time.Second)
	idle(r, account.Idle{Code: "SHORTER", TTL: time.Second})
	e.now = e.now.Add(time.Hour)
	restarted := e.start(t, account.Baseline{})
	idle(restarted)
	e.now = e.now.Add(time.Hour)
	idle(restarted, account.Idle{Code: "CALLED", TTL: time.Minute})
	e.now = e.now.Add(2 * time.Hour)
	idle(restarted, account.Idle{Code: "LONGER", TTL: 2 * time.Hour})
	if _, found := restarted.Find("DEMO"); !found {
		t.Error("the kept account is gone")
	}
}

// TestReopenedAccountHasAnotherEpoch deletes an account and opens it again within a
// second: it accepts no earlier session.
func TestReopenedAccountHasAnotherEpoch(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	r := e.start(t, account.Baseline{})
	before := find(t, r, "DEMO").Settings().Epoch
	must(t, errorOf(r.Delete(t.Context(), "DEMO")))
	e.now = e.now.Add(time.Millisecond)
	if again := find(t, r, "DEMO").Settings().Epoch; again <= before {
		t.Errorf("got the epoch %d, want one after %d", again, before)
	}
}

// TestTooManySnapshots takes the greatest number of snapshots; one of a known name
// replaces the earlier one.
func TestTooManySnapshots(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	a := find(t, e.start(t, account.Baseline{}), "DEMO")
	for i := range account.MaxSnapshots {
		must(t, save(t, a, fmt.Sprint("s", i)))
	}
	must(t, save(t, a, "s7"))
	const want = "no further snapshots of the account are possible, because their limit of 100 is reached"
	if got := messageOf(save(t, a, "more")); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	must(t, a.DeleteSnapshot(t.Context(), "s7"), save(t, a, "more"))
}

// save saves a snapshot.
func save(t *testing.T, a *account.Account, name string) error {
	t.Helper()
	_, err := a.SaveSnapshot(t.Context(), name)
	return err
}
