package boltstore

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

const fullFile = "COMMERCE_SANDBOX_TEST_FULL" // the data file of a process on a full disk

// A write without room is refused, and the writes before it stay. When there is room
// again, writing goes on. A process of its own limits the size of its files for the
// errors of a full disk.
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
	db := openFile(t, Options{Path: path})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(100)))
	store, room := db.Account(theAccount), syscall.Rlimit{}
	info, err := os.Stat(path)
	mustDo(t, err)
	mustDo(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &room))
	mustDo(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(info.Size()), Max: room.Max}))

	written := 100
	for ; written < 3_000; written++ {
		if _, err = store.Update(put(anOrder(written))); err != nil {
			break
		}
	}
	hasNoSpace(t, fmt.Sprintf("after %d orders", written), err, path)
	before := recordsOf(t, db, theAccount)
	for more := int64(3); more >= 0; more-- { // the reset runs out of room at another part each time
		mustDo(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(info.Size() + more*growSize), Max: room.Max}))
		hasNoSpace(t, fmt.Sprint("a reset with ", more, " MiB"), db.ReplaceAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(10*manyOrders)), path)
		equal(t, "the account", recordsOf(t, db, theAccount), before)
	}
	hasNoSpace(t, "a large world", db.CreateAccount(t.Context(), accountRecord{Code: "LARGE", Document: []byte(`{}`)}, aWorld(2*manyOrders)), path)
	hasNoSpace(t, "a snapshot", trySnapshot(t, db, "copy"), path)
	hasNoSpace(t, "health", db.Health(), path)
	if got := stagedIn(t, db); got != 0 {
		t.Errorf("got %d hidden buckets, want none", got)
	}
	mustDo(t, db.Check())

	mustDo(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &room))
	_, err = store.Extend(t.Context(), math.MaxInt64, nothing)
	hasNoSpace(t, "an addition larger than the disk", err, path)
	update(t, store, put(anOrder(written)))
	saveSnapshot(t, db, "copy")
	mustDo(t, errors.Join(db.Health(), db.Check(), db.Close()))
	again := openFor(t, Options{Path: path})
	for n := range written + 1 {
		if bodyOf(t, again.Account(theAccount), anOrder(n).Order.RefNo) == nil {
			t.Errorf("order %d was answered and is not there", n)
		}
	}
}

func hasNoSpace(t *testing.T, what string, err error, path string) {
	t.Helper()
	var full *accounts.NoSpaceError
	if !errors.As(err, &full) || full.Folder != filepath.Dir(path) {
		t.Errorf("%s: got error %v, want one about space in the folder of %s", what, err, path)
	}
}
