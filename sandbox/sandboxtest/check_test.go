package sandboxtest

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// TestCheckOfTheData finds a record against a rule in data that it knew without, whether
// its order was read before or does not exist.
func TestCheckOfTheData(t *testing.T) {
	t.Parallel()
	f, err := seededFrozen()
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(commerce.Tx) error{
		"breaks the rule approve-status: ": func(tx commerce.Tx) error {
			complete, _, err := tx.Handles().Get("order-complete")
			order, _, got := tx.Orders().Get(complete.IDs["OrderReference"])
			order.Order.ApproveStatus = catalog.Fraud
			return errors.Join(err, got, tx.Orders().Put(order))
		},
		"order 1, its upgrade, does not exist": func(tx commerce.Tx) error {
			for reference := range tx.Subscriptions().References() {
				waiting, _, err := tx.Subscriptions().Get(reference)
				waiting.UpgradeOrder = "1"
				return errors.Join(err, tx.Subscriptions().Put(waiting))
			}
			return errors.New("no subscription")
		},
	} {
		path := filepath.Join(t.TempDir(), "data.db")
		if err := f.copyTo(path); err != nil {
			t.Fatal(err)
		}
		db, err := boltstore.Open(boltstore.Options{Path: path, NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		var known verified
		for range 2 {
			if err := db.CheckAccounts(known.verifyIn(db)); err != nil {
				t.Error(err)
			}
		}
		_, err = db.Account(defaultCode).Update(change)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.CheckAccounts(known.verifyIn(db)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}
