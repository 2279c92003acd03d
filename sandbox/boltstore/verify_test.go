package boltstore

import (
	"errors"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// Each way to make an index or a record disagree must be found; a check that
// finds nothing proves nothing.
func TestVerifyFindsDisagreement(t *testing.T) {
	t.Parallel()
	first := func(account *bolt.Bucket, in tableID) []byte {
		key, _ := account.Cursor().Seek(in.key(nil))
		return key
	}
	spoils := map[string]func(account *bolt.Bucket) error{
		"sequence": func(account *bolt.Bucket) error {
			return account.Put(first(account, sequences), numberKey(1))
		},
		"value": func(account *bolt.Bucket) error {
			return account.Put(first(account, dates), []byte{0})
		},
	}
	for _, in := range []tableID{dates, sales, invoices, externals, buyers, purchases, primary, recommended} {
		spoils["lacks "+in.String()] = func(account *bolt.Bucket) error {
			return account.Delete(first(account, in))
		}
		spoils["adds "+in.String()] = func(account *bolt.Bucket) error {
			return account.Put(in.key(numberKey(1, 2, 3)), present)
		}
	}
	for _, in := range []tableID{orders, customers, subscriptions, campaigns} {
		spoils["unreadable "+in.String()] = func(account *bolt.Bucket) error {
			return account.Put(first(account, in), []byte("{"))
		}
		spoils["gone "+in.String()] = func(account *bolt.Bucket) error {
			return account.Delete(first(account, in))
		}
	}
	for name, spoil := range spoils {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, db := newStore(t)
			mustDo(t, db.ReplaceAccount(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}, aWorld(20)))
			mustDo(t, db.Verify(theAccount))
			mustDo(t, db.file.Update(func(tx *bolt.Tx) error {
				bucket, err := account(tx, theAccount)
				return errors.Join(err, spoil(bucket))
			}))
			if db.Verify(theAccount) == nil || db.Check() == nil {
				t.Error("nothing was found")
			}
			mustDo(t, db.ReplaceAccount(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}, nothing))
		})
	}
}
