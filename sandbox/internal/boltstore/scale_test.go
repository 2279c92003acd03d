package boltstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// aWorld seeds an account with orders, customers and subscriptions, in an order that
// suits no index.
func aWorld(orders int) func(commerce.Tx) error {
	return func(tx commerce.Tx) error {
		for n := range orders / 4 {
			if err := tx.Customers().Put(*aCustomer(int64(1000+n*7919%orders), fmt.Sprintf("CRM-%06d", n*7919%orders))); err != nil {
				return err
			}
		}
		for n := range orders {
			stored := anOrder(n)
			stored.Order.OrderDate = record.At(noon.Add(-time.Duration(n*7919%orders) * time.Minute))
			sold := aSubscription(fmt.Sprintf("7KQ%07X", n*7919%orders), int64(1000+n*31%(orders/4)), stored)
			if err := errors.Join(tx.Orders().Put(stored), tx.Subscriptions().Put(sold)); err != nil {
				return err
			}
		}
		var campaigns []record.Campaign
		for n := range 20 {
			campaigns = append(campaigns, aCampaign(n, "P", "R"))
		}
		return campaign(campaigns...)(tx)
	}
}

// A server of a test suite keeps hundreds of accounts, so each must be small.
func TestAnAccountOfTheDefaultWorldIsSmall(t *testing.T) {
	t.Parallel()
	db := openFor(t, Options{Lifetime: Ephemeral})
	world, err := (&worlds.Library{}).Load("default")
	mustDo(t, err)
	var sizes [2]int64
	for n, code := range []string{"ACME0001", "ACME0002"} {
		records, err := world.Build(worlds.BuildRequest{Merchant: code, Now: noon, Seed: 1})
		mustDo(t, err)
		mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: code, Document: []byte(`{}`)}, records.Write))
		mustDo(t, db.view(func(tx *bolt.Tx) error { sizes[n] = tx.Size(); return nil }))
	}
	if got := sizes[1] - sizes[0]; got > 1_600_000 {
		t.Errorf("got %d bytes for a further account, want at most 1.6 MB", got)
	}
}

// The pages of worlds and snapshots are well filled, and a small file stays small.
func TestPagesAreFilled(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFor(t, Options{Path: path, NoSync: true})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "SMALL"}, nothing))
	if info, err := os.Stat(path); err != nil || info.Size() > 2*growSize {
		t.Errorf("got a file of %d bytes, %v for an account without records", info.Size(), err)
	}
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount}, aWorld(400)))
	saveSnapshot(t, db, "at once")
	db.parts = smallParts()
	saveSnapshot(t, db, "in parts")
	for what, find := range map[string]func(*bolt.Tx) *bolt.Bucket{
		"world": recordsIn(theAccount), "snapshot": snapshotIn(theAccount, "at once"), "snapshot in parts": snapshotIn(theAccount, "in parts"),
	} {
		mustDo(t, db.view(func(tx *bolt.Tx) error {
			stats := find(tx).Stats()
			if full := float64(stats.LeafInuse) / float64(stats.LeafAlloc); full < 0.8 {
				t.Errorf("the pages of a %s are full to %.2f, want at least 0.8", what, full)
			}
			return nil
		}))
	}
}
