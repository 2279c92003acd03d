package account_test

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// Many first calls at once get the same account, and its world is built once.
func TestOpenOnce(t *testing.T) {
	t.Parallel()
	const callers = 50
	e := newEnvironment(t)
	r := e.start(t, account.Baseline{})
	var calling sync.WaitGroup
	var got [callers]*account.Account
	for i := range got {
		calling.Go(func() { got[i] = find(t, r, "DEMO") })
	}
	calling.Wait()
	for _, a := range got {
		if a != got[0] {
			t.Fatal("two callers got two accounts of one code")
		}
	}
	if got := len(e.requests); got != 1 {
		t.Errorf("got %d worlds, want 1", got)
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	r := e.start(t, account.Baseline{})
	find(t, r, "DEMO")
	open := func(request account.OpenRequest) error { _, err := r.Open(t.Context(), request); return err }
	if err := open(account.OpenRequest{Code: "DEMO"}); !errors.Is(err, account.ErrTaken) {
		t.Errorf("got %v, want %v", err, account.ErrTaken)
	}
	if err := open(account.OpenRequest{Code: "A B"}); err == nil {
		t.Error("got no error for an invalid code")
	}
	if err := open(account.OpenRequest{Code: "NEW", Scenarios: []string{"no-such-scenario"}}); err == nil {
		t.Error("got no error for an unknown scenario")
	}
	e.fault = errors.New("no such world")
	var world *account.WorldError
	if err := open(account.OpenRequest{Code: "NEW"}); !errors.As(err, &world) || !errors.Is(err, e.fault) {
		t.Errorf("got %v, want a *WorldError of %v", err, e.fault)
	}
	if _, found := r.Find("NEW"); found {
		t.Error("an account that could not be opened is found")
	}
}

// A registry has the accounts of the one before it, with the scenarios of the
// baseline.
func TestRestartKeepsAccounts(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	first := e.start(t, account.Baseline{World: "paging", Orders: 3})
	want := find(t, first, "DEMO").Document()
	find(t, first, "OTHER")
	second := e.start(t, account.Baseline{Scenarios: []string{"outage"}})
	a, found := second.Find("DEMO")
	if !found || !reflect.DeepEqual(a.Document(), want) {
		t.Fatalf("got %+v, want %+v", a, want)
	}
	if got := len(a.Director.Active()); got != 1 {
		t.Errorf("got %d active scenarios, want the baseline's", got)
	}
	var codes []string
	for _, a := range second.All() {
		codes = append(codes, a.Code)
	}
	if want := []string{"DEMO", "OTHER"}; !reflect.DeepEqual(codes, want) {
		t.Errorf("got %q, want %q", codes, want)
	}
}

func TestDelete(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	r := e.start(t, account.Baseline{})
	a := find(t, r, "DEMO")
	if deleted, err := r.Delete(t.Context(), "NONE"); deleted || err != nil {
		t.Errorf("no account: got %t, %v", deleted, err)
	}
	e.record(a)
	if deleted, err := r.Delete(t.Context(), "DEMO"); !deleted || err != nil {
		t.Errorf("an account: got %t, %v", deleted, err)
	}
	if _, found := r.Find("DEMO"); found {
		t.Error("the deleted account is found")
	}
	if got := a.Ring.Counts().Kept; got != 0 {
		t.Errorf("its journal keeps %d entries, want none", got)
	}
	if _, err := a.Add(t.Context(), fragment(func(commerce.Tx, account.SeedRequest) (commerce.World, error) { return commerce.World{}, nil })); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("got %v, want %v", err, account.ErrUnknown)
	}
	if again := find(t, r, "DEMO"); again == a {
		t.Error("the account was not opened again")
	}
}

// A caller does not wait for another caller's world after its context ended.
func TestContextEndsTheWait(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	r := e.start(t, account.Baseline{})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	calls := map[string]func() error{
		"open":   func() error { _, err := r.FindOrOpen(ended, "", "DEMO"); return err },
		"delete": func() error { _, err := r.Delete(ended, "DEMO"); return err },
	}
	e.during = func() {
		for name, call := range calls {
			if err := call(); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v, want %v", name, err, context.Canceled)
			}
		}
	}
	a := find(t, r, "DEMO")
	calls = map[string]func() error{
		"delete": calls["delete"],
		"answer": func() error { return a.Change(ended, answering(catalog.Nulls, "omitted")) },
		"reset": func() error {
			_, err := a.Reset(ended, client.ToEmpty, nil)
			return err
		},
	}
	must(t, reset(t, &a, client.ToWorld, nil))
	if _, found := r.Find("DEMO"); !found || a.Document().Answers != nil {
		t.Errorf("got %+v, want an account without answers of its own", a.Document())
	}
}
