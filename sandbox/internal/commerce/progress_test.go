package commerce_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commercetest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// waitingWorld has orders of every waiting state, placed at noon minus an hour for each,
// and a subscription that expires ten days later.
func waitingWorld(orders int) commerce.World {
	base := commercetest.NewSoundWorld(moved).Order
	all := func(yield func(record.StoredOrder) bool) {
		for i := range orders {
			r := base
			r.Order.RefNo = fmt.Sprint(2000000 + i)
			r.Order.OrderDate = record.At(noon.Add(-time.Duration(i%48) * time.Hour))
			r.Order.Items = slices.Clone(r.Order.Items)
			r.Order.Items[0].ProductDetails.Subscriptions = nil
			r.Order.FinishDate, r.Order.OrderNo, r.Sale, r.Invoice, r.Order.DeliveryFinalized = nil, 0, 0, "", false
			r.Order.Status, r.Order.ApproveStatus = catalog.Pending, catalog.Waiting
			switch i % 5 {
			case 1:
				r.Order.OrderFlow, r.Order.PODetails = catalog.PurchaseOrderFlow, &record.PODetails{}
				r.PurchaseOrder = &record.PurchaseOrder{State: catalog.AwaitingForm, Forms: []record.Form{}}
			case 2:
				r.Order.Errors = map[string]string{"PAYMENT_ERROR": "declined"}
			case 3:
				r.Order.Status = catalog.AuthReceived
			case 4:
				r.Order.Status, r.Order.ApproveStatus = catalog.AuthReceived, catalog.Approved
			}
			if !yield(r) {
				return
			}
		}
	}
	return commerce.World{
		Products:  []record.Product{{Code: "YEARLY", Months: 1}},
		Customers: slices.Values([]record.Customer{{Reference: 7}}), Orders: all,
	}
}

// progressed runs Progress and returns the events.
func progressed(t *testing.T, shop *commerce.Shop, from, to time.Time) (all []commerce.Happening, done commerce.Progressed) {
	t.Helper()
	done, err := shop.Progress(t.Context(), 1, from, to, func(some []commerce.Happening) { all = append(all, some...) })
	must(t, err)
	return all, done
}

// TestProgress moves the clock day by day and at once. Both end alike, but for the
// numbers of orders that complete in the same move.
func TestProgress(t *testing.T) {
	t.Parallel()
	const orders = 700 // more than one transaction
	daily, once := commercetest.OpenStore(t, waitingWorld(orders)), commercetest.OpenStore(t, waitingWorld(orders))
	var step commerce.Progressed
	for day := range 80 {
		from := noon.AddDate(0, 0, day)
		_, done := progressed(t, commerce.NewShop(commercetest.Merchant, daily), from, from.AddDate(0, 0, 1))
		step = plus(step, done)
	}
	happened, all := progressed(t, commerce.NewShop(commercetest.Merchant, once), noon, noon.AddDate(0, 0, 80))
	want := commerce.Progressed{Completed: 362, Canceled: 329, Reversed: 9, Approved: 131, Expired: 362}
	if all != want || step != want {
		t.Errorf("got %+v at once and %+v day by day, want %+v", all, step, want)
	}
	ends := map[string]int{}
	for _, state := range statesIn(t, once) {
		ends[state[:strings.IndexAny(state, `"n`)]]++ // without the end, which may be null
	}
	same(t, "states", ends, map[string]int{"CANCELEDFRAUD": 17, "CANCELEDINVALIDDATA": 11, "CANCELEDOK": 301, "COMPLETEOK": 362, "REVERSEDFRAUD": 9})
	same(t, "states at once and day by day", statesIn(t, once), statesIn(t, daily))
	if !slices.IsSortedFunc(happened, func(a, b commerce.Happening) int { return a.At.Compare(b.At) }) {
		t.Error("the changes are not in the order of time")
	}
	for _, h := range happened {
		if strings.Contains(h.What, " completes: ") != strings.Contains(h.What, " becomes COMPLETE ") {
			t.Errorf("got %q; only what becomes COMPLETE completes", h.What)
		}
	}
	for _, store := range []commerce.Store{daily, once} {
		must(t, store.View(func(tx commerce.Tx) error { return ledger.Invariants(tx, noon.AddDate(0, 0, 80)) }))
	}
	if again, _ := progressed(t, commerce.NewShop(commercetest.Merchant, once), noon.AddDate(0, 0, 80), noon.AddDate(0, 0, 80)); len(again) > 0 {
		t.Errorf("got %d changes when nothing is due", len(again))
	}
}

func plus(a, b commerce.Progressed) commerce.Progressed {
	return commerce.Progressed{Completed: a.Completed + b.Completed, Canceled: a.Canceled + b.Canceled, Reversed: a.Reversed + b.Reversed,
		Approved: a.Approved + b.Approved, Expired: a.Expired + b.Expired}
}

// statesIn returns the states and the ends of all orders.
func statesIn(t *testing.T, store commerce.Store) map[string]string {
	t.Helper()
	states := map[string]string{}
	must(t, store.View(func(tx commerce.Tx) error {
		for f := range tx.Orders().Between(time.Time{}, lastDate) {
			r, _, err := tx.Orders().Get(f.RefNo())
			if err != nil {
				return err
			}
			end, _ := json.Marshal(r.Order.FinishDate)
			states[f.RefNo()] = fmt.Sprint(r.Order.Status, r.Order.ApproveStatus, string(end))
		}
		return nil
	}))
	return states
}

var lastDate = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)

// TestProgressOfOneOrder compares a whole happening: an overdue one happens at the former
// moment of the clock.
func TestProgressOfOneOrder(t *testing.T) {
	t.Parallel()
	r := aPurchaseOrder(catalog.AwaitingForm)
	store := commercetest.OpenStore(t, commerce.World{Customers: slices.Values([]record.Customer{{Reference: 7}}), Orders: slices.Values([]record.StoredOrder{r})})
	shop, ordered := commerce.NewShop(commercetest.Merchant, store), r.Order.OrderDate
	if all, _ := progressed(t, shop, ordered.Time, ordered.AddDate(0, 0, 30).Add(-time.Second)); len(all) > 0 {
		t.Errorf("got %+v before the purchase order lapses", all)
	}
	late := ordered.AddDate(0, 0, 90)
	if back, _ := progressed(t, shop, late, ordered.AddDate(0, 0, 60)); len(back) > 0 {
		t.Errorf("got %+v when the clock goes back to after the end", back)
	}
	all, done := progressed(t, shop, late, late)
	if len(all) != 1 || !all[0].At.Equal(late) || all[0].What != "order 1000001 lapses: PENDING with WAITING becomes CANCELED with OK" ||
		done != (commerce.Progressed{Canceled: 1}) || len(all[0].Changes) != 1 || all[0].Changes[0].Kind != "order" ||
		!strings.Contains(string(all[0].Changes[0].Before), `"Status":"PENDING"`) || !strings.Contains(string(all[0].Changes[0].After), `"Status":"CANCELED"`) {
		t.Errorf("got %+v and %+v", all, done)
	}
	if back, _ := progressed(t, shop, late, ordered.Time); len(back) > 0 {
		t.Errorf("got %+v when the clock goes back", back)
	}
}

// TestPreviewOfProgress counts the effects of Progress, and none of a move back.
func TestPreviewOfProgress(t *testing.T) {
	t.Parallel()
	shop, to := commerce.NewShop(commercetest.Merchant, commercetest.OpenStore(t, waitingWorld(50))), noon.AddDate(0, 0, 80)
	got, more, err := shop.PreviewProgress(t.Context(), 1, noon, to)
	must(t, err)
	if back, more, err := shop.PreviewProgress(t.Context(), 1, to, noon); err != nil || more || back != (commerce.Progressed{}) {
		t.Errorf("back: got %+v, %v", back, err)
	}
	if _, done := progressed(t, shop, noon, to); more || got != done {
		t.Errorf("got %+v, more %t; progress did %+v", got, more, done)
	}
}

// TestPreviewCountsTheEarliestChanges has subscriptions that expire before an order lapses,
// just as many as a preview counts.
func TestPreviewCountsTheEarliestChanges(t *testing.T) {
	t.Parallel()
	w := commercetest.NewSoundWorld(noon)
	shop := openShop(t, commerce.World{
		Customers: slices.Values([]record.Customer{{Reference: 7}}), Orders: slices.Values([]record.StoredOrder{aPurchaseOrder(catalog.AwaitingForm), w.Order}),
		Subscriptions: func(yield func(record.Subscription) bool) {
			for i := range 5000 {
				s := w.Subscription
				s.Reference, s.ExpirationDate = fmt.Sprintf("S%09d", i), record.At(noon.AddDate(0, 0, 1))
				if !yield(s) {
					return
				}
			}
		},
	})
	got, more, err := shop.PreviewProgress(t.Context(), 1, noon, noon.AddDate(0, 0, 80))
	if want := (commerce.Progressed{Expired: 5000}); err != nil || !more || got != want {
		t.Errorf("got %+v, more %t, %v, want %+v and more", got, more, err, want)
	}
}

// TestProgressEndsWithItsContext stops after the first transaction and goes on.
func TestProgressEndsWithItsContext(t *testing.T) {
	t.Parallel()
	shop := commerce.NewShop(commercetest.Merchant, commercetest.OpenStore(t, waitingWorld(700)))
	ctx, cancel := context.WithCancel(t.Context())
	first, err := shop.Progress(ctx, 1, noon, noon.AddDate(0, 0, 80), func([]commerce.Happening) { cancel() })
	if err == nil || first.Completed == 0 {
		t.Errorf("got %+v and %v", first, err)
	}
	_, rest := progressed(t, shop, noon.AddDate(0, 0, 80), noon.AddDate(0, 0, 120))
	if got := plus(first, rest).Completed; got != 362 {
		t.Errorf("got %d completed orders, want 362", got)
	}
}

// TestProgressOfSubscriptions expires a subscription at its end, unless it is disabled or
// has no end.
func TestProgressOfSubscriptions(t *testing.T) {
	t.Parallel()
	w := commercetest.NewSoundWorld(moved)
	others := []record.Subscription{w.Subscription, w.Subscription, w.Subscription}
	others[0].Reference, others[0].Enabled = "DISABLED", false
	others[1].Reference, others[1].Lifetime = "LIFETIME", true
	others[2].Reference, others[2].ExpirationDate = "ENDLESS", record.Moment{}
	shop := openShop(t, commerce.World{
		Customers: slices.Values([]record.Customer{{Reference: 7}}), Orders: slices.Values([]record.StoredOrder{w.Order}),
		Subscriptions: slices.Values(append(others, w.Subscription)),
	})
	end := w.Subscription.ExpirationDate.Time
	if all, _ := progressed(t, shop, moved, end.Add(-time.Second)); len(all) > 0 {
		t.Errorf("got %+v before the end", all)
	}
	all, done := progressed(t, shop, moved, end)
	if len(all) != 1 || !all[0].At.Equal(end) || all[0].What != "subscription ABCDEFGHJK expires and is disabled" ||
		done != (commerce.Progressed{Expired: 1}) || len(all[0].Changes) != 2 || all[0].Changes[0].Kind != "order" || all[0].Changes[1].ID != "ABCDEFGHJK" {
		t.Errorf("got %+v and %+v", all, done)
	}
	if got := subscription(t, shop, "ABCDEFGHJK"); got.Enabled {
		t.Error("the expired subscription is enabled")
	}
}

// TestProgressOfAPaidOrder completes a paid order whose first charge failed, and a paid
// purchase order.
func TestProgressOfAPaidOrder(t *testing.T) {
	t.Parallel()
	for _, r := range []record.StoredOrder{aPendingOrder(), aPurchaseOrder(catalog.Confirmed)} {
		r.Order.Status, r.Order.ApproveStatus = catalog.AuthReceived, catalog.Approved
		if _, done := progressed(t, orderShop(t, r), moved, moved.AddDate(0, 0, 2)); done != (commerce.Progressed{Completed: 1}) {
			t.Errorf("%s: got %+v", r.Order.OrderFlow, done)
		}
	}
}

// TestProgressLeavesChangedRecords changes and deletes records while time changes others.
func TestProgressLeavesChangedRecords(t *testing.T) {
	t.Parallel()
	shop := commerce.NewShop(commercetest.Merchant, commercetest.OpenStore(t, waitingWorld(800)))
	progressed(t, shop, noon, noon.AddDate(0, 0, 10)) // only purchase orders wait after it
	last := record.Subscription{}
	for _, s := range subscriptionsOf(t, shop) {
		if s.ExpirationDate.After(last.ExpirationDate.Time) {
			last = s
		}
	}
	var all []commerce.Happening
	_, err := shop.Progress(t.Context(), 1, noon.AddDate(0, 0, 10), noon.AddDate(0, 0, 80), func(some []commerce.Happening) {
		if all == nil {
			must(t, lastly(shop.ChangeSubscription(commerce.Terms{Now: noon}, last.Reference, commerce.SubscriptionChange{Enabled: new(false)})))
		}
		all = append(all, some...)
	})
	must(t, err)
	checkHappened(t, all, last.Reference)

	shop = commerce.NewShop(commercetest.Merchant, commercetest.OpenStore(t, waitingWorld(800)))
	const deleted, canceled = "2000001", "2000006" // purchase orders, which lapse last
	all = nil
	_, err = shop.Progress(t.Context(), 1, noon, noon.AddDate(0, 0, 30), func(some []commerce.Happening) {
		if all == nil {
			_, _, err := shop.DeleteRecord(record.Name{Kind: record.OrderKind, ID: deleted})
			_, refused := shop.CancelOrder(commerce.Terms{Now: noon}, canceled)
			if err != nil || refused != nil {
				t.Error(err, refused)
			}
		}
		all = append(all, some...)
	})
	must(t, err)
	checkHappened(t, all, deleted, canceled)
}

// checkHappened verifies that something happened to some records, and nothing to others.
func checkHappened(t *testing.T, all []commerce.Happening, others ...string) {
	t.Helper()
	if len(all) < 501 {
		t.Errorf("got only %d changes", len(all))
	}
	for _, h := range all {
		if h.What == "" || len(h.Changes) == 0 || slices.ContainsFunc(others, func(id string) bool { return strings.Contains(h.What, " "+id+" ") }) {
			t.Errorf("got %q with %d changes", h.What, len(h.Changes))
		}
	}
}
