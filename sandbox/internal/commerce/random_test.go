package commerce_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commercetest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// randomOperations is how many operations TestInvariantsAfterRandomOperations makes
// on each of its stores.
const randomOperations = 2500

// TestInvariantsAfterRandomOperations makes ten thousand operations in four shops:
// uploads, cancellations, upgrades, every change by hand, and moves of the clock to let
// time change records. Every operation either fails with a problem or leaves records
// within all rules.
func TestInvariantsAfterRandomOperations(t *testing.T) {
	t.Parallel()
	operations := randomOperations
	if testing.Short() {
		operations /= 10
	}
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			store := commercetest.OpenStore(t, randomWorld())
			u := &user{
				Rand: rand.New(rand.NewPCG(seed, 2)), shop: commerce.NewShop(commercetest.Merchant, store), now: noon, done: map[string]int{},
				allows: seed%2 == 0,
			}
			for i := range operations {
				u.operate(t)
				if i%100 == 99 {
					u.check(t, store)
				}
			}
			for name, done := range u.done {
				if done == 0 {
					t.Errorf("%s never succeeded", name)
				}
			}
		})
	}
}

// randomWorld has everything a user can change, in every state.
func randomWorld() commerce.World {
	w := waitingWorld(60)
	euros := func(cents int64) map[string]record.Money {
		return map[string]record.Money{"EUR": record.Cents(cents)}
	}
	w.Products = []record.Product{
		{Code: "YEARLY", Months: 1, Prices: euros(100_00), UpgradeProducts: []string{"TEAM"}},
		{Code: "TEAM", Months: 12, Prices: euros(300_00), UpgradeProducts: []string{"YEARLY"},
			PricingOptions: []record.PricingOption{{Code: "five", Group: "USERS", Percent: record.Cents(10_00)}}},
	}
	w.Partners = []record.Partner{{Code: "NORTH", Name: "Northern Retail", Currency: "EUR", MarginPercent: record.Cents(25_00)}}
	plain := w.Orders
	w.Orders = func(yield func(record.StoredOrder) bool) {
		for r := range plain {
			if r.Order.PartnerCode = nil; r.Order.Number()%2 == 0 {
				r.Order.PartnerCode = new("NORTH")
			}
			if !yield(r) {
				return
			}
		}
	}
	return w
}

// user makes random operations.
type user struct {
	*rand.Rand
	shop   *commerce.Shop
	now    time.Time
	back   bool // the clock went back
	allows bool // the clock may go back
	done   map[string]int
}

func (u *user) operate(t *testing.T) {
	t.Helper()
	orders, subscriptions := u.references(t)
	if len(orders) == 0 {
		return
	}
	order := orders[u.IntN(len(orders))]
	terms := commerce.Terms{Now: u.now}
	operations := map[string]func() error{
		"cancel": func() error { _, err := u.shop.CancelOrder(terms, order); return err },
		"upload": func() error {
			_, err := u.shop.UploadOrderForm(terms, order, commerce.OrderForm{FileName: "a.pdf", ClientTime: "2026-10-02 09:14:51", File: "YQ=="})
			return err
		},
		"move":    func() error { _, err := u.shop.MoveOrder(terms, order, u.move()); return err },
		"advance": func() error { return u.advance(t) },
	}
	if len(subscriptions) > 0 {
		subscription := subscriptions[u.IntN(len(subscriptions))]
		operations["change"] = func() error {
			c := commerce.SubscriptionChange{Enabled: maybe2(u, u.IntN(2) == 0), Upgradable: maybe2(u, u.IntN(2) == 0)}
			c.ExpirationDate = maybe2(u, u.now.AddDate(0, u.IntN(5), 0))
			_, err := u.shop.ChangeSubscription(terms, subscription, c)
			return err
		}
		operations["upgrade"] = func() error {
			_, _, err := u.shop.UpgradePartnerSubscriptions(terms, commerce.Upgrade{
				Items:         []commerce.UpgradeItem{item(subscription, []string{"TEAM", "YEARLY"}[u.IntN(2)], fmt.Sprint(1+u.IntN(9)))},
				ExtraDiscount: &commerce.Extra{Value: fmt.Sprint(u.IntN(101)), Type: catalog.PercentDiscount},
			})
			return err
		}
		if u.IntN(40) == 0 {
			operations["delete"] = func() error {
				_, _, err := u.shop.DeleteRecord([]record.Name{{Kind: record.OrderKind, ID: order}, {Kind: record.SubscriptionKind, ID: subscription}}[u.IntN(2)])
				return err
			}
		}
	}
	names := make([]string, 0, len(operations))
	for name := range operations {
		names = append(names, name)
	}
	slices.Sort(names)
	name := names[u.IntN(len(names))]
	if name != "move" && name != "upgrade" && u.IntN(3) > 0 { // most operations are moves and upgrades
		name = "move"
	}
	err := operations[name]()
	problem, transition := (*commerce.Problem)(nil), (*commerce.TransitionError)(nil)
	switch unknown := (*commerce.UnknownRecordError)(nil); {
	case err == nil:
		u.done[name]++
	case !errors.As(err, &problem) && !errors.As(err, &transition) && !errors.As(err, &unknown):
		t.Fatalf("%s: %v", name, err)
	default:
		u.done[name] += 0
	}
}

// maybe2 returns a value, or nil as often.
func maybe2[T any](u *user, value T) *T {
	if u.IntN(2) == 0 {
		return nil
	}
	return &value
}

func (u *user) references(t *testing.T) (orders, subscriptions []string) {
	t.Helper()
	must(t, u.shop.View(func(tx commerce.Tx) error {
		for f := range tx.Orders().Between(time.Time{}, lastDate) {
			orders = append(orders, f.RefNo())
		}
		subscriptions = slices.Collect(tx.Subscriptions().References())
		return nil
	}))
	return orders, subscriptions
}

// move returns a move with one step or several.
func (u *user) move() (m commerce.OrderMove) {
	statuses, states := catalog.Status("").Values(), catalog.PurchaseOrderState("").Values()
	resolutions := append(catalog.Resolution("").Values(), "")
	if u.IntN(3) > 0 {
		m.Status = statuses[u.IntN(len(statuses))]
	}
	if u.IntN(4) == 0 {
		m.PurchaseOrder = states[u.IntN(len(states))]
	}
	if u.IntN(4) == 0 {
		m.Dispute = &commerce.DisputeMove{Resolution: resolutions[u.IntN(len(resolutions))]}
	}
	if u.IntN(4) == 0 {
		m.Refund = &commerce.RefundMove{Amount: maybe2(u, record.Cents(int64(1+u.IntN(100_00))))}
	}
	if u.IntN(6) == 0 {
		approvals := catalog.ApproveStatus("").Values()
		m.ApproveStatus = approvals[u.IntN(len(approvals))]
	}
	return m
}

// advance moves the clock, at times back.
func (u *user) advance(t *testing.T) error {
	t.Helper()
	from := u.now
	u.now = u.now.Add(time.Duration(u.IntN(48)) * time.Hour)
	if u.allows && u.IntN(10) == 0 {
		u.now, u.back = u.now.AddDate(0, 0, -10), true
	}
	_, err := u.shop.Progress(t.Context(), 1, from, u.now, func([]commerce.Happening) {})
	return err
}

// check checks the rules, without the present when the clock went back.
func (u *user) check(t *testing.T, store commerce.Store) {
	t.Helper()
	now := u.now
	if u.back {
		now = time.Time{}
	}
	must(t, store.View(func(tx commerce.Tx) error { return ledger.Invariants(tx, now) }))
}
