package boltstore

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	bolt "go.etcd.io/bbolt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// harms are the things that people do to a data file in use, given its earlier bytes.
var harms = map[string]func(t *testing.T, path string, backup []byte){
	"emptied": func(t *testing.T, path string, _ []byte) { mustDo(t, os.Truncate(path, 0)) },
	"cut off": func(t *testing.T, path string, _ []byte) { mustDo(t, os.Truncate(path, 3*pageSize)) },
	"meta pages zeroed": func(t *testing.T, path string, _ []byte) {
		overwrite(t, path, make([]byte, 2*pageSize))
	},
	"restored": func(t *testing.T, path string, backup []byte) {
		mustDo(t, os.Truncate(path, 0))
		overwrite(t, path, backup)
	},
}

func overwrite(t *testing.T, path string, content []byte) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	mustDo(t, err)
	_, err = file.WriteAt(content, 0)
	mustDo(t, err)
	mustDo(t, file.Close())
}

// expectLost expects a write to fail with an error that names the file.
func expectLost(t *testing.T, db *DB, when string) {
	t.Helper()
	err := db.Scenarios().Put(t.Context(), "mine", []byte("summary: mine"))
	if err == nil || !isDamage(err) || !strings.Contains(err.Error(), db.path) {
		t.Errorf("%s: a write got %v", when, err)
	}
	expectText(t, when, db.Health(), db.path)
}

// A process that has lost its data file goes on: its writes fail, and it says so.
func TestLostFile(t *testing.T) {
	t.Parallel()
	for name, harm := range harms {
		for _, when := range []string{"before a write", "unnoticed", "during a write", "before a look"} {
			t.Run(name+" "+when, func(t *testing.T) {
				t.Parallel()
				path := filepath.Join(t.TempDir(), "data.db")
				db, err := Open(Options{Path: path})
				mustDo(t, err)
				mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(10)))
				backup := readFile(t, path)
				mustDo(t, db.Scenarios().Put(t.Context(), "mine", []byte("summary: mine")))
				mustDo(t, db.Health())
				_, err = db.Accounts() // leaves a view open
				mustDo(t, err)
				end := func() {}
				switch when {
				case "unnoticed": // until bbolt panics
					if db.sentry.opened = nil; name == "restored" || name == "cut off" {
						_ = db.Close()
						return // bbolt does not notice it either
					}
					open, err := db.views.take() // whose end must not wait for a lock that bbolt keeps
					mustDo(t, err)
					end = open.end
					harm(t, path, backup)
				case "during a write":
					_, _ = db.Account(theAccount).Update(func(tx commerce.Tx) error {
						harm(t, path, backup)
						return tx.Handles().Put("an-order", record.Handle{Kind: "order"})
					})
					if name == "restored" && !bytes.Equal(readFile(t, path), backup) {
						t.Error("the restored file was changed")
					}
				case "before a look":
					harm(t, path, backup)
					if err := db.Health(); err == nil {
						t.Error("the file is healthy")
					}
				default:
					harm(t, path, backup)
				}
				expectLost(t, db, "at once")
				expectLost(t, db, "later")
				if _, err := db.Accounts(); err == nil {
					t.Error("a read succeeds")
				}
				end()
				_ = db.Close() // returns
			})
		}
	}
}

// Health fails when only reads fail.
func TestUnreadablePages(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path, NoSync: true})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(500)))
	mustDo(t, db.Health())
	content := readFile(t, path)
	for at := 2 * pageSize; at < len(content); at++ {
		content[at] = 0xff
	}
	overwrite(t, path, content)
	if _, err := db.Accounts(); err == nil {
		t.Error("a read succeeds")
	}
	expectText(t, "health", db.Health(), path)
	_ = db.Close()
}

// A lost file stays lost, because nobody knows what was read meanwhile. So does one that
// another process wrote during a commit.
func TestALostFileStaysLost(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(db *DB, content []byte){
		"emptied": func(db *DB, content []byte) {
			mustDo(t, os.Truncate(db.path, 0))
			expectLost(t, db, "emptied")
			overwrite(t, db.path, content)
		},
		"overwritten": func(db *DB, _ []byte) { failsForDamage(t, db.sentry.endCommit(1<<40, nil)) },
	} {
		path := filepath.Join(t.TempDir(), "data.db")
		db := openFile(t, Options{Path: path, NoSync: true})
		lose(db, readFile(t, path))
		expectLost(t, db, name)
		_ = db.Close()
	}
}

// A failed commit names the file and the system's reason. When its meta page is written,
// the sync failed, and the file is lost until the next start.
func TestAFailedCommit(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path})
	failed := db.sentry.endCommit(1<<40, syscall.EIO)
	if want := "cannot write the data file " + path + ": input/output error"; failed == nil || failed.Error() != want || !errors.Is(failed, syscall.EIO) {
		t.Errorf("got %v, want %s", failed, want)
	}
	mustDo(t, db.Scenarios().Put(t.Context(), "mine", []byte("summary: mine")))
	var written int
	updateFile(t, db, func(tx *bolt.Tx) error { written = tx.ID(); return ownScenarios.in(tx).put([]byte("other"), nil) })
	var lost *accounts.DamageError
	if err := db.sentry.endCommit(written, syscall.EIO); !errors.As(err, &lost) || err.Error() != "the data file "+path+" is damaged: the system could not sync its last write (input/output error)" ||
		lost.Hint() != "look at the disk, and restart the sandbox, which then uses what the file has" {
		t.Errorf("got %v, want the failed sync", err)
	}
	expectLost(t, db, "after the failed sync")
	_ = db.Close()
	if own, err := openFor(t, Options{Path: path}).Scenarios().All(); err != nil || len(own) != 2 {
		t.Errorf("got %q, %v after the next start, want both scenarios", own, err)
	}
}
