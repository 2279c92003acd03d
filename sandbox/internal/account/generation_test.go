package account_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// TestEnded changes an account that somebody found before its reset, and before its deletion.
func TestEnded(t *testing.T) {
	t.Parallel()
	r := newEnvironment(t).start(t, account.Baseline{})
	var released []string
	r.OnRelease(func(code string) { released = append(released, code) })
	first := find(t, r, "A")
	must(t, first.Change(t.Context(), feature(catalog.GetCustomerOrders, false)))
	second, err := first.Reset(t.Context(), client.ToWorld, nil)
	must(t, err)
	third, err := second.Reset(t.Context(), client.ToEmpty, nil)
	must(t, err)
	must(t, errorOf(r.Delete(t.Context(), "A")))
	again := find(t, r, "A")
	for a, how := range map[*account.Account]string{first: "the account A was reset meanwhile", third: "the account A was deleted meanwhile", again: ""} {
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if how != "" {
			ended = t.Context()
		}
		if got := messageOf(context.Cause(a.Life())); got != how {
			t.Errorf("got a life that ended by %q, want %q", got, how)
		}
		for _, err := range []error{account.ErrUnknown, account.ErrEnded, errors.New("another")} {
			by := a.EndedBy(ended, err)
			if (by != nil) != (how != "") || by != nil && by.Error() != how || a.EndedBy(ended, nil) != nil {
				t.Errorf("%v: got ended by %v, want %q", err, by, how)
			}
		}
		for name, err := range map[string]error{
			"change": a.Change(t.Context(), feature(catalog.GetCustomerOrders, false)), "clock": a.AdvanceBeside(t.Context(), time.Hour, account.MovedAfter),
			"scenario": a.Activate(t.Context(), "slow", client.ActivationLimits{}), "snapshot": save(t, a, "s"), "no snapshot": a.DeleteSnapshot(t.Context(), "s"),
		} {
			if got := messageOf(err); got != how {
				t.Errorf("%s: got error %q, want %q", name, got, how)
			}
		}
		if hands, _ := a.ManualChanges(); how != "" && hands != nil {
			t.Errorf("it keeps the changes by hand %v", hands)
		}
		if _, err := a.Reset(t.Context(), client.ToWorld, nil); a != again && !errors.Is(err, account.ErrUnknown) {
			t.Errorf("reset: got error %v, want %v", err, account.ErrUnknown)
		}
		if deleted, err := a.Delete(t.Context()); deleted != (a == again) || err != nil {
			t.Errorf("got deleted %t, %v", deleted, err)
		}
	}
	if got := strings.Join(released, ", "); got != "A, A" {
		t.Errorf("got released %s, want both", got)
	}
}

// TestMoves moves clocks: for a scenario, to try, and by the catalogue's defaults.
func TestMoves(t *testing.T) {
	t.Parallel()
	e := newEnvironment(t)
	e.most = 7
	r := e.start(t, account.Baseline{World: "paging", Features: map[catalog.Feature]bool{catalog.GetCustomerOrders: false}, Answers: map[catalog.QuestionID]string{catalog.Nulls: "omitted"}})
	if _, only := r.Only(); only || r.Max() != 7 || !r.Wall().Equal(noon) {
		t.Errorf("got an account before there is one, or %d of them at most at %s", r.Max(), r.Wall())
	}
	a := find(t, r, "A")
	if got, only := r.Only(); !only || got != a {
		t.Error("it is not the only account")
	}
	must(t, a.AdvanceBeside(t.Context(), time.Hour, account.MovedBefore))
	before, after, err := a.PreviewClock(func(c *clock.Clock) error { return c.Advance(time.Hour) })
	must(t, err)
	if !before.Now().Equal(noon.Add(time.Hour)) || !after.Now().Equal(noon.Add(2*time.Hour)) || !a.Clock.Now().Equal(before.Now()) {
		t.Errorf("got a preview from %s to %s at %s", before.Now(), after.Now(), a.Clock.Now())
	}
	if hands, _ := a.ManualChanges(); len(hands) != 1 || hands[0].Moved != account.MovedBefore || !hands[0].From.Equal(noon) || !hands[0].To.Equal(before.Now()) || !hands[0].Wall.Equal(noon) {
		t.Errorf("got changes by hand %+v", hands)
	}
	if own, other := effectiveFor(a, a.Settings()), effectiveFor(a, a.Settings().WithDefaults()); own.customer || own.nulls != "omitted" || !other.customer || other.nulls != "shown" {
		t.Errorf("got %+v, with the defaults %+v", own, other)
	}
	if had, err := a.DeleteOwn(t.Context(), "none"); had || err != nil {
		t.Errorf("no scenario: got deleted %t, %v", had, err)
	}
	find(t, r, "B")
	if _, only := r.Only(); only {
		t.Error("one of two accounts is the only one")
	}
}
