package boltstore

import (
	"sync"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// updateFile changes the file behind the back of its store.
func updateFile(t testing.TB, db *DB, fn func(*bolt.Tx) error) {
	t.Helper()
	db.views.hold()
	defer db.views.release()
	mustDo(t, db.file.Update(fn))
}

// idleViews returns how many views are open while nobody reads.
func idleViews(db *DB) int {
	db.views.mu.Lock()
	defer db.views.mu.Unlock()
	return len(db.views.idle)
}

// TestViewsStayOpenUntilTheNextWrite serves the next read by the same view. A write
// begins without one, and no older view follows it.
func TestViewsStayOpenUntilTheNextWrite(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	read := func() int { return view(t, s, func(tx commerce.Tx) int { return asTx(tx).account.bucket.Tx().ID() }) }
	first := read()
	if again := read(); again != first || idleViews(db) != 1 {
		t.Errorf("got transactions %d and %d, %d views idle, want one view", first, again, idleViews(db))
	}
	mustDo(t, s.View(func(commerce.Tx) error {
		read() // a second view
		if n := idleViews(db); n != 1 {
			t.Errorf("got %d idle views beside one that is used, want 1", n)
		}
		update(t, s, func(tx commerce.Tx) error {
			read()
			if n := idleViews(db); n != 0 {
				t.Errorf("got %d idle views during a write, want none", n)
			}
			return tx.Orders().Put(anOrder(1))
		})
		return nil
	}))
	if n := idleViews(db); n != 0 {
		t.Errorf("got %d idle views that are older than a write, want none", n)
	}
	if _, known := body(t, s, "200000001"); !known {
		t.Error("a read after a write does not see it")
	}
}

// TestReadersSeeWhatWasWritten begins a read after a write, while others read and write:
// it sees the write.
func TestReadersSeeWhatWasWritten(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	var callers sync.WaitGroup
	for caller := range 4 {
		callers.Go(func() {
			for i := range 50 {
				order := anOrder(100*caller + i)
				if _, err := s.Update(put(order)); err != nil {
					t.Error(err)
				}
				if _, known := body(t, s, order.Order.RefNo); !known {
					t.Errorf("order %s is missing after it was written", order.Order.RefNo)
				}
			}
		})
	}
	callers.Wait()
	mustDo(t, db.Check())
}

func asTx(t commerce.Tx) *tx { return t.(*tx) }

func body(t testing.TB, s commerce.Store, ref string) (found []byte, known bool) {
	t.Helper()
	look(t, s, func(tx commerce.Tx) {
		found, known = tx.Orders().Body(ref)
	})
	return found, known
}

// Of many reads at once only some views stay open, and another account gets its own
// records from them.
func TestFewViewsStayOpen(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "OTHER"}, put(anOrder(2))))
	update(t, s, put(anOrder(1)))
	var nested func(depth int) error
	nested = func(depth int) error {
		if depth == 0 {
			return nil
		}
		return s.View(func(commerce.Tx) error { return nested(depth - 1) })
	}
	mustDo(t, nested(maxIdleViews+2))
	if n := idleViews(db); n != maxIdleViews {
		t.Errorf("got %d idle views, want %d", n, maxIdleViews)
	}
	for _, code := range []string{theAccount, "OTHER", theAccount} {
		if _, known := body(t, db.Account(code), "200000002"); known != (code == "OTHER") {
			t.Errorf("the order of the other account is known to %s: %t", code, known)
		}
	}
}
