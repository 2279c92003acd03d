package sandboxtest

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// checked remembers the accounts left by tests, because most leave the default world
// unchanged.
var checked verified

// verified are accounts without faults by the digest of their records, and orders by
// their bytes. The zero verified is ready. It is safe for concurrent use.
type verified struct {
	accounts sync.Map // digests
	orders   sync.Map // record.StoredOrder by the image of the order
}

// verifyIn returns a function to verify the accounts of a file, each with other records
// than those before it: its indexes, and the rules of its records.
func (v *verified) verifyIn(store *boltstore.DB) func(boltstore.CheckedAccount) error {
	return func(a boltstore.CheckedAccount) error {
		digest := a.Digest()
		if _, known := v.accounts.Load(digest); known {
			return nil
		}
		err := errors.Join(a.Verify(), store.Account(a.Code).View(func(tx commerce.Tx) error {
			if err := ledger.Invariants(decodedTx{tx, v}, time.Time{}); err != nil {
				return fmt.Errorf("account %s: %w", a.Code, err)
			}
			return nil
		}))
		if err == nil {
			v.accounts.Store(digest, nil)
		}
		return err
	}
}

// decodedTx is a transaction to read orders that were decoded before. Nobody may change
// them.
type decodedTx struct {
	commerce.Tx
	by *verified
}

// Orders returns the orders of the account.
func (t decodedTx) Orders() commerce.Orders { return decodedOrders{t.Tx.Orders(), t} }

type decodedOrders struct {
	commerce.Orders
	in decodedTx
}

// Get returns an order; false when there is none.
func (o decodedOrders) Get(ref string) (record.StoredOrder, bool, error) {
	image, err := o.in.Image(record.OrderKind, ref)
	if known, found := o.in.by.orders.Load(string(image)); found {
		return known.(record.StoredOrder), true, err
	}
	order, known, failed := o.Orders.Get(ref)
	if err = errors.Join(err, failed); err == nil && known {
		o.in.by.orders.Store(string(image), order)
	}
	return order, known, err
}
