package boltstore

import (
	"errors"
	"testing"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// A store found before a reset, a restore or another opening of the account writes nothing
// after it, also when the records come in parts, and one found afterwards does.
func TestEarlierGenerationsWriteNothing(t *testing.T) {
	t.Parallel()
	record := accountRecord{Code: theAccount, Document: []byte(`{}`)}
	for name, next := range map[string]func(*testing.T, *DB) error{
		"reset":          func(t *testing.T, db *DB) error { return db.ReplaceAccount(t.Context(), record, aWorld(4)) },
		"reset in parts": func(t *testing.T, db *DB) error { return db.ReplaceAccount(t.Context(), record, aWorld(manyOrders)) },
		"restore": func(t *testing.T, db *DB) error {
			_, err := db.SaveSnapshot(t.Context(), theAccount, accounts.Snapshot{Name: "small"})
			return errors.Join(err, db.RestoreSnapshot(t.Context(), record, "small"))
		},
		"restore in parts": func(t *testing.T, db *DB) error {
			_, err := db.Account(theAccount).Extend(t.Context(), 1<<30, aWorld(manyOrders))
			_, saved := db.SaveSnapshot(t.Context(), theAccount, accounts.Snapshot{Name: "large"})
			return errors.Join(err, saved, db.RestoreSnapshot(t.Context(), record, "large"))
		},
		"another opening": func(t *testing.T, db *DB) error {
			return errors.Join(db.DeleteAccount(t.Context(), theAccount), db.CreateAccount(t.Context(), record, aWorld(4)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, db := newSmallStore(t)
			former := db.Account(theAccount)
			mustDo(t, next(t, db))
			want := recordsOf(t, db, theAccount)
			for what, write := range map[string]func(func(commerce.Tx) error) error{
				"update":    func(fn func(commerce.Tx) error) error { return lastly(former.Update(fn)) },
				"extension": func(fn func(commerce.Tx) error) error { return lastly(former.Extend(t.Context(), 0, fn)) },
				"large extension": func(fn func(commerce.Tx) error) error {
					return lastly(former.Extend(t.Context(), db.parts.bytes+1, fn))
				},
			} {
				expectError(t, what, write(put(anOrder(manyOrders+1))), accounts.ErrEnded)
			}
			equal(t, "the account", recordsOf(t, db, theAccount), want)
			update(t, db.Account(theAccount), put(anOrder(manyOrders+1)))
		})
	}
}

// An extension keeps the generation: a store found before it goes on to write.
func TestExtensionsKeepTheGeneration(t *testing.T) {
	t.Parallel()
	store, db := newSmallStore(t)
	mustDo(t, lastly(db.Account(theAccount).Extend(t.Context(), 0, aWorld(manyOrders))))
	update(t, store, put(anOrder(manyOrders+1)))
}
