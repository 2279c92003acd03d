package boltstore

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// Verified remembers accounts without faults by a digest of their records, and
// orders by theirs, because the tests of a program check many files with almost the
// same records. The zero Verified is ready. It is safe for concurrent use.
type Verified struct {
	Rules bool // whether the rules of ledger.Invariants are checked too

	accounts sync.Map // digests
	orders   sync.Map // record.StoredOrder by the digest of its bytes
}

// Check verifies a file as DB.Check does. It verifies equal accounts once, and decodes
// equal orders once.
func (v *Verified) Check(db *DB) error { return db.check(v.verify) }

func (v *Verified) verify(account *records) error {
	digest := account.digest()
	if _, known := v.accounts.Load(digest); known {
		return nil
	}
	err := verifyWith(account, v.decode)
	if err == nil && v.Rules {
		err = checkRulesOf(account.name, decodedTx{viewTx(account), v})
	}
	if err == nil {
		v.accounts.Store(digest, nil)
	}
	return err
}

// decode decodes an order as storedOrder.decode does.
func (v *Verified) decode(stored storedOrder) (record.StoredOrder, error) {
	digest := sha256.Sum256(stored.encode())
	if known, found := v.orders.Load(digest); found {
		return known.(record.StoredOrder), nil
	}
	whole, err := stored.decode()
	if err == nil {
		v.orders.Store(digest, whole)
	}
	return whole, err
}

// decodedTx is a transaction to read decoded orders. Nobody may change them.
type decodedTx struct {
	*tx
	by *Verified
}

// Orders returns the orders of the account.
func (t decodedTx) Orders() commerce.Orders { return decodedOrders{orderStore{t.tx}, t.by} }

type decodedOrders struct {
	orderStore
	by *Verified
}

// Get returns an order; false when there is none.
func (o decodedOrders) Get(ref string) (record.StoredOrder, bool, error) {
	stored, known := o.load(ref)
	if !known {
		return record.StoredOrder{}, false, nil
	}
	whole, err := o.by.decode(stored)
	return whole, err == nil, err
}

// digest returns the SHA-256 of all entries.
func (r *records) digest() [sha256.Size]byte {
	hash := sha256.New()
	var length [8]byte
	for key, sealed := range entries(r.bucket) {
		for _, part := range [][]byte{key, sealed} {
			binary.BigEndian.PutUint64(length[:], uint64(len(part)))
			hash.Write(length[:])
			hash.Write(part)
		}
	}
	return [sha256.Size]byte(hash.Sum(nil))
}
