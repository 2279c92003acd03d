package ledger_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// merchant is the account's code.
const merchant = "SHOP"

// present is the moment of every check.
var present = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// openStore opens an empty store.
func openStore(t testing.TB) commerce.Store {
	t.Helper()
	db, err := boltstore.Open(boltstore.Options{Path: filepath.Join(t.TempDir(), "shop.db"), NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	empty := commerce.World{Orders: slices.Values([]record.StoredOrder{}), Subscriptions: slices.Values([]record.Subscription{})}
	if err := db.CreateAccount(t.Context(), account.Record{Code: merchant}, empty.Write); err != nil {
		t.Fatal(err)
	}
	return db.Account(merchant)
}
