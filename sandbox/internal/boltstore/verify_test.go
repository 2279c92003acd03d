package boltstore

import (
	"errors"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// Verify and Check find every kind of disagreement between an index and a record.
// Verified finds it too if it knows the account without the fault.
func TestVerifyFindsDisagreement(t *testing.T) {
	t.Parallel()
	first := func(account *records, in tableID) []byte {
		key, _ := account.bucket.Cursor().Seek(in.key(nil))
		return key
	}
	spoils := map[string]func(account *records) error{
		"sequence": func(account *records) error {
			return account.put(first(account, sequences), numberKey(1))
		},
		"value": func(account *records) error {
			return account.put(first(account, dates), []byte{0})
		},
	}
	spoils["order with another date"] = func(account *records) error {
		key := first(account, orders)
		value := append(numberKey(1), account.get(key)[8:]...)
		return account.put(key, value)
	}
	spoils["order with other internals"] = func(account *records) error {
		key := first(account, orders)
		stored, _ := parseStoredOrder(account.get(key))
		stored.internals = []byte(`{}`)
		return account.put(key, stored.encode())
	}
	spoils["form of no order"] = func(account *records) error {
		return account.put(forms.key(numberKey(1, sortable(0))), []byte("form"))
	}
	for _, in := range []tableID{dates, sales, invoices, externals, buyers, purchases, primary, recommended} {
		spoils["lacks "+in.String()] = func(account *records) error {
			return account.remove(first(account, in))
		}
		spoils["adds "+in.String()] = func(account *records) error {
			return account.put(in.key(numberKey(1, 2, 3)), present)
		}
	}
	for _, in := range []tableID{orders, customers, subscriptions, campaigns} {
		spoils["unreadable "+in.String()] = func(account *records) error {
			return account.put(first(account, in), []byte("{"))
		}
		spoils["gone "+in.String()] = func(account *records) error {
			return account.remove(first(account, in))
		}
	}
	for _, in := range []tableID{customers, subscriptions, campaigns} {
		spoils["another head of "+in.String()] = func(account *records) error {
			key := first(account, in)
			stored, _ := parseHeaded(account.get(key))
			stored.head = append(slices.Clone(stored.head), 0)
			return account.put(key, stored.encode())
		}
	}
	for name, spoil := range spoils {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, db := newStore(t)
			mustDo(t, db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(20)))
			var verified Verified
			mustDo(t, errors.Join(db.Verify(theAccount), verified.Check(db), verified.Check(db)))
			updateFile(t, db, func(tx *bolt.Tx) error {
				stored, err := account(tx, theAccount)
				return errors.Join(err, spoil(stored))
			})
			if db.Verify(theAccount) == nil || db.Check() == nil || verified.Check(db) == nil {
				t.Error("nothing was found")
			}
			mustDo(t, db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, nothing))
		})
	}
}

func TestCheckFindsRecordsWithoutADocument(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	without := func(tx *bolt.Tx) error { return documents(tx).remove([]byte(theAccount)) }
	updateFile(t, db, without)
	if err := db.Check(); err == nil || err.Error() != "account DEMO has records but no document" {
		t.Errorf("got error %v", err)
	}
	mustDo(t, db.SaveAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}))
}
