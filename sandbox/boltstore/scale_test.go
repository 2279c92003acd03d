package boltstore

import (
	"fmt"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	bolt "go.etcd.io/bbolt"
)

// aWorld fills an account as a shipped world would: orders with customers and
// subscriptions, in no order that would suit an index.
func aWorld(orders int) func(commerce.Tx) error {
	return func(tx commerce.Tx) error {
		for n := range orders / 4 {
			if err := tx.Customers().Put(*aCustomer(int64(1000+n*7919%orders), fmt.Sprintf("CRM-%06d", n*7919%orders))); err != nil {
				return err
			}
		}
		for n := range orders {
			record := anOrder(n)
			record.Order.OrderDate = commerce.At(noon.Add(-time.Duration(n*7919%orders) * time.Minute))
			if err := tx.Orders().Put(record); err != nil {
				return err
			}
			if err := tx.Subscriptions().Put(aSubscription(fmt.Sprintf("7KQ%07X", n*7919%orders), int64(1000+n*31%(orders/4)), record)); err != nil {
				return err
			}
		}
		for n := range 20 {
			if err := tx.Campaigns().Put(aCampaign(n, "P", "R")); err != nil {
				return err
			}
		}
		return nil
	}
}

// Servers are started for a test suite and keep hundreds of accounts.
func TestAnAccountOfThreeHundredOrdersIsSmall(t *testing.T) {
	t.Parallel()
	db := openFor(t, Options{Lifetime: Ephemeral})
	const accounts = 3
	for n := range accounts {
		mustDo(t, db.CreateAccount(record{Code: aCode(n), Document: []byte(`{}`)}, aWorld(300)))
	}
	small, large := 4096, 0
	for n := range 300 {
		size := len(bodyOf(t, db.Account(aCode(0)), anOrder(n).Order.RefNo))
		small, large = min(small, size), max(large, size)
	}
	var used int64
	mustDo(t, db.view(func(tx *bolt.Tx) error { used = tx.Size(); return nil }))
	t.Logf("%d bytes an account with orders of %d to %d bytes", used/accounts, small, large)
	if used/accounts > 1_500_000 {
		t.Errorf("got %d bytes an account, want at most 1500000", used/accounts)
	}
}
