package account_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestChangesByHandAreRepeated changes an account in every way, and repeats the
// changes in another one.
func TestChangesByHandAreRepeated(t *testing.T) {
	t.Parallel()
	r := newEnvironment(t).start(t, account.Baseline{})
	one, err := r.Open(t.Context(), account.OpenRequest{Code: "ONE"})
	must(t, err)
	mark := one.Marks()[0]
	another, err := r.Restore(t.Context(), account.RestoreRequest{Code: "TWO", Document: mark.Document, Scenarios: mark.Scenarios, Seed: func(tx commerce.Tx) error {
		return tx.Customers().Put(commerce.Customer{Reference: 1})
	}})
	must(t, err)
	must(t, one.SetFeature(t.Context(), catalog.GetCustomerOrders, false), one.SetAnswer(t.Context(), catalog.SearchStatus, "200"),
		moveClock(t, one, func(c *clock.Clock) error { return c.Advance(time.Hour) }),
		one.Director.Activate("outage", scenario.ActivationLimits{Times: 2}), one.Director.Activate("slow", scenario.ActivationLimits{}))
	one.Director.Deactivate("slow")
	_, err = one.Add(t.Context(), fragment(func(commerce.Tx, account.SeedRequest) (commerce.World, error) {
		return commerce.World{Customers: slices.Values([]commerce.Customer{{Reference: 2}})}, nil
	}))
	must(t, err)
	hands, lost := one.Hands(mark.Ring.Place)
	if lost != 0 {
		t.Errorf("got %d lost changes, want none", lost)
	}
	var kinds []client.EventKind
	for _, hand := range hands {
		kinds = append(kinds, hand.Kind)
		must(t, another.Repeat(t.Context(), hand))
	}
	if want := []client.EventKind{"feature", "question", "clock", "scenario", "scenario", "scenario", "record"}; !reflect.DeepEqual(kinds, want) {
		t.Errorf("got %q, want %q", kinds, want)
	}
	if got, want := effectiveFor(another, another.Settings()), effectiveFor(one, one.Settings()); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := another.Director.State(), one.Director.State(); !reflect.DeepEqual(got, want) || !another.Clock.Now().Equal(one.Clock.Now()) {
		t.Errorf("got %+v at %s, want %+v at %s", got, another.Clock.Now(), want, one.Clock.Now())
	}
	for _, wrong := range []account.Hand{{Kind: client.EventClock}, {Kind: "x"}, {Kind: client.EventQuestion, Name: "x"}} {
		if err := another.Repeat(t.Context(), wrong); err == nil {
			t.Errorf("%+v: got no error", wrong)
		}
	}
}

func TestMarks(t *testing.T) {
	t.Parallel()
	a, err := newEnvironment(t).start(t, account.Baseline{}).Open(t.Context(), account.OpenRequest{Code: "A"})
	must(t, err)
	marks := func(want ...string) {
		t.Helper()
		var got []string
		for _, m := range a.Marks() {
			got = append(got, m.Why+m.Snapshot)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	marks("the account was opened")
	must(t, save(t, a, "s"))
	marks("the account was opened", "s")
	must(t, a.SetFeature(t.Context(), catalog.GetCustomerOrders, false))
	a.ClearCalls()
	marks("the calls were deleted")
	if hands, _ := a.Hands(0); hands != nil {
		t.Errorf("got %+v, want none since the calls were deleted", hands)
	}
	must(t, save(t, a, "t"), a.DeleteSnapshot(t.Context(), "t"), a.Reset(t.Context(), client.ToWorld, []client.Part{client.KeepJournal}))
	marks("the account was reset")
}
