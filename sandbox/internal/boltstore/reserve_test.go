package boltstore

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// roomBehind returns how many bytes a file has behind its last page.
func roomBehind(t *testing.T, db *DB) (room int64) {
	t.Helper()
	info, err := os.Stat(db.path)
	mustDo(t, err)
	mustDo(t, db.view(func(file *bolt.Tx) error {
		room = info.Size() - file.Size()
		return nil
	}))
	return room
}

// While records are written one by one, the next always has room behind the last page.
// Records written over the zeros are read again.
func TestASyncedFileKeepsRoom(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path})
	const written, size = 40, reservedFor / 4
	name := func(n int) string { return fmt.Sprint("record ", n) }
	for n := range written {
		mustDo(t, db.Scenarios().Put(t.Context(), name(n), bytes.Repeat([]byte{byte(n)}, size)))
		if got := roomBehind(t, db); n > 0 && got < reservedFor || got > 3*growSize {
			t.Fatalf("got room for %d bytes after record %d, want at least %d and little more", got, n, reservedFor)
		}
	}
	mustDo(t, db.Close())
	again := openFor(t, Options{Path: path})
	stored, err := again.Scenarios().All()
	mustDo(t, err)
	for n := range written {
		if got := stored[name(n)]; len(got) != size || got[0] != byte(n) {
			t.Errorf("got %d bytes of record %d, want %d", len(got), n, size)
		}
	}
}
