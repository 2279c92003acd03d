package ledger_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commercetest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestSoundWorlds changes a sound world in ways that break no rule.
func TestSoundWorlds(t *testing.T) {
	t.Parallel()
	store := commercetest.OpenStore(t, commerce.World{})
	for name, change := range map[string]func(*commercetest.SoundWorld){
		"a free order":       func(w *commercetest.SoundWorld) { free(w, catalog.Complete) },
		"an order of nobody": func(w *commercetest.SoundWorld) { w.Order.Order.CustomerDetails = nil },
		"a reversed order":   func(w *commercetest.SoundWorld) { unfinish(&w.Other, catalog.Reversed, catalog.Fraud) },
		"reversed after its end": func(w *commercetest.SoundWorld) {
			w.Other.Order.Status, w.Other.Order.ApproveStatus = catalog.Reversed, catalog.Fraud
		},
		"a dispute": func(w *commercetest.SoundWorld) {
			w.Order.Order.ChargebackResolution, w.Order.Order.ChargebackReasonCode = new(catalog.DisputeOpen), new(catalog.FraudReason)
		},
		"a purchase order": func(w *commercetest.SoundWorld) {
			w.Order.Order.OrderFlow, w.Order.Order.PODetails = catalog.PurchaseOrderFlow, &record.PODetails{}
			w.Order.PurchaseOrder = &record.PurchaseOrder{State: catalog.Confirmed, Forms: []record.Form{}}
		},
		"a subscription without end": func(w *commercetest.SoundWorld) {
			w.Subscription.ExpirationDate, w.Order.Order.Items[0].ProductDetails.Subscriptions[0].ExpirationDate = record.Moment{}, record.Moment{}
		},
		"a subscription of nobody":     func(w *commercetest.SoundWorld) { w.Subscription.Customer = 0 },
		"a campaign without end":       func(w *commercetest.SoundWorld) { w.Campaign.StartDate = new(record.DayOf(present)) },
		"a campaign without beginning": func(w *commercetest.SoundWorld) { w.Campaign.EndDate = new(record.DayOf(present)) },
		"a campaign of one day": func(w *commercetest.SoundWorld) {
			w.Campaign.StartDate, w.Campaign.EndDate = new(record.DayOf(present)), new(record.DayOf(present))
		},
		"a handle of a customer": func(w *commercetest.SoundWorld) {
			w.Handle = record.Handle{Kind: "customer", IDs: map[string]string{"CustomerReference": "7"}}
		},
		"a campaign's handle, its order": func(w *commercetest.SoundWorld) {
			w.Handle = record.Handle{Kind: "campaign", IDs: map[string]string{"OrderReference": "1000009"}}
		},
	} {
		w := commercetest.NewSoundWorld(present)
		change(w)
		if got := breaches(t, w, store, present); got != nil {
			t.Errorf("%s breaks %v", name, got)
		}
	}
}

// TestSubscriptionBreaches explains how a subscription does not go with its records.
func TestSubscriptionBreaches(t *testing.T) {
	t.Parallel()
	store := commercetest.OpenStore(t, commerce.World{})
	upgradedBy := func(order string) func(*record.Subscription) {
		return func(s *record.Subscription) { s.UpgradeOrder = order }
	}
	for name, test := range map[string]struct {
		other  catalog.Status // of the other order, which upgrades the subscription
		change func(*record.Subscription)
		want   string
	}{
		"sound":                   {catalog.Complete, func(*record.Subscription) {}, ""},
		"an unknown order":        {catalog.Complete, func(s *record.Subscription) { s.Order = "1000009" }, `order "1000009" does not exist`},
		"not shown":               {catalog.Complete, func(s *record.Subscription) { s.Order = "1000001" }, "order 1000001 does not show it"},
		"an unknown former order": {catalog.Complete, func(s *record.Subscription) { s.PreviousOrders = []string{"1000001", "1000009"} }, "order 1000009, before its latest, does not exist"},
		"an unknown upgrade":      {catalog.Complete, upgradedBy("1000009"), "order 1000009, its upgrade, does not exist"},
		"a complete upgrade":      {catalog.Complete, upgradedBy("1000001"), "order 1000001, its upgrade, is COMPLETE"},
		"a pending upgrade":       {catalog.Pending, upgradedBy("1000001"), ""},
		"a paid upgrade":          {catalog.AuthReceived, upgradedBy("1000001"), ""},
		"an upgrade of another":   {catalog.Pending, func(s *record.Subscription) { s.Reference, s.UpgradeOrder = "X", "1000001" }, "order 1000002 does not show it; order 1000001 does not upgrade it"},
		"an unknown customer":     {catalog.Complete, func(s *record.Subscription) { s.Customer = 8 }, "customer 8 does not exist"},
	} {
		w := commercetest.NewSoundWorld(present)
		w.Other.Order.Status, w.Other.Upgrades = test.other, []string{w.Subscription.Reference}
		var why []string
		_, err := store.Preview(func(tx commerce.Tx) error {
			if err := w.Write(tx); err != nil {
				return err
			}
			test.change(&w.Subscription)
			for _, b := range ledger.SubscriptionBreaches(tx, &w.Subscription) {
				why = append(why, b.Why)
			}
			return nil
		})
		if got := strings.Join(why, "; "); err != nil || got != test.want {
			t.Errorf("%s: got %q (%v), want %q", name, got, err, test.want)
		}
	}
}

// TestInvariantsOfASharedLine lets two subscriptions of a line have a piece each.
func TestInvariantsOfASharedLine(t *testing.T) {
	t.Parallel()
	store := commercetest.OpenStore(t, commerce.World{})
	w := commercetest.NewSoundWorld(present)
	line := &w.Order.Order.Items[0].ProductDetails
	line.Subscriptions = append(line.Subscriptions, line.Subscriptions[0])
	line.Subscriptions[1].SubscriptionReference = "KJHGFEDCBA"
	w.Subscription.Quantity = 1
	second := w.Subscription
	second.Reference = "KJHGFEDCBA"
	_, err := store.Preview(func(tx commerce.Tx) error {
		return errors.Join(w.Write(tx), tx.Subscriptions().Put(second), ledger.Invariants(tx, present))
	})
	if err != nil {
		t.Error(err)
	}
}

// TestInvariantsCountFurtherBreaches names the first hundred breaches and counts the others.
func TestInvariantsCountFurtherBreaches(t *testing.T) {
	t.Parallel()
	store := commercetest.OpenStore(t, commerce.World{})
	for handles, last := range map[int]string{100: "handle h99 breaks the rule handles: customer 8 does not exist. The order, customer or subscription of a handle exists.", 102: "2 further breaches"} {
		_, err := store.Preview(func(tx commerce.Tx) error {
			for i := range handles {
				if err := tx.Handles().Put(fmt.Sprintf("h%02d", i), record.Handle{Kind: "customer", IDs: map[string]string{"CustomerReference": "8"}}); err != nil {
					return err
				}
			}
			return ledger.Invariants(tx, present)
		})
		lines := strings.Split(fmt.Sprint(err), "\n")
		if len(lines) != min(handles, 101) || lines[len(lines)-1] != last {
			t.Errorf("%d handles: got %d lines, the last one %q", handles, len(lines), lines[len(lines)-1])
		}
	}
}

// unreadable is a transaction whose customers cannot be read.
type unreadable struct{ commerce.Tx }

type unreadableCustomers struct{ commerce.Customers }

var errUnreadable = errors.New("unreadable")

func (u unreadable) Customers() commerce.Customers { return unreadableCustomers{u.Tx.Customers()} }

func (unreadableCustomers) Get(int64) (c record.Customer, known bool, err error) {
	return c, false, errUnreadable
}

// TestInvariantsOfAnUnreadableCustomer reports the customer beside the breaches.
func TestInvariantsOfAnUnreadableCustomer(t *testing.T) {
	t.Parallel()
	w := commercetest.NewSoundWorld(present)
	_, err := commercetest.OpenStore(t, commerce.World{}).Preview(func(tx commerce.Tx) error {
		return errors.Join(w.Write(tx), ledger.Invariants(unreadable{tx}, time.Time{}))
	})
	if !errors.Is(err, errUnreadable) {
		t.Errorf("got %v", err)
	}
}
