package account_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestChangesByHand changes an account in every way, and restores it in another one as it
// is then.
func TestChangesByHand(t *testing.T) {
	t.Parallel()
	r := newEnvironment(t).start(t, account.Baseline{})
	one, err := r.Open(t.Context(), account.OpenRequest{Code: "ONE"})
	must(t, err)
	must(t, one.Change(t.Context(), feature(catalog.GetCustomerOrders, false)), one.Change(t.Context(), account.Change{DiscardWrites: new(true)}), one.Change(t.Context(), answering(catalog.SearchStatus, "200")),
		moveClock(t, one, func(c *clock.Clock) error { return c.Advance(time.Hour) }),
		one.Director.Activate("outage", client.ActivationLimits{Times: 2}), one.Director.Activate("slow", client.ActivationLimits{}))
	one.Director.Deactivate("slow")
	_, err = one.Add(t.Context(), fragment(func(commerce.Tx, account.SeedRequest) (commerce.World, error) {
		return commerce.World{Customers: slices.Values([]record.Customer{{Reference: 2}})}, nil
	}))
	must(t, err, one.PutOwn(t.Context(), "mine", []byte("rules: [{on: login, cut: reset}]")))
	must(t, errorOf(one.DeleteOwn(t.Context(), "mine")))
	r.PublishLibrary(client.LibraryEvent{Name: "all", Change: client.ChangeReloaded})
	r.PublishLibrary(client.LibraryEvent{Name: "all", Change: client.ChangeDeleted})
	hands, lost := one.ManualChanges()
	if lost != 0 {
		t.Errorf("got %d lost changes, want none", lost)
	}
	var lines []string
	for _, hand := range hands {
		lines = append(lines, strings.Join([]string{string(hand.Kind), hand.Name, hand.Value}, " "))
	}
	want := []string{
		"feature API_GET_CUSTOMER_ORDERS off", "account discard_writes on", "question search-status 200", "clock  ", "scenario outage activated", "scenario slow activated",
		"scenario slow deactivated", "record  ", "scenario mine saved", "scenario mine activated", "scenario mine deactivated", "scenario mine deleted", "library all saved", "library all deleted",
	}
	if !reflect.DeepEqual(lines, want) {
		t.Errorf("got %q, want %q", lines, want)
	}
	if !one.Settings().DiscardWrites {
		t.Error("its calls store something")
	}
	document, state := one.Document(), one.Clock.State()
	document.Clock = &state
	another, err := r.Restore(t.Context(), account.RestoreRequest{Code: "TWO", Document: document, Scenarios: one.Director.State(), Seed: func(commerce.Tx) error { return nil }})
	must(t, err)
	if got, want := effectiveFor(another, another.Settings()), effectiveFor(one, one.Settings()); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := another.Director.State(), one.Director.State(); !reflect.DeepEqual(got, want) || !another.Clock.Now().Equal(one.Clock.Now()) {
		t.Errorf("got %+v at %s, want %+v at %s", got, another.Clock.Now(), want, one.Clock.Now())
	}
}

// TestBegan verifies when an account forgets the changes by hand before.
func TestBegan(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	a, err := e.start(t, account.Baseline{}).Open(t.Context(), account.OpenRequest{Code: "A"})
	must(t, err)
	began := func(want string) {
		t.Helper()
		must(t, save(t, a, "s"), a.DeleteSnapshot(t.Context(), "s")) // begins nothing
		hands, _ := a.ManualChanges()
		if since, why := a.Began(); why != want || since.IsZero() || hands != nil {
			t.Errorf("got %q at %s with %d changes, want %q with none", why, since, len(hands), want)
		}
		must(t, a.Change(t.Context(), feature(catalog.GetCustomerOrders, false)), a.Change(t.Context(), feature(catalog.GetCustomerOrders, true)))
	}
	began("the account was opened")
	a.ClearCalls()
	began("the calls were deleted")
	must(t, reset(t, &a, client.ToWorld, []client.Part{client.KeepJournal}))
	began("the account was reset")
}
