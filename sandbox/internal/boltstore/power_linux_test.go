package boltstore

import (
	"bytes"
	"errors"
	arguments "flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

var (
	powerStates = arguments.Int("power-states", 40, "how many states of the disk TestPowerLossLosesNothing opens")
	powerSeed   = arguments.Uint64("power-seed", 1, "chooses the states of the disk")
)

const (
	poweredFile    = "COMMERCE_SANDBOX_TEST_POWER" // the data file of a traced process
	poweredWriters = 8
	poweredOrders  = 4  // of each writer
	poweredWorld   = 60 // orders of an opened account, and as many are added to it
)

// TestPowerLossLosesNothing traces the writes and syncs of a process, and makes the possible states
// of a disk when the power goes: everything synced, and any part of the rest in any order, torn at
// sectors. Each opens with every answered write and passes the check.
func TestPowerLossLosesNothing(t *testing.T) {
	if path := os.Getenv(poweredFile); path != "" {
		writePowered(t, path)
		return
	}
	t.Parallel()
	needStrace(t)
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path})
	mustDo(t, errors.Join(db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, nothing), db.Close()))
	before, err := os.ReadFile(path)
	mustDo(t, err)
	events := traced(t, path)
	random := rand.New(rand.NewPCG(*powerSeed, 0))
	moments := make([]int, len(events)+1) // how many states each has
	for range *powerStates {
		moments[random.IntN(len(moments))]++
	}
	disk, answered := disk{synced: before}, map[string]int{}
	for i, states := range moments {
		for range states {
			checkPowered(t, disk.afterPowerLoss(random), answered, fmt.Sprintf("event %d of %d", i, len(events)))
		}
		if i < len(events) {
			disk.take(i, events[i])
			if events[i].kind == answer {
				answered[events[i].subject]++
			}
		}
	}
	t.Logf("%d states after %d writes, syncs and answers, of which %d subjects had one, with -power-seed %d", *powerStates, len(events), len(answered), *powerSeed)
}

// disk is a file on a disk with a cache.
type disk struct {
	synced []byte
	cached []change // in the order of the writes
}

// change is a write or a new size, not yet synced.
type change struct {
	index int // of its event
	event
}

// take applies an event. A sync keeps the writes before its beginning.
func (d *disk) take(index int, e event) {
	switch e.kind {
	case write, resize:
		d.cached = append(d.cached, change{index, e})
	case synced:
		for len(d.cached) > 0 && d.cached[0].index < e.began {
			d.synced = d.cached[0].apply(d.synced)
			d.cached = d.cached[1:]
		}
	}
}

// afterPowerLoss returns the file with a random part of the cache, in sectors of a random
// size.
func (d *disk) afterPowerLoss(random *rand.Rand) []byte {
	file := bytes.Clone(d.synced)
	sector := []int{512, 4 << 10, pageSize}[random.IntN(3)]
	part := []float64{0, 0.5, 0.9, 1}[random.IntN(4)]
	for _, c := range d.cached {
		if c.kind == resize {
			if random.Float64() < part {
				file = c.apply(file)
			}
			continue
		}
		for at := 0; at < len(c.data); at += sector {
			if random.Float64() < part {
				torn := event{kind: write, at: c.at + int64(at), data: c.data[at:min(at+sector, len(c.data))]}
				file = torn.apply(file)
			}
		}
	}
	return file
}

// apply returns the file after a write or a new size.
func (e event) apply(file []byte) []byte {
	if e.kind == resize {
		if e.at < int64(len(file)) {
			return file[:e.at]
		}
		return append(file, make([]byte, e.at-int64(len(file)))...)
	}
	if end := e.at + int64(len(e.data)); end > int64(len(file)) {
		file = append(file, make([]byte, end-int64(len(file)))...)
	}
	copy(file[e.at:], e.data)
	return file
}

// checkPowered opens a file and expects each subject in the state of its last answer, or
// of the write after it.
func checkPowered(t *testing.T, file []byte, answered map[string]int, when string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.db")
	mustDo(t, os.WriteFile(path, file, 0o600))
	db, err := Open(Options{Path: path})
	if err != nil {
		t.Errorf("%s: %v", when, err)
		return
	}
	defer func() { mustDo(t, errors.Join(db.Close(), os.Remove(path))) }()
	if err := db.Check(); err != nil {
		t.Errorf("%s: %v", when, err)
	}
	for subject, states := range poweredHistories() {
		n := answered[subject]
		now := poweredState(t, db, subject)
		if now != states[n] && (n+1 == len(states) || now != states[n+1]) {
			t.Errorf("%s: %s is %q after %d answers, want %q or what follows", when, subject, now, n, states[n:])
		}
	}
}

// poweredHistories returns the states of every subject, in the order of its writes.
func poweredHistories() map[string][]string {
	all := map[string][]string{}
	for n := range poweredWriters * poweredOrders {
		all["order "+strconv.Itoa(n)] = []string{"", "first", "second"}
	}
	for n := range 2 {
		all["account POWER-"+strconv.Itoa(n)] = []string{"", strconv.Itoa(poweredWorld), strconv.Itoa(2 * poweredWorld), ""}
	}
	return all
}

func poweredState(t *testing.T, db *DB, subject string) string {
	t.Helper()
	var n int
	if _, err := fmt.Sscanf(subject, "order %d", &n); err == nil {
		return view(t, db.Account(theAccount), func(tx commerce.Tx) string {
			order, found, err := tx.Orders().Get(anOrder(n).Order.RefNo)
			mustDo(t, err)
			if !found {
				return ""
			}
			return *order.Order.ExternalReference
		})
	}
	list, err := db.Accounts()
	mustDo(t, err)
	for _, a := range list {
		if "account "+a.Code == subject {
			return view(t, db.Account(a.Code), func(tx commerce.Tx) string {
				count := 0
				for range tx.Orders().Between(noon.AddDate(-20, 0, 0), noon) {
					count++
				}
				return strconv.Itoa(count)
			})
		}
	}
	return ""
}

// writePowered makes all histories at once and prints each answer.
func writePowered(t *testing.T, path string) {
	db, err := Open(Options{Path: path})
	mustDo(t, err)
	var writers sync.WaitGroup
	print := func(subject string, err error) {
		mustDo(t, err)
		_, _ = os.Stdout.WriteString(answerMark + subject + "\n")
	}
	for writer := range poweredWriters {
		writers.Go(func() {
			for n := range poweredOrders {
				for _, version := range []string{"first", "second"} {
					order := anOrder(writer*poweredOrders + n)
					order.Order.ExternalReference = &version
					_, err := db.Account(theAccount).Update(put(order))
					print(fmt.Sprintf("order %d", writer*poweredOrders+n), err)
				}
			}
		})
	}
	for n := range 2 {
		code := "POWER-" + strconv.Itoa(n)
		print("account "+code, db.CreateAccount(t.Context(), accountRecord{Code: code, Document: []byte(`{}`)}, aWorld(poweredWorld)))
		_, err := db.Account(code).Extend(t.Context(), 0, more(poweredWorld, poweredWorld))
		print("account "+code, err)
		print("account "+code, db.DeleteAccount(t.Context(), code))
	}
	writers.Wait()
	mustDo(t, db.Close())
}
