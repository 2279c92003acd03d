package account_test

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestEarlier reads a customer as it was, only while a scenario looks back.
func TestEarlier(t *testing.T) {
	t.Parallel()
	a := find(t, newEnvironment(t).start(t, account.Baseline{World: "paging"}), "A")
	change := func(name string) { must(t, renameCustomer(a, name)) }
	reads := func(name string, unseen int) {
		t.Helper()
		shop, hidden := a.Earlier(scenario.Earlier{Lag: time.Second}, a.Clock.Now(), "", false)
		must(t, shop.View(func(tx commerce.Tx) error {
			customer, _, err := tx.Customers().Get(1)
			if customer.FirstName != name || hidden != unseen {
				t.Errorf("got %s with %d changes hidden, want %s with %d", customer.FirstName, hidden, name, unseen)
			}
			return err
		}))
	}
	change("before")
	reads("before", 0)
	must(t, a.PutOwn(t.Context(), "then", []byte("rules: [{on: retrieve-order, lag: 5s}]")))
	reads("before", 0)
	change("second")
	change("third")
	reads("before", 2)
	must(t, moveClock(t, a, func(c *clock.Clock) error { return c.Advance(time.Second) }))
	reads("third", 0)
	change("last")
	reads("third", 1)
	a.Director.DeactivateAll()
	change("now")
	reads("now", 0)
	must(t, a.Activate(t.Context(), "then", client.ActivationLimits{}))
	must(t, a.Import(t.Context(), false, 0, func(tx commerce.Tx, _ time.Time) error {
		return tx.Customers().Put(record.Customer{Reference: 1, FirstName: "imported"})
	}))
	reads("now", 1)
	put := func(count, bytes int) {
		must(t, a.Import(t.Context(), false, bytes, func(tx commerce.Tx, _ time.Time) error {
			for n := range count {
				if err := tx.Customers().Put(record.Customer{Reference: int64(2 + n)}); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	put(1, 1<<30) // the change has no bytes
	put(1001, 0)
	reads("now", 1)
	put(1000, 0)
	reads("imported", 1000)
}
