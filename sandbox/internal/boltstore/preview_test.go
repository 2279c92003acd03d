package boltstore

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	bolt "go.etcd.io/bbolt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// randomWrites returns a function that writes and removes records and draws numbers. It
// keeps the numbers in drawn.
func randomWrites(random *rand.Rand, drawn *[]uint64) func(commerce.Tx) error {
	orders := make([]record.StoredOrder, random.IntN(4)+1)
	for i := range orders {
		orders[i] = anOrder(random.IntN(20))
	}
	return func(tx commerce.Tx) error {
		*drawn = nil
		for _, o := range orders {
			n, err := tx.Next(commerce.OrderReferences)
			if err := errors.Join(err, tx.Orders().Put(o), tx.Handles().Put("h", record.Handle{Kind: "order"})); err != nil {
				return err
			}
			*drawn = append(*drawn, n)
		}
		return nil
	}
}

// TestPreviewStoresNothing previews random writes and makes them right afterwards:
// the preview leaves the file as it was, and both draw the same numbers.
func TestPreviewStoresNothing(t *testing.T) {
	t.Parallel()
	store, db := newStore(t)
	records := func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(accountsBucket).Bucket([]byte(theAccount)) }
	for seed := range uint64(50) {
		var previewed, drawn []uint64
		before := contents(t, db, records)
		wouldChange, err := store.Preview(randomWrites(rand.New(rand.NewPCG(seed, 1)), &previewed))
		mustDo(t, err)
		if after := contents(t, db, records); !maps.Equal(after, before) {
			t.Fatalf("seed %d: the preview changed the file", seed)
		}
		changed, err := store.Update(randomWrites(rand.New(rand.NewPCG(seed, 1)), &drawn))
		mustDo(t, err)
		same(t, fmt.Sprint("the changes of seed ", seed), wouldChange, unnumbered(changed))
		if len(previewed) == 0 || previewed[0] != drawn[0] || len(previewed) != len(drawn) {
			t.Errorf("seed %d: the preview drew %d, the update %d", seed, previewed, drawn)
		}
	}
	mustDo(t, db.Check())
}

// TestPreviewNeedsNoWriter previews a write while the writer is busy.
func TestPreviewNeedsNoWriter(t *testing.T) {
	t.Parallel()
	store, _ := newStore(t)
	began, goOn, ended := make(chan bool, 1), make(chan bool), make(chan error)
	go func() {
		ended <- lastly(store.Update(func(commerce.Tx) error {
			began <- true
			<-goOn
			return nil
		}))
	}()
	<-began
	_, err := store.Preview(put(anOrder(1)))
	close(goOn)
	mustDo(t, errors.Join(err, <-ended))
}

// TestPreviewOnAFullDisk previews on a full disk: writing fails, as in an update, and
// reading does not.
func TestPreviewOnAFullDisk(t *testing.T) {
	t.Parallel()
	db := openFor(t, Options{Path: filepath.Join(t.TempDir(), "data.db"), NoSync: true})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, nothing))
	store := db.Account(theAccount)
	_ = db.writer.explain(syscall.ENOSPC)
	var full *accounts.NoSpaceError
	if _, err := store.Preview(put(anOrder(1))); !errors.As(err, &full) {
		t.Errorf("got %v, want an error about space", err)
	}
	mustDo(t, lastly(store.Preview(nothing)))
	_ = db.writer.explain(nil)
	mustDo(t, lastly(store.Preview(put(anOrder(1)))))
}

func TestPreviewOfAnAccount(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	empty, err := db.PreviewAccount(nothing)
	mustDo(t, err)
	if got := view(t, empty, func(tx commerce.Tx) int { return tx.Lists().CountOf("product") }); got != 0 {
		t.Errorf("got %d products of nothing", got)
	}
	store, err := db.PreviewAccount(aWorld(8))
	mustDo(t, err)
	update(t, store, put(anOrder(20)))
	if counts, err := countsIn(store); err != nil || counts.Orders != 9 || bodyOf(t, store, anOrder(20).Order.RefNo) == nil {
		t.Errorf("got %+v %v, want 9 orders", counts, err)
	}
	if records, err := db.Accounts(); err != nil || len(records) != 1 {
		t.Errorf("got %v %v, want one account", records, err)
	}
	large := func(tx commerce.Tx) error {
		o := anOrder(1)
		o.Order.Language = strings.Repeat("x", db.parts.bytes)
		return errors.Join(tx.Orders().Put(o), tx.Orders().Put(anOrder(2)))
	}
	_, err = db.PreviewAccount(large)
	expectError(t, "a large account", err, accounts.ErrTooLarge)
}
