package boltstore

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// compareLists compares the indexes, for a random window, with the orders themselves.
func compareLists(t *testing.T, store commerce.Store, random *rand.Rand) {
	t.Helper()
	end := noon.Add(-time.Duration(random.IntN(36_000)) * time.Second)
	begin := end.Add(-time.Duration(random.IntN(36_000)-600) * time.Second)
	first, length := random.IntN(40), random.IntN(30)
	accepts := func(c record.OrderClass) bool { return c.Status != catalog.Complete && !c.Test }
	look(t, store, func(tx commerce.Tx) {
		tally, external := map[record.OrderClass]int{}, map[string][]uint64{}
		var accepted, page []uint64
		for facts := range tx.Orders().Between(begin, end) {
			stored, _, err := tx.Orders().Get(facts.RefNo())
			mustDo(t, err)
			tally[stored.Order.Facts().OrderClass]++
			if accepts(facts.OrderClass) {
				accepted = append(accepted, facts.Number)
			}
			if ref := stored.Order.ExternalReference; ref != nil {
				external[*ref] = append(external[*ref], facts.Number)
			}
		}
		if got := tx.Lists().Tally(begin, end); !maps.Equal(got, tally) {
			t.Errorf("got tally %v, want %v", got, tally)
		}
		if first < len(accepted) {
			page = accepted[first:min(first+length, len(accepted))]
		}
		if got, count := tx.Lists().Page(begin, end, accepts, first, first+length); !slices.Equal(got, page) || count != len(accepted) {
			t.Errorf("got %v of %d, want %v of %d", got, count, page, len(accepted))
		}
		for ref, want := range external {
			var got []uint64
			for facts := range tx.Orders().WithReference(ref, begin, end) {
				got = append(got, facts.Number)
			}
			equalList(t, ref, got, want...)
		}
	})
}

// randomChange puts or deletes an order.
func randomChange(random *rand.Rand) func(commerce.Tx) error {
	n := random.IntN(600)
	if n >= 400 && random.IntN(2) == 0 { // the world has no such order
		return func(tx commerce.Tx) error { return tx.Orders().Delete(anOrder(n).Order.RefNo) }
	}
	o := anOrder(n)
	o.Order.OrderDate = record.At(noon.Add(-time.Duration(random.IntN(36_000)) * time.Second))
	o.Order.Status = []catalog.Status{catalog.Complete, catalog.Canceled, "FROM_OUTSIDE"}[random.IntN(3)]
	o.Order.TestOrder = random.IntN(4) == 0
	*o.Order.ExternalReference = fmt.Sprint("EXT-", random.IntN(3))
	if random.IntN(2) == 0 {
		o.Order.CustomerDetails = aCustomer(int64(1000+random.IntN(3)), "")
	}
	return put(o)
}

// The counts, pages and references are those of the orders after each of many random
// changes, by one caller and by sixteen at once, and in a transaction after its writes.
func TestListsFollowTheOrders(t *testing.T) {
	t.Parallel()
	store, _ := newStore(t)
	update(t, store, aWorld(400))
	random := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		update(t, store, randomChange(random))
		compareLists(t, store, random)
	}
	var callers sync.WaitGroup
	for caller := range uint64(16) {
		callers.Go(func() {
			random := rand.New(rand.NewPCG(2, caller))
			for range 12 {
				if _, err := store.Update(randomChange(random)); err != nil {
					t.Error(err)
				}
			}
			compareLists(t, store, random)
		})
	}
	callers.Wait()
	_, err := store.Preview(func(tx commerce.Tx) error {
		before := tx.Lists().CountOf(record.OrderKind)
		mustDo(t, put(anOrder(700))(tx))
		if _, count := tx.Lists().Page(time.Time{}, noon, func(record.OrderClass) bool { return true }, 0, 0); count != before+1 || tx.Lists().CountOf(record.OrderKind) != count {
			t.Errorf("got %d orders of a window and %d in all after a new one, want %d", count, tx.Lists().CountOf(record.OrderKind), before+1)
		}
		return nil
	})
	mustDo(t, err)
}

// The orders of a customer are found when the details change, and orders of a
// subscription without a customer.
func TestOwners(t *testing.T) {
	t.Parallel()
	store, _ := newStore(t)
	first, second := anOrder(1), anOrder(2)
	first.Order.CustomerDetails, second.Order.CustomerDetails = aCustomer(-7, ""), aCustomer(-7, "")
	update(t, store, put(first, second))
	first.Order.CustomerDetails = aCustomer(8, "")
	update(t, store, put(first))
	update(t, store, func(tx commerce.Tx) error {
		waiting := aSubscription("WAITING", 8, second)
		waiting.UpgradeOrder = first.Order.RefNo
		return errors.Join(tx.Subscriptions().Put(aSubscription("SOLD", 0, first)), tx.Subscriptions().Put(waiting))
	})
	first.Order.OrderDate = record.At(noon)
	update(t, store, put(first)) // customer 8 has not bought it
	look(t, store, func(tx commerce.Tx) {
		got := fmt.Sprint(slices.Collect(tx.Orders().OfCustomer(-7)), slices.Collect(tx.Orders().OfCustomer(8)), slices.Collect(tx.Orders().OfCustomer(0)),
			slices.Collect(tx.Subscriptions().OfOrder(first.Order.RefNo)), slices.Collect(tx.Subscriptions().OfOrder("007")))
		if want := "[200000002] [200000001] [] [WAITING SOLD] []"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

// An order with another date moves among the purchases of all its customers.
func TestPurchasesMoveWithTheirOrder(t *testing.T) {
	t.Parallel()
	store, db := newStore(t)
	first, second := anOrder(1), anOrder(2)
	update(t, store, put(first, second))
	update(t, store, func(tx commerce.Tx) error {
		return errors.Join(tx.Subscriptions().Put(aSubscription("A", 5, first)), tx.Subscriptions().Put(aSubscription("B", 6, first)))
	})
	first.Order.OrderDate = record.At(noon.AddDate(0, 0, 1))
	update(t, store, put(first))
	mustDo(t, db.Check())
}

// A class is unpacked as it was packed, also with words unknown to the catalogue, and no
// other bytes make it fail.
func TestClasses(t *testing.T) {
	t.Parallel()
	for _, status := range append(catalog.Status("").Values(), "", "FROM_OUTSIDE") {
		for _, approval := range append(catalog.ApproveStatus("").Values(), "", "OTHER") {
			for flags := range 4 {
				want := record.OrderClass{Status: status, ApproveStatus: approval, Partner: flags&1 > 0, Test: flags&2 > 0}
				packed := append(packClass(want), "behind"...)
				class, rest := cutClass(packed)
				if got := unpackClass(class); got != want || string(rest) != "behind" {
					t.Errorf("got %+v and %q, want %+v", got, rest, want)
				}
				for end := range packed {
					class, _ := cutClass(packed[:end])
					unpackClass(class)
					unpackBrief(packed[:end])
				}
			}
		}
	}
}

// Windows that begin and end beside the bounds of days have the orders of
// their seconds.
func TestWindowsAtTheBoundsOfDays(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	midnight := noon.Add(12 * time.Hour)
	var moments []time.Time
	for _, bound := range []time.Time{midnight.AddDate(0, 0, -2), midnight.AddDate(0, 0, -1), midnight.Add(-2 * time.Hour), midnight.Add(-time.Hour), midnight} {
		for second := -1; second <= 1; second++ {
			moments = append(moments, bound.Add(time.Duration(second)*time.Second))
		}
	}
	for n, moment := range moments {
		order := anOrder(n)
		order.Order.OrderDate = record.At(moment)
		update(t, s, put(order))
	}
	all := func(record.OrderClass) bool { return true }
	look(t, s, func(tx commerce.Tx) {
		for i, from := range moments {
			for j, to := range moments {
				want := max(j-i+1, 0)
				numbers, count := tx.Lists().Page(from, to, all, 0, 100)
				tally := 0
				for _, n := range tx.Lists().Tally(from, to) {
					tally += n
				}
				if len(numbers) != want || count != want || tally != want {
					t.Errorf("%v to %v: got %d rows of %d and a tally of %d, want %d", from, to, len(numbers), count, tally, want)
				}
			}
		}
	})
}

// TestUpgradeEntries has an entry for a subscription upgraded by an order, because it does
// not belong to the order yet.
func TestUpgradeEntries(t *testing.T) {
	t.Parallel()
	store, _ := newStore(t)
	own := anOrder(1)
	update(t, store, put(own))
	for upgrade, want := range map[string]int{"": 1, own.Order.RefNo: 1, "1000002": 2, "x": 1} {
		mustDo(t, store.View(func(in commerce.Tx) error {
			got, err := subscriptionStore{in.(*tx)}.entries(&record.Subscription{Reference: "A", Order: own.Order.RefNo, UpgradeOrder: upgrade})
			if len(got) != want {
				t.Errorf("%q: got %d entries, want %d", upgrade, len(got), want)
			}
			return err
		}))
	}
}
