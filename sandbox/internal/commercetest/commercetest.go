// Package commercetest opens stores and makes records that break no rule, for tests of the
// shop, of the ledger and of what reads records.
//
// It leaves worlds of many records to worlds, and whole sandboxes to sandboxtest.
package commercetest

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// Merchant is the code of the account of every store.
const Merchant = "SHOP"

// OpenStore opens a store with a world. In the end it checks the store's indexes against its
// records.
func OpenStore(t testing.TB, world commerce.World) commerce.Store {
	t.Helper()
	db, err := boltstore.Open(boltstore.Options{Path: filepath.Join(t.TempDir(), "shop.db"), NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.CreateAccount(t.Context(), account.Record{Code: Merchant}, world.Write); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(db.Check(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	return db.Account(Merchant)
}
