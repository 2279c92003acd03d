package boltstore

import (
	"errors"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// Verify and Check find every way in which an index and a record can disagree.
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
	spoils["order with another date"] = func(account *bolt.Bucket) error {
		key := first(account, orders)
		value := append(numberKey(1), account.Get(key)[8:]...)
		return account.Put(key, value)
	}
	spoils["form of no order"] = func(account *bolt.Bucket) error {
		return account.Put(forms.key(numberKey(1, sortable(0))), []byte("form"))
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

func TestCheckFindsRecordsWithoutADocument(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	without := func(tx *bolt.Tx) error { return tx.Bucket(documentsBucket).Delete([]byte(theAccount)) }
	mustDo(t, db.file.Update(without))
	if err := db.Check(); err == nil || err.Error() != "account DEMO has records but no document" {
		t.Errorf("got error %v", err)
	}
	mustDo(t, db.SaveAccount(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}))
}
