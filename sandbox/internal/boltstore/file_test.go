package boltstore

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// TestIsDataFile recognizes a data file by its first page, whatever its name.
func TestIsDataFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	data, text, none := filepath.Join(folder, "data"), filepath.Join(folder, "text.db"), filepath.Join(folder, "none.db")
	db, err := Open(Options{Path: data, NoSync: true})
	mustDo(t, errors.Join(err, db.Close(), os.WriteFile(text, make([]byte, 2*pageSize), 0o600)))
	for path, want := range map[string]bool{data: true, text: false, none: false, folder: false} {
		if got := IsDataFile(path); got != want {
			t.Errorf("%s: got %t, want %t", path, got, want)
		}
	}
}

// TestAFailedStartLeavesNoFile removes a file when it is closed, but only a new one.
func TestAFailedStartLeavesNoFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	for _, failed := range []bool{true, false, true} { // the third one opens the file of the second
		db := openFile(t, Options{Path: path, NoSync: true})
		if failed {
			db.RemoveIfNew()
		}
		mustDo(t, db.Close())
	}
	_, err := os.Stat(path)
	mustDo(t, err)
	mustDo(t, os.Remove(path))
	db := openFile(t, Options{Path: path, NoSync: true})
	db.RemoveIfNew()
	mustDo(t, db.Close())
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 0 {
		t.Errorf("got %v, %v, want no file", left, err)
	}
}

// TestAFileThatCannotBeRemoved closes a new file whose name belongs to a folder now.
func TestAFileThatCannotBeRemoved(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path, NoSync: true})
	db.RemoveIfNew()
	mustDo(t, errors.Join(os.Remove(path), os.MkdirAll(filepath.Join(path, "of the user"), 0o700)))
	expectText(t, "close", db.Close(), path)
}

// TestCheckFindsDamagedPages finds damage of a page without records.
func TestCheckFindsDamagedPages(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path, NoSync: true})
	mustDo(t, db.Check())
	updateFile(t, db, func(tx *bolt.Tx) error {
		stray, err := tx.CreateBucket([]byte("stray"))
		return errors.Join(err, stray.Put([]byte("key-1"), make([]byte, pageSize)), stray.Put([]byte("key-2"), nil))
	})
	content := readFile(t, path)
	overwrite(t, path, []byte(strings.Replace(string(content), "key-1", "key-3", 1)))
	expectText(t, "keys out of order", db.Check(), "key")
	mustDo(t, db.Close())
}
