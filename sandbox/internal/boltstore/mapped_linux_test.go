package boltstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// mappedBytes returns how much of the mapping of a file is in this process's memory.
func mappedBytes(t *testing.T, path string) int {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/smaps")
	mustDo(t, err)
	_, of, found := strings.Cut(string(maps), path+"\n")
	_, of, inMemory := strings.Cut(of, "\nRss:")
	var kilobytes int
	if _, err := fmt.Sscan(of, &kilobytes); err != nil || !found || !inMemory {
		t.Fatalf("no mapping of %s: %v", path, err)
	}
	return kilobytes << 10
}

// TestAGrowingFileIsNotKeptInMemory verifies that the pages of a file that grows leave
// the memory of the process.
func TestAGrowingFileIsNotKeptInMemory(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db, err := Open(Options{Path: path, NoSync: true})
	mustDo(t, err)
	defer func() { mustDo(t, db.Close()) }()
	mustDo(t, db.CreateAccount(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}, nothing))
	s := db.Account(theAccount)
	for n := 0; n < 20_000; n += 200 {
		_, err := s.Update(func(tx commerce.Tx) error {
			var errs []error
			for i := range 200 {
				errs = append(errs, tx.Orders().Put(anOrder(n+i)))
			}
			return errors.Join(errs...)
		})
		mustDo(t, err)
		if _, known := body(t, s, reference(uint64(200_000_000+n))); !known { // which maps what lies near it
			t.Fatalf("order %d is missing", n)
		}
	}
	file, err := os.Stat(path)
	mustDo(t, err)
	update(t, s, put(anOrder(20_000)))
	if mapped := mappedBytes(t, path); file.Size() < 3*unmapEvery || mapped > unmapEvery/2 {
		t.Errorf("%d MiB of a file of %d MiB are in memory, want at most %d", mapped>>20, file.Size()>>20, unmapEvery>>21)
	}
}
