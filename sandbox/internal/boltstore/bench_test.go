package boltstore

import (
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	bolt "go.etcd.io/bbolt"
)

const clients = 16

// BenchmarkCreate compares the creation of campaigns with putting the same
// bytes into a bare bbolt file, both synced to disk.
func BenchmarkCreate(b *testing.B) {
	b.Run("one client", func(b *testing.B) {
		s, next := lastingStore(b), new(atomic.Int64)
		for b.Loop() {
			mustCreate(b, s, int(next.Add(1)))
		}
	})
	b.Run("one client, bare Update", func(b *testing.B) {
		file, next := bareFile(b), new(atomic.Int64)
		for b.Loop() {
			mustDo(b, file.Update(barePut(b, int(next.Add(1)))))
		}
	})
	b.Run("16 clients", func(b *testing.B) {
		s, next := lastingStore(b), new(atomic.Int64)
		before := transactions(b, s)
		parallel(b, func() { mustCreate(b, s, int(next.Add(1))) })
		b.ReportMetric(float64(b.N)/float64(transactions(b, s)-before), "calls/transaction")
	})
	b.Run("16 clients, bare Batch", func(b *testing.B) {
		file, next := bareFile(b), new(atomic.Int64)
		parallel(b, func() { mustDo(b, file.Batch(barePut(b, int(next.Add(1))))) })
	})
	b.Run("16 clients, bare Batch of 16", func(b *testing.B) {
		file, next := bareFile(b), new(atomic.Int64)
		file.MaxBatchSize, file.MaxBatchDelay = clients, time.Millisecond
		parallel(b, func() { mustDo(b, file.Batch(barePut(b, int(next.Add(1))))) })
	})
}

// transactions returns how many transactions have written to the file of a store.
func transactions(b *testing.B, s commerce.Store) (number int) {
	mustDo(b, s.(store).db.view(func(file *bolt.Tx) error {
		number = file.ID()
		return nil
	}))
	return number
}

func parallel(b *testing.B, work func()) {
	b.SetParallelism(clients / 2) // of two processors
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			work()
		}
	})
}

func lastingStore(b *testing.B) commerce.Store {
	db := openFor(b, Options{Path: filepath.Join(b.TempDir(), "data.db")})
	mustDo(b, db.CreateAccount(b.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(300)))
	return db.Account(theAccount)
}

func mustCreate(b *testing.B, s commerce.Store, n int) {
	_, err := s.Update(func(tx commerce.Tx) error { return tx.Campaigns().Put(aCampaign(n, "P", "R")) })
	mustDo(b, err)
}

func bareFile(b *testing.B) *bolt.DB {
	file, err := bolt.Open(filepath.Join(b.TempDir(), "bare.db"), 0o600, nil)
	mustDo(b, err)
	b.Cleanup(func() { mustDo(b, file.Close()) })
	mustDo(b, file.Update(func(tx *bolt.Tx) error {
		_, err := tx.CreateBucket([]byte("campaigns"))
		return err
	}))
	return file
}

func barePut(b *testing.B, n int) func(*bolt.Tx) error {
	c := aCampaign(n, "P", "R")
	body, err := record.Encode(&c)
	mustDo(b, err)
	return func(tx *bolt.Tx) error { return tx.Bucket([]byte("campaigns")).Put([]byte(c.Code), body) }
}

// leaveOutWhenShort skips a benchmark with a long setup.
func leaveOutWhenShort(b *testing.B) {
	b.Helper()
	if testing.Short() {
		b.Skip("its world has 100,000 orders")
	}
}

func largeStore(b *testing.B) commerce.Store {
	db := openFor(b, Options{Lifetime: Ephemeral})
	mustDo(b, db.CreateAccount(b.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(100_000)))
	return db.Account(theAccount)
}

// BenchmarkBetween scans a window of 100,000 orders.
func BenchmarkBetween(b *testing.B) {
	leaveOutWhenShort(b)
	s := largeStore(b)
	for b.Loop() {
		found := view(b, s, func(tx commerce.Tx) (found int) {
			for range tx.Orders().Between(noon.AddDate(-1, 0, 0), noon) {
				found++
			}
			return found
		})
		if found != 100_000 {
			b.Fatalf("got %d orders, want 100000", found)
		}
	}
}

// BenchmarkBody reads one order of 100,000.
func BenchmarkBody(b *testing.B) {
	leaveOutWhenShort(b)
	s, n := largeStore(b), 0
	for b.Loop() {
		n = (n + 7919) % 100_000
		ref := reference(uint64(200000000 + n))
		mustDo(b, s.View(func(tx commerce.Tx) error {
			if _, ok := tx.Orders().Body(ref); !ok {
				b.Errorf("order %s is not there", ref)
			}
			return nil
		}))
	}
}

// BenchmarkSeed opens an account of 100,000 orders on disk.
func BenchmarkSeed(b *testing.B) {
	leaveOutWhenShort(b)
	for b.Loop() {
		db := openFile(b, Options{Path: filepath.Join(b.TempDir(), "data.db")})
		mustDo(b, db.CreateAccount(b.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(100_000)))
		mustDo(b, db.Close())
	}
}

// BenchmarkOpen opens a file of 100,000 orders and reads all of it.
func BenchmarkOpen(b *testing.B) {
	leaveOutWhenShort(b)
	path := filepath.Join(b.TempDir(), "data.db")
	db := openFile(b, Options{Path: path})
	mustDo(b, db.CreateAccount(b.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, aWorld(100_000)))
	mustDo(b, db.Close())
	for b.Loop() {
		db := openFile(b, Options{Path: path})
		mustDo(b, db.Close())
	}
}
