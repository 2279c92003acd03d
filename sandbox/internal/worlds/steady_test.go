package worlds

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestNewWorldsAreSteady expects no change around the moment of a world's seeding,
// because otherwise a test that counts would depend on the second it runs in: the search
// of section 4.1 finds the same orders, and no subscription expires, for hours before and
// after it; no campaign begins or ends with a day nearby.
func TestNewWorldsAreSteady(t *testing.T) {
	t.Parallel()
	steady := map[string]struct {
		back, ahead time.Duration
		found       int
	}{
		"default": {-24 * time.Hour, 24 * time.Hour, 40},
		"paging":  {-time.Hour + time.Second, 9 * time.Hour, 28},
		"empty":   {-24 * time.Hour, 24 * time.Hour, 0},
	}
	moments := []time.Time{
		moment,
		time.Date(2026, 12, 31, 23, 59, 59, 0, time.UTC),
		time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC),
		time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC),
		time.Date(2027, 3, 31, 12, 0, 0, 0, time.UTC),
	}
	for name, want := range steady {
		for _, now := range moments {
			w := built(t, name, BuildRequest{Merchant: "ACME", Seed: 1, Now: now})
			for _, clock := range []time.Time{now.Add(want.back), now.Add(-time.Second), now, now.Add(time.Second), now.Add(want.ahead)} {
				if got := w.found(clock); got != want.found {
					t.Errorf("%s of %s at %s: got %d orders, want %d", name, now, clock, got, want.found)
				}
			}
			w.checkTurns(t, name, now)
		}
	}
}

// TestEverySeedHasFortyOrders counts the orders in the search window: the number depends
// neither on the seed nor on the age of the account.
func TestEverySeedHasFortyOrders(t *testing.T) {
	t.Parallel()
	for seed := range int64(20) {
		w := built(t, "default", BuildRequest{Merchant: "ACME", Seed: 1 + seed})
		for _, age := range []time.Duration{-24 * time.Hour, 0, time.Second, 24 * time.Hour} {
			if got := w.found(moment.Add(age)); got != 40 {
				t.Errorf("seed %d after %s: got %d orders, want 40", 1+seed, age, got)
			}
		}
	}
}

// found counts the orders of a search without filters.
func (r records) found(clock time.Time) (count int) {
	for _, o := range r.orders {
		if !o.Order.OrderDate.Before(commerce.SearchWindow(clock)) && !o.Order.TestOrder && o.Order.PartnerCode == nil {
			count++
		}
	}
	return count
}

// checkTurns reports subscriptions that expire within an hour, and campaigns that begin
// or end within a day.
func (r records) checkTurns(t *testing.T, name string, now time.Time) {
	t.Helper()
	for _, s := range r.subscriptions {
		if s.ExpiredAt(now.Add(-time.Hour)) != s.ExpiredAt(now.Add(time.Hour)) {
			t.Errorf("%s of %s: subscription %s expires at %s", name, now, s.Reference, s.ExpirationDate)
		}
	}
	today := record.DayOf(now)
	for _, c := range r.Campaigns {
		for _, turn := range []*record.Day{c.StartDate, c.EndDate} {
			if turn != nil && turn.Sub(today.Time).Abs() <= 24*time.Hour {
				t.Errorf("%s of %s: campaign %q begins or ends on %s", name, now, c.Name, turn)
			}
		}
	}
}
