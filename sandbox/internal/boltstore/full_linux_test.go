package boltstore

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const fullFile = "COMMERCE_SANDBOX_TEST_FULL" // the data file of a process whose disk gets full

// A write that has no room is refused, and the writes before it stay. When there
// is room again, writing goes on. A process of its own limits the size of its
// files, which gives the errors of a full disk.
func TestAFullDisk(t *testing.T) {
	if path := os.Getenv(fullFile); path != "" {
		writeUntilFull(t, path)
		return
	}
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestAFullDisk$", "-test.v")
	child.Env = append(os.Environ(), fullFile+"="+path)
	if out, err := child.CombinedOutput(); err != nil || !strings.Contains(string(out), "PASS") {
		t.Errorf("got %v:\n%s", err, out)
	}
}

func writeUntilFull(t *testing.T, path string) {
	signal.Ignore(syscall.SIGXFSZ)
	db, err := Open(Options{Path: path})
	mustDo(t, err)
	mustDo(t, db.CreateAccount(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}, nothing))
	store, room := db.Account(theAccount), syscall.Rlimit{}
	mustDo(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &room))
	mustDo(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 3 << 20, Max: room.Max}))

	written := 0
	for ; written < 3_000; written++ {
		if _, err = store.Update(put(anOrder(written))); err != nil {
			break
		}
	}
	if !errors.Is(err, syscall.EFBIG) || !strings.Contains(err.Error(), path) {
		t.Errorf("after %d orders: got error %v, want one that names the file", written, err)
	}
	if err := db.CreateAccount(t.Context(), record{Code: "LARGE", Document: []byte(`{}`)}, aWorld(manyOrders)); !errors.Is(err, syscall.EFBIG) {
		t.Errorf("a large world: got error %v", err)
	}
	mustDo(t, db.Check())

	mustDo(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &room))
	update(t, store, put(anOrder(written)))
	mustDo(t, errors.Join(db.Check(), db.Close()))
	again := openFor(t, Options{Path: path})
	for n := range written + 1 {
		if bodyOf(t, again.Account(theAccount), anOrder(n).Order.RefNo) == nil {
			t.Errorf("order %d was answered and is not there", n)
		}
	}
}
