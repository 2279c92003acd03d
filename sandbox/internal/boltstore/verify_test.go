package boltstore

import (
	"errors"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// findings are parts of the errors of disagreements, where a disagreement has several.
var findings = map[string]string{
	"unreadable orders": "record 200000000 of orders of account DEMO cannot be read", "unreadable customers": "cannot be read",
	"unreadable subscriptions": "cannot be read", "unreadable campaigns": "cannot be read", "another key of orders": " is stored as 2000000", "another key of customers": " is stored as ",
	"another key of subscriptions": `subscription "\aanother" is stored as `, "another key of campaigns": "campaign 0199a0b1-0000-7000-8000-000000000000 is stored as ",
	"gone orders": ` has unknown order "200000000"`, "gone subscriptions": "that no record needs", "gone customers": "that no record needs",
	"order with another date": "is stored with another date than its record has", "value": "its record has", "lacks counts": "counts lacks the entry", "lacks dates": "dates lacks the entry", "adds sales": "sales has an entry",
}

// Check finds every kind of disagreement between an index and a record.
func TestCheckFindsDisagreement(t *testing.T) {
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
		stored, _ := parseHeaded(account.get(key))
		stored.head = append(numberKey(1), stored.head[8:]...)
		return account.put(key, stored.encode())
	}
	spoils["order with other internals"] = func(account *records) error {
		key := first(account, orders)
		stored, _ := parseHeaded(account.get(key))
		stored.head = append(slices.Clone(stored.head[:orderHead]), "{}"...)
		return account.put(key, stored.encode())
	}
	spoils["form of no order"] = func(account *records) error {
		return account.put(forms.key(numberKey(1, sortable(0))), []byte("form"))
	}
	for _, in := range []tableID{dates, days, references, sales, invoices, externals, buyers, purchases, primary, recommended, counts} {
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
		spoils["another key of "+in.String()] = func(account *records) error {
			key := first(account, in)
			value := account.get(key)
			return errors.Join(account.remove(key), account.put(in.key([]byte("\x07another")), value))
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
			mustDo(t, db.Check())
			updateFile(t, db, func(tx *bolt.Tx) error {
				stored, err := account(tx, theAccount)
				return errors.Join(err, spoil(stored))
			})
			if err := db.Check(); err == nil || !strings.Contains(err.Error(), findings[name]) {
				t.Errorf("got %v, want %s", err, findings[name])
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
	expectText(t, "check", db.Check(), `the document of account "DEMO" is missing`)
	mustDo(t, db.SaveAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}))
}

// Records with the same bytes and other bounds have another digest.
func TestDigestsKnowBounds(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	seen := map[[32]byte]bool{}
	zeros := strings.Repeat("\x00", 8)
	for _, entry := range [][2]string{{"a", zeros + "b"}, {"a" + zeros, "b"}} {
		updateFile(t, db, func(file *bolt.Tx) error {
			bucket, err := file.CreateBucket([]byte(entry[0]))
			mustDo(t, errors.Join(err, bucket.Put([]byte(entry[0]), []byte(entry[1]))))
			seen[CheckedAccount{records: accountIn(bucket, "")}.Digest()] = true
			return file.DeleteBucket([]byte(entry[0]))
		})
	}
	if len(seen) != 2 {
		t.Errorf("got %d digests, want 2", len(seen))
	}
}
