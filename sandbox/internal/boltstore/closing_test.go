package boltstore

import (
	"errors"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// aClosedFile returns a closed file with an account of many orders.
func aClosedFile(t *testing.T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "data.db")
	db, err := Open(Options{Path: path, NoSync: true})
	mustDo(t, errors.Join(err, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(manyOrders)), db.Close()))
	return path
}

// Opening a file and closing it write nothing. The next start finds its free pages: a write
// then does not enlarge it.
func TestAnOpenedFileStays(t *testing.T) {
	t.Parallel()
	path := aClosedFile(t)
	db, err := Open(Options{Path: path, NoSync: true})
	mustDo(t, errors.Join(err, db.DeleteAccount(t.Context(), theAccount), db.Close()))
	content := readFile(t, path)
	file, before, err := openWhole(path)
	mustDo(t, errors.Join(err, file.Close()))
	db, err = Open(Options{Path: path, NoSync: true})
	mustDo(t, errors.Join(err, db.Close()))
	if string(readFile(t, path)) != string(content) {
		t.Error("opening and closing changed the file")
	}
	db = openFor(t, Options{Path: path, NoSync: true})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(manyOrders)))
	mustDo(t, db.view(func(tx *bolt.Tx) error {
		if pages := uint64(tx.Size()) / pageSize; pages > before.next*11/10 {
			t.Errorf("got %d pages, want the %d of before again", pages, before.next)
		}
		return nil
	}))
}

// A file closes although views stay open for the next read, and ends them.
func TestCloseEndsTheViews(t *testing.T) {
	t.Parallel()
	db := openFile(t, Options{Lifetime: Ephemeral})
	if _, err := db.Accounts(); err != nil || idleViews(db) != 1 {
		t.Errorf("got %v and %d idle views, want one", err, idleViews(db))
	}
	mustDo(t, db.Close())
	if idleViews(db) != 0 {
		t.Error("a view stays open after the file")
	}
}
