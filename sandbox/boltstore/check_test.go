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
	first := func(account *bolt.Bucket, in tableID) ([]byte, *bolt.Bucket) {
		bucket := account.Bucket([]byte(in.String()))
		key, _ := bucket.Cursor().First()
		return key, bucket
	}
	spoils := map[string]func(account *bolt.Bucket) error{
		"sequence": func(account *bolt.Bucket) error {
			key, bucket := first(account, sequences)
			return bucket.Put(key, numbers(1))
		},
		"value": func(account *bolt.Bucket) error {
			key, bucket := first(account, dates)
			return bucket.Put(key, []byte{0})
		},
	}
	for _, in := range []tableID{dates, sales, invoices, externals, buyers, purchases, primary, recommended} {
		spoils["lacks "+in.String()] = func(account *bolt.Bucket) error {
			key, bucket := first(account, in)
			return bucket.Delete(key)
		}
		spoils["adds "+in.String()] = func(account *bolt.Bucket) error {
			_, bucket := first(account, in)
			return bucket.Put(numbers(1, 2, 3), present)
		}
	}
	for _, in := range []tableID{orders, customers, subscriptions, campaigns} {
		spoils["unreadable "+in.String()] = func(account *bolt.Bucket) error {
			key, bucket := first(account, in)
			return bucket.Put(key, []byte("{"))
		}
		spoils["gone "+in.String()] = func(account *bolt.Bucket) error {
			key, bucket := first(account, in)
			return bucket.Delete(key)
		}
	}
	for name, spoil := range spoils {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, db := newStore(t)
			mustDo(t, db.ReplaceAccount(record{Code: theAccount, Document: []byte(`{}`)}, aWorld(20)))
			mustDo(t, db.Verify(theAccount))
			mustDo(t, db.file.Update(func(tx *bolt.Tx) error {
				bucket, err := account(tx, theAccount)
				return errors.Join(err, spoil(bucket))
			}))
			if db.Verify(theAccount) == nil || db.Check() == nil {
				t.Error("nothing was found")
			}
			mustDo(t, db.ReplaceAccount(record{Code: theAccount, Document: []byte(`{}`)}, nothing))
		})
	}
}
