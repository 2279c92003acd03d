package boltstore

import (
	"errors"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// findings are parts of the errors of disagreements, where a disagreement has several.
var findings = map[string]string{
	"unreadable orders": "cannot be read: ", "unreadable customers": "customer 1000 is stored as 0 (", "unreadable subscriptions": ` is stored as "" (`,
	"unreadable campaigns": "cannot be read", "another key of orders": " is stored as 2000000", "another key of customers": " is stored as ",
	"another key of subscriptions": `subscription "\aanother" is stored as `, "another key of campaigns": "campaign 0199a0b1-0000-7000-8000-000000000000 is stored as ",
	"gone orders": ` has unknown order "200000000"`, "gone subscriptions": "that no record needs", "gone customers": "that no record needs",
	"order with another date": "is stored with another date than its record has", "value": "its record has", "lacks dates": "dates lacks the entry", "adds sales": "sales has an entry",
}

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
	for _, in := range []tableID{dates, days, hours, references, sales, invoices, externals, buyers, purchases, primary, recommended} {
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
			var verified Verified
			mustDo(t, errors.Join(db.Verify(theAccount), verified.Check(db), verified.Check(db)))
			updateFile(t, db, func(tx *bolt.Tx) error {
				stored, err := account(tx, theAccount)
				return errors.Join(err, spoil(stored))
			})
			first, again := verified.Check(db), verified.Check(db)
			for _, err := range []error{db.Verify(theAccount), db.Check(), first, again} {
				if err == nil || !strings.Contains(err.Error(), findings[name]) {
					t.Errorf("got %v, want %s", err, findings[name])
				}
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

// Verified also checks the rules of records, if its user wants it.
func TestVerifiedChecksRules(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	document := accountRecord{Code: theAccount, Document: []byte(`{}`)}
	world, err := (&worlds.Library{}).Load("default")
	mustDo(t, err)
	legal, err := world.Build(worlds.BuildRequest{Merchant: theAccount, Now: noon, Seed: 1})
	mustDo(t, err)
	mustDo(t, db.ReplaceAccount(t.Context(), document, legal.Write))
	rules := Verified{Rules: true}
	mustDo(t, errors.Join(rules.Check(db), rules.Check(db)))
	contradictory := anOrder(2)
	contradictory.Order.Status, contradictory.Order.ApproveStatus = "REFUND", "FRAUD"
	update(t, db.Account(theAccount), put(contradictory))
	if err := rules.Check(db); err == nil || !strings.Contains(err.Error(), "account DEMO: order 200000002 breaks the rule ") {
		t.Errorf("got %v, want the broken rule", err)
	}
	mustDo(t, new(Verified).Check(db))
	mustDo(t, db.ReplaceAccount(t.Context(), document, legal.Write))
	update(t, db.Account(theAccount), func(tx commerce.Tx) error {
		for reference := range tx.Subscriptions().References() {
			waiting, _, err := tx.Subscriptions().Get(reference)
			waiting.UpgradeOrder = "1"
			return errors.Join(err, tx.Subscriptions().Put(waiting))
		}
		return nil
	})
	if err := rules.Check(db); err == nil || !strings.Contains(err.Error(), "order 1, its upgrade, does not exist") {
		t.Errorf("got %v, want the missing order", err)
	}
	mustDo(t, db.ReplaceAccount(t.Context(), document, legal.Write))
	updateFile(t, db, func(tx *bolt.Tx) error {
		stored, err := account(tx, theAccount)
		first, _ := stored.bucket.Cursor().Seek(invoices.key(nil))
		return errors.Join(err, stored.remove(first))
	})
	if err := (&Verified{Rules: true}).Check(db); err == nil || !strings.Contains(err.Error(), "invoices lacks the entry") {
		t.Errorf("got %v, want the missing entry", err)
	}
	mustDo(t, db.ReplaceAccount(t.Context(), document, nothing))
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
			seen[accountIn(bucket, "").digest()] = true
			return file.DeleteBucket([]byte(entry[0]))
		})
	}
	if len(seen) != 2 {
		t.Errorf("got %d digests, want 2", len(seen))
	}
}
