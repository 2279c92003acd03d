package account_test

import (
	"errors"
	"net/http"
	"reflect"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// state is everything about an account that a reset may change.
type state struct {
	effective
	epoch     uint64 // since the account was opened
	seededAt  time.Time
	scenarios []string
	matched   int64  // calls matched by the first scenario
	entries   int64  // of the journal
	customer1 string // the first name of customer 1: the world's name
	snapshots []string
}

func stateOf(t *testing.T, a *account.Account, opened uint64) state {
	t.Helper()
	d := a.Document()
	s := state{effective: effectiveFor(a, a.Settings()), epoch: d.Epoch - opened, seededAt: d.SeededAt, entries: a.Ring.Counts().Kept}
	for _, active := range a.Director.Active() {
		s.scenarios = append(s.scenarios, active.Name)
		s.matched += int64(active.Matched)
	}
	_, err := a.Add(t.Context(), fragment(func(tx commerce.Tx, _ account.SeedRequest) (commerce.World, error) {
		customer, _, err := tx.Customers().Get(1)
		s.customer1 = customer.FirstName
		return commerce.World{}, errors.Join(err, errStop)
	}))
	if !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	snapshots, err := a.Snapshots()
	must(t, err)
	for _, snapshot := range snapshots {
		s.snapshots = append(s.snapshots, snapshot.Name)
	}
	return s
}

// fragment builds a world by its function.
type fragment func(tx commerce.Tx, request account.SeedRequest) (commerce.World, error)

func (f fragment) Check(commerce.Tx, time.Time) error { return nil }

func (f fragment) Personal() account.Personal { return false }

func (f fragment) Write(tx commerce.Tx, request account.SeedRequest) error {
	world, err := f(tx, request)
	if err != nil {
		return &account.WorldError{Err: err}
	}
	return world.Write(tx)
}

// errStop ends an update that only reads.
var errStop = errors.New("nothing to write")

// record adds an entry to the journal of the account.
func (e *environment) record(a *account.Account) {
	entry := e.journal.Begin(&http.Request{}, noon)
	a.Ring.NextID(entry)
	entry.Close(noon)
}

// loginCall is a call not read by any condition.
type loginCall struct{ scenario.Call }

func (loginCall) Operation() catalog.OperationID { return catalog.Login }

// changed opens an account, saves a snapshot of it and changes each part.
func (e *environment) changed(t *testing.T, flags account.Baseline) (a *account.Account, opened uint64) {
	t.Helper()
	a, err := e.start(t, flags).Open(t.Context(), account.OpenRequest{Code: "DEMO", Document: account.Document{Secret: "own"}, Scenarios: []string{"outage"}})
	must(t, err)
	must(t, save(t, a, "before"),
		a.Change(t.Context(), feature(catalog.GetCustomerOrders, false)),
		a.Change(t.Context(), answering(catalog.Nulls, "omitted")),
		moveClock(t, a, func(c *clock.Clock) error { return c.Advance(time.Hour) }))
	begun, err := a.Director.Begin(catalog.Login, nil)
	must(t, err)
	a.Director.Decide(t.Context(), loginCall{}, begun)
	e.record(a)
	return a, a.Document().Epoch
}

// A reset to the world takes each part back to the baseline unless it is kept.
// The secret and the snapshots stay.
func TestResetKeeps(t *testing.T) {
	t.Parallel()
	for _, keep := range append(client.Parts(), "") {
		t.Run("keep "+string(keep), func(t *testing.T) {
			t.Parallel()
			e := newEnvironment(t)
			a, opened := e.changed(t, account.Baseline{Secret: "flag", World: "paging"})
			must(t, reset(t, &a, client.ToWorld, []client.Part{keep}))
			want := state{
				effective: effective{"own", true, "shown", 5 * time.Minute, noon},
				epoch:     1, seededAt: noon, customer1: "paging", snapshots: []string{"before"},
			}
			switch keep {
			case client.KeepScenarios:
				want.scenarios = []string{"outage"}
			case client.KeepJournal:
				want.entries = 1
			case client.KeepClock:
				want.now, want.seededAt = noon.Add(time.Hour), noon.Add(time.Hour)
			case client.KeepFeatures:
				want.customer = false
			case client.KeepQuestions:
				want.nulls = "omitted"
			}
			if got := stateOf(t, a, opened); !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// After a restart, an account has the state that the reset stored.
func TestResetIsStored(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	a, _ := e.changed(t, account.Baseline{})
	must(t, reset(t, &a, client.ToWorld, []client.Part{client.KeepClock}))
	again := find(t, e.start(t, account.Baseline{}), "DEMO")
	if got, want := again.Document(), a.Document(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := again.Clock.Now(), noon.Add(time.Hour); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Each state a reset can go back to, with its request for a world.
func TestResetTo(t *testing.T) {
	t.Parallel()
	later := noon.Add(time.Hour)
	tests := []struct {
		to       string
		document account.Document // at the opening of the account
		world    string           // the first name of customer 1 after the reset
		request  account.SeedRequest
		seededAt time.Time
	}{
		{client.ToWorld, account.Document{}, "later", account.SeedRequest{Code: "DEMO", World: "later", Seed: 2, Orders: 20, Now: noon}, noon},
		{client.ToWorld, account.Document{}, "later", account.SeedRequest{Code: "DEMO", World: "later", Seed: 2, Orders: 20, Now: later}, later},
		{client.ToWorld, account.Document{World: "chosen", Orders: 5}, "chosen", account.SeedRequest{Code: "DEMO", World: "chosen", Seed: 1, Orders: 5, Now: later}, later},
		{client.ToEmpty, account.Document{}, "empty", account.SeedRequest{Code: "DEMO", World: "empty", Seed: 2, Now: later}, later},
		{"before", account.Document{}, "first", account.SeedRequest{Code: "DEMO", World: "first", Seed: 1, Orders: 10, Now: noon}, noon},
	}
	for _, test := range tests {
		t.Run(test.to+test.document.World, func(t *testing.T) {
			t.Parallel()
			var keep []client.Part
			if test.request.Now.Equal(later) {
				keep = []client.Part{client.KeepClock}
			}
			e := newEnvironment(t)
			first := e.start(t, account.Baseline{World: "first", Seed: 1, Orders: 10})
			a, err := first.Open(t.Context(), account.OpenRequest{Code: "DEMO", Document: test.document})
			must(t, err, save(t, a, "before"))
			a = find(t, e.start(t, account.Baseline{World: "later", Seed: 2, Orders: 20}), "DEMO")
			must(t, moveClock(t, a, func(c *clock.Clock) error { return c.Advance(time.Hour) }), reset(t, &a, test.to, keep))
			got := stateOf(t, a, 0)
			if got.customer1 != test.world || got.seededAt != test.seededAt {
				t.Errorf("got world %q, seeded at %s, want %q, %s", got.customer1, got.seededAt, test.world, test.seededAt)
			}
			if got := e.last(); got != test.request {
				t.Errorf("got %+v, want %+v", got, test.request)
			}
		})
	}
}

// A failed reset changes nothing, neither the records nor any part.
func TestResetThatFails(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	a, opened := e.changed(t, account.Baseline{World: "paging"})
	want := stateOf(t, a, opened)
	e.fault = errors.New("no such world")
	var world *account.WorldError
	for to, is := range map[string]func(error) bool{
		client.ToWorld: func(err error) bool { return errors.As(err, &world) },
		client.ToEmpty: func(err error) bool { return errors.As(err, &world) },
		"after":        func(err error) bool { return errors.Is(err, account.ErrUnknownSnapshot) },
	} {
		if err := reset(t, &a, to, nil); !is(err) {
			t.Errorf("%s: got error %v", to, err)
		}
		if got := stateOf(t, a, opened); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", to, got, want)
		}
	}
}

// Added records come from the account's world and its present time.
func TestAddUsesThePresentTime(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	a, _ := e.changed(t, account.Baseline{World: "paging", Seed: 7})
	_, err := a.Add(t.Context(), fragment(func(_ commerce.Tx, got account.SeedRequest) (commerce.World, error) {
		if want := (account.SeedRequest{Code: "DEMO", World: "paging", Seed: 7, Now: noon.Add(time.Hour)}); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		return commerce.World{}, errStop
	}))
	if !errors.Is(err, errStop) {
		t.Errorf("got %v, want %v", err, errStop)
	}
}

// reset resets an account, and makes a the one from then on.
func reset(t *testing.T, a **account.Account, to string, keep []client.Part) error {
	t.Helper()
	next, err := (*a).Reset(t.Context(), to, keep)
	if err == nil {
		*a = next
	}
	return err
}
