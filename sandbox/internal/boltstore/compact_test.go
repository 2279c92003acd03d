package boltstore

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// A compacted file has the records of the file and no free pages.
func TestCompactFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(100)))
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "OTHER", Document: []byte(`{}`)}, aWorld(1000)))
	saveSnapshot(t, db, "before")
	mustDo(t, db.DeleteAccount(t.Context(), "OTHER"))
	want := recordsOf(t, db, theAccount)
	_, whole := CompactFile(path)
	_, _, _, opening := openNamed(path, bolt.Options{Timeout: time.Millisecond})
	_, copying := compact(path, time.Millisecond)
	for _, err := range []error{whole, copying, cannotUse(path, opening)} {
		expectText(t, "a file in use", err, "is in use")
	}
	mustDo(t, errors.Join(db.Close(), os.Chmod(path, 0o660), os.WriteFile(path+compactSuffix, []byte("left by a kill"), 0o600)))
	link := filepath.Join(t.TempDir(), "link.db")
	mustDo(t, os.Symlink(path, link))
	sizes, err := CompactFile(link)
	info, missing := os.Stat(path)
	mustDo(t, errors.Join(err, missing, damageOf(path)))
	if sizes.After != info.Size() || sizes.After > sizes.Before/2 || info.Mode().Perm() != 0o660 {
		t.Errorf("got %+v and a file of %d bytes with mode %v, want less than half of it", sizes, info.Size(), info.Mode())
	}
	if kind, err := os.Lstat(link); err != nil || kind.Mode().IsRegular() {
		t.Errorf("got %v, %v, want the link", kind.Mode(), err)
	}
	db = openFor(t, Options{Path: path})
	equal(t, "the account", recordsOf(t, db, theAccount), want)
	equal(t, "the snapshot", snapshotOf(t, db, theAccount, "before"), want)
	if left, err := filepath.Glob(path + "?*"); err != nil || left != nil {
		t.Errorf("got %q, %v beside the file, want nothing", left, err)
	}
}

// Open removes the leftovers of a process killed during a compaction.
func TestOpenRemovesACopy(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	mustDo(t, os.WriteFile(path+compactSuffix, []byte("left by a kill"), 0o600))
	openFor(t, Options{Path: path, NoSync: true})
	if left, err := filepath.Glob(path + "?*"); err != nil || left != nil {
		t.Errorf("got %q, %v beside the file, want nothing", left, err)
	}
}

// A file that cannot be compacted stays as it is.
func TestCompactionFails(t *testing.T) {
	t.Parallel()
	path := aClosedFile(t)
	before := readFile(t, path)
	mustDo(t, os.MkdirAll(filepath.Join(path+compactSuffix, "of the user"), 0o700))
	_, err := CompactFile(path)
	for _, part := range []string{"cannot compact the data file", "not empty", path} {
		expectText(t, "compact", err, part)
	}
	if !bytes.Equal(readFile(t, path), before) {
		t.Error("the file has changed")
	}
	openFor(t, Options{Path: path, NoSync: true})
}
