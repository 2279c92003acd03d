package boltstore

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// aClosedFile returns a closed file with an account of many orders, and a page of the
// orders.
func aClosedFile(t *testing.T) (path string, page int64) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "data.db")
	db, err := Open(Options{Path: path, NoSync: true})
	mustDo(t, err)
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(manyOrders)))
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "OTHER", Document: []byte(`{}`)}, nothing))
	if _, err := db.Account("OTHER").Update(func(commerce.Tx) error { return errOwn }); !errors.Is(err, errOwn) {
		t.Errorf("got %v, want %v", err, errOwn)
	}
	mustDo(t, db.Close())
	content := readFile(t, path)
	page = int64(strings.Index(string(content), anOrder(manyOrders/2).Order.RefNo)) / pageSize
	return path, page
}

// damage overwrites a page of a file.
func damage(t *testing.T, path string, page int64) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	mustDo(t, err)
	ones := make([]byte, pageSize)
	fill(ones, 0xFF)
	_, err = file.WriteAt(ones, page*pageSize)
	mustDo(t, errors.Join(err, file.Close()))
}

func reads(tx commerce.Tx) error {
	for n := range manyOrders {
		tx.Orders().Body(anOrder(n).Order.RefNo)
	}
	return nil
}

// A closed file opens without reading the pages of its records. Damage in one of them
// fails the reads of that page, and then the next start, because Close does not mark the
// file again.
func TestAClosedFileOpensUnread(t *testing.T) {
	t.Parallel()
	path, page := aClosedFile(t)
	damage(t, path, page)
	if err := damageOf(path); err == nil || !strings.Contains(err.Error(), "it is damaged") {
		t.Errorf("check: got error %v, want the damage", err)
	}
	db, err := Open(Options{Path: path, NoSync: true})
	mustDo(t, err)
	copied := filepath.Join(t.TempDir(), "copy.db")
	mustDo(t, os.WriteFile(copied, readFile(t, path), 0o600))
	if _, err := Open(Options{Path: copied, NoSync: true}); err == nil || !strings.Contains(err.Error(), "it is damaged") {
		t.Errorf("got error %v for a copy of the running file, want the damage", err)
	}
	update(t, db.Account("OTHER"), put(anOrder(7)))
	mustDo(t, db.Close())
	for how, meet := range map[string]func(*DB) error{
		"view":   func(db *DB) error { return db.Account(theAccount).View(reads) },
		"update": func(db *DB) error { return lastly(db.Account(theAccount).Update(reads)) },
		"writes": func(db *DB) error {
			return db.writer.write(t.Context(), func(file *bolt.Tx) (work, error) {
				stored, err := account(file, theAccount)
				return work{apply: func(*bolt.Tx) error { return reads(viewTx(stored)) }}, err
			})
		},
	} {
		copied := filepath.Join(t.TempDir(), "copy.db")
		mustDo(t, os.WriteFile(copied, readFile(t, path), 0o600))
		db, err := Open(Options{Path: copied, NoSync: true})
		mustDo(t, err)
		failsForDamage(t, meet(db))
		mustDo(t, db.Close())
		if _, err := Open(Options{Path: copied, NoSync: true}); err == nil || !strings.Contains(err.Error(), "it is damaged") {
			t.Errorf("got error %v after a %s found damage, want it", err, how)
		}
	}
}

// A record is damaged too when its page has another length for it. Close does not mark the
// file after a view found it, and the next start finds the damaged page.
func TestACloseAfterADamagedRecord(t *testing.T) {
	t.Parallel()
	path, page := aClosedFile(t)
	content := readFile(t, path)
	content[page*pageSize+16+12]-- // the length of the first value, behind the header of the page
	mustDo(t, os.WriteFile(path, content, 0o600))
	db, err := Open(Options{Path: path, NoSync: true})
	mustDo(t, err)
	if err := db.Account(theAccount).View(reads); err == nil || !strings.Contains(err.Error(), "does not match its checksum") {
		t.Errorf("got error %v, want the damaged record", err)
	}
	mustDo(t, db.Close())
	if _, err := Open(Options{Path: path, NoSync: true}); err == nil || !strings.Contains(err.Error(), "it is damaged") {
		t.Errorf("got error %v for the next start, want the damage", err)
	}
}

// Opening a closed file and closing it write one transaction each.
func TestOpeningWritesLittle(t *testing.T) {
	t.Parallel()
	path, _ := aClosedFile(t)
	var ids []int
	for range 2 {
		db, err := Open(Options{Path: path, NoSync: true})
		mustDo(t, err)
		mustDo(t, errors.Join(db.view(func(tx *bolt.Tx) error { ids = append(ids, tx.ID()); return nil }), db.Close()))
	}
	if ids[1] != ids[0]+2 {
		t.Errorf("got transactions %d, want two more each time", ids)
	}
}

// A closed file keeps its free pages: the next write does not enlarge it.
func TestAClosedFileKeepsItsFreePages(t *testing.T) {
	t.Parallel()
	path, _ := aClosedFile(t)
	db, err := Open(Options{Path: path, NoSync: true})
	mustDo(t, errors.Join(err, db.DeleteAccount(t.Context(), theAccount)))
	mustDo(t, db.Close())
	file, before, err := openWhole(path)
	mustDo(t, err)
	mustDo(t, errors.Join(file.Close(), inspect(path, 0, unlessClosed), inspect(path, 0, allPages)))
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
	db, err := Open(Options{Lifetime: Ephemeral})
	mustDo(t, err)
	if _, err := db.Accounts(); err != nil || idleViews(db) != 1 {
		t.Errorf("got %v and %d idle views, want one", err, idleViews(db))
	}
	mustDo(t, db.Close())
	if idleViews(db) != 0 {
		t.Error("a view stays open after the file")
	}
}
