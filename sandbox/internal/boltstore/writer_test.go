package boltstore

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	bolt "go.etcd.io/bbolt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// together starts the calls and lets them share a transaction: a first update holds the
// writer until all the others wait.
func together(t *testing.T, db *DB, calls ...func() error) []error {
	t.Helper()
	started, release := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		var once sync.Once
		_, _ = db.Account(theAccount).Update(func(commerce.Tx) error {
			once.Do(func() { close(started) })
			<-release
			return nil
		})
	})
	<-started
	answers := make([]error, len(calls))
	for i, call := range calls {
		all.Go(func() { answers[i] = call() })
	}
	for len(db.writer.calls) < min(len(calls), cap(db.writer.calls)) {
		runtime.Gosched() // until all calls wait
	}
	close(release)
	all.Wait()
	return answers
}

func TestAnErrorDoesNotAffectOtherCalls(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "OTHER", Document: nil}, nothing))
	write := func(s commerce.Store, fn func(commerce.Tx) error) func() error {
		return func() error { return lastly(s.Update(fn)) }
	}
	answers := together(t, db,
		write(s, put(anOrder(1))),
		write(s, func(commerce.Tx) error { return errOwn }),
		write(s, func(tx commerce.Tx) error { return errors.Join(put(anOrder(2))(tx), errOwn) }),
		write(s, func(tx commerce.Tx) error { _ = put(anOrder(3))(tx); panic("a bug") }),
		write(db.Account("NONE"), put(anOrder(4))),
		write(db.Account("OTHER"), put(anOrder(5))),
		write(s, put(anOrder(6))),
	)
	for i, want := range []error{nil, errOwn, errOwn, nil, accounts.ErrUnknown, nil, nil} {
		if i != 3 && !errors.Is(answers[i], want) {
			t.Errorf("call %d: got %v, want %v", i, answers[i], want)
		}
	}
	if answers[3] == nil || !strings.Contains(answers[3].Error(), "a bug") {
		t.Errorf("got %v of a panic", answers[3])
	}
	equalList(t, "the account", between(t, s, noon.AddDate(0, 0, -1), noon), "200000001", "200000006")
	equalList(t, "the other account", between(t, db.Account("OTHER"), noon.AddDate(0, 0, -1), noon), "200000005")
}

func TestARejectionFailsWithItsTransaction(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	name := []byte("of-a-neighbour")
	calls := []*call{
		{plan: func(*bolt.Tx) (work, error) {
			return work{apply: func(file *bolt.Tx) error { return file.Bucket(ownScenarios.bucket).Put(name, name) }}, nil
		}},
		{plan: func(file *bolt.Tx) (work, error) {
			if file.Bucket(ownScenarios.bucket).Get(name) == nil {
				t.Error("the neighbour's write is not seen")
			}
			return work{}, accounts.ErrTaken
		}},
		{plan: func(*bolt.Tx) (work, error) {
			return work{apply: func(*bolt.Tx) error { return errOwn }}, nil
		}},
	}
	for _, c := range calls {
		c.done = make(chan error, 1)
	}
	w := &writer{file: db.file, sentry: db.sentry, views: &views{sentry: db.sentry}, calls: make(chan *call, len(calls))}
	for _, c := range calls[1:] {
		w.calls <- c
	}
	w.commit(calls[0], batchCalls)
	for i, c := range calls {
		expectError(t, fmt.Sprint("call ", i), <-c.done, errOwn)
	}
}

// A call ready while the others of a transaction are carried out belongs to it too.
func TestAReadyCallJoinsTheTransaction(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	const attempts = 1000
	for range attempts { // because another processor may start the call late
		var ready sync.WaitGroup
		var first, second int
		mustDo(t, db.writer.write(t.Context(), func(file *bolt.Tx) (work, error) {
			first = file.ID()
			ready.Go(func() {
				_ = db.writer.write(t.Context(), func(file *bolt.Tx) (work, error) {
					second = file.ID()
					return work{}, nil
				})
			})
			return work{apply: func(file *bolt.Tx) error { return ownScenarios.in(file).put([]byte("a"), nil) }}, nil
		}))
		ready.Wait()
		if first == second {
			return
		}
	}
	t.Errorf("none of %d calls joined the transaction before it", attempts)
}

// Callers of one transaction are expected to write together again, for a short time and
// once: an absent one does not make the others wait twice.
func TestATransactionWaitsForItsCallers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, db := newStore(t)
		in := func(after time.Duration, id *int) func() {
			return func() {
				time.Sleep(after)
				mustDo(t, db.writer.write(t.Context(), func(file *bolt.Tx) (work, error) {
					*id = file.ID()
					return work{apply: func(file *bolt.Tx) error { return ownScenarios.in(file).put([]byte("a"), nil) }}, nil
				}))
			}
		}
		var first, second int
		both := func(after time.Duration) {
			var all sync.WaitGroup
			all.Go(in(0, &first))
			all.Go(in(after, &second))
			all.Wait()
		}
		together(t, db, func() error { in(0, &first)(); return nil }) // two callers
		if both(gather / 2); first != second {
			t.Errorf("a caller that came back soon wrote in transaction %d, and the other in %d", second, first)
		}
		if both(2 * gather); first == second {
			t.Errorf("a caller that came back late wrote in transaction %d of the other", first)
		}
		begun := clock.System()
		in(0, &first)()
		if took := clock.System().Sub(begun); took != 0 {
			t.Errorf("a lone caller waited for %v", took)
		}
	})
}

func TestConcurrentUpdates(t *testing.T) {
	t.Parallel()
	db := openFor(t, Options{Lifetime: Ephemeral})
	const accounts, clients, calls = 3, 8, 25
	for n := range accounts {
		mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: strconv.Itoa(n), Document: nil}, nothing))
	}
	var all sync.WaitGroup
	for client := range accounts * clients {
		s := db.Account(strconv.Itoa(client % accounts))
		all.Go(func() {
			for call := range calls {
				countUp(t, s, call%5 == 0)
			}
		})
		all.Go(func() {
			for range calls {
				if err := s.View(func(tx commerce.Tx) error {
					if orders := len(factsBetween(tx, noon.AddDate(-1, 0, 0), noon)); orders > clients*calls {
						return fmt.Errorf("%d orders", orders)
					}
					return nil
				}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for n := range accounts {
		if got, want := len(between(t, db.Account(strconv.Itoa(n)), noon.AddDate(-1, 0, 0), noon)), clients*calls*4/5; got != want {
			t.Errorf("account %d: got %d orders, want %d", n, got, want)
		}
	}
}

// countUp writes the order with the next number, or fails after writing it.
func countUp(t *testing.T, s commerce.Store, fail bool) {
	_, err := s.Update(func(tx commerce.Tx) error {
		n, err := tx.Next(commerce.Creations)
		err = errors.Join(err, put(anOrder(int(n)))(tx))
		if fail {
			return errOwn
		}
		return err
	})
	if fail != errors.Is(err, errOwn) || !fail && err != nil {
		t.Errorf("got error %v", err)
	}
}

func TestCloseAnswersAllCalls(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	db := openFile(t, Options{Path: path})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: nil}, nothing))
	const clients = 20
	kept := make(chan string, clients)
	var all sync.WaitGroup
	for n := range clients {
		all.Go(func() {
			_, err := db.Account(theAccount).Update(put(anOrder(n)))
			if err == nil {
				kept <- anOrder(n).Order.RefNo
			} else if !errors.Is(err, ErrClosed) {
				t.Errorf("got error %v", err)
			}
		})
	}
	mustDo(t, db.Close())
	all.Wait()
	close(kept)
	expectError(t, "the second close", db.Close(), nil)
	expectError(t, "update", lastly(db.Account(theAccount).Update(nothing)), ErrClosed)
	expectError(t, "view", db.Account(theAccount).View(nothing), ErrClosed)
	expectError(t, "check", db.Check(), ErrClosed)
	expectError(t, "view of a draft", (&draft{db: db}).openView(), ErrClosed)
	again := openFor(t, Options{Path: path})
	for ref := range kept {
		if bodyOf(t, again.Account(theAccount), ref) == nil {
			t.Errorf("order %s was answered and is not there", ref)
		}
	}
}

// A call still waiting when its context ends is withdrawn and writes nothing. A call that
// has begun gets its answer.
func TestContextWithdrawsAWaitingCall(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	ended, end := context.WithCancel(t.Context())
	update(t, s, func(commerce.Tx) error { // keeps the writer busy
		late := make(chan error)
		go func() { late <- db.CreateAccount(ended, accountRecord{Code: "LATE"}, nothing) }()
		for len(db.writer.calls) == 0 {
			runtime.Gosched() // until it waits
		}
		end()
		expectError(t, "a call that waits", <-late, context.Canceled)
		expectError(t, "a call in a context that has ended", db.CreateAccount(ended, accountRecord{Code: "LATER"}, nothing), context.Canceled)
		return nil
	})
	begun, stop := context.WithCancel(t.Context())
	err := db.writer.write(begun, func(*bolt.Tx) (work, error) {
		stop()
		return work{apply: func(file *bolt.Tx) error {
			return errors.Join(db.draft(begun, "BEGUN", accountsBucket, []byte("BEGUN")).placeAccount(file, nil))
		}}, nil
	})
	expectError(t, "a call that has begun", err, nil)
	got, err := db.Accounts()
	if want := []accountRecord{{Code: "BEGUN", Document: []byte{}}, {Code: theAccount, Document: []byte(`{}`)}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %q (%v), want %q", got, err, want)
	}
}

// An update without writes, such as a read, commits nothing.
func TestEmptyUpdatesCommitNothing(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	transaction := func() (id int) {
		mustDo(t, db.view(func(tx *bolt.Tx) error { id = tx.ID(); return nil }))
		return id
	}
	before := transaction()
	update(t, s, nothing)
	if got := transaction(); got != before {
		t.Errorf("got transaction %d, want %d", got, before)
	}
	update(t, s, put(anOrder(1)))
	if got := transaction(); got == before {
		t.Error("an update that writes committed nothing")
	}
}

// One transaction has a bounded number of calls and of bytes.
func TestBatchesAreBounded(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	for _, test := range []struct{ calls, bytes, most int }{{batchCalls + 50, 0, batchCalls}, {4, batchBytes/2 + 1, 2}} {
		var counts sync.Map // calls by transaction
		var calls []func() error
		for range test.calls {
			calls = append(calls, func() error {
				return db.writer.write(t.Context(), func(file *bolt.Tx) (work, error) {
					count, _ := counts.LoadOrStore(file.ID(), new(atomic.Int64))
					count.(*atomic.Int64).Add(1)
					return work{bytes: test.bytes, apply: func(file *bolt.Tx) error { return ownScenarios.in(file).put([]byte("a"), nil) }}, nil
				})
			})
		}
		mustDo(t, errors.Join(together(t, db, calls...)...))
		counts.Range(func(id, count any) bool {
			if n := count.(*atomic.Int64).Load(); n > int64(test.most) {
				t.Errorf("transaction %d has %d calls of %d bytes, want at most %d", id, n, test.bytes, test.most)
			}
			return true
		})
	}
}

// Damage met by one call does not fail the others of its transaction. A call alone fails
// with its error.
func TestDamageDoesNotAffectOtherCalls(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	writing := func(fail func() error) func() error {
		return func() error {
			return db.writer.write(t.Context(), func(*bolt.Tx) (work, error) {
				return work{apply: func(*bolt.Tx) error { return fail() }}, nil
			})
		}
	}
	damaged := writing(func() error { panic(damagedRecord("record 1")) })
	answers := together(t, db, func() error { return lastly(s.Update(put(anOrder(1)))) }, damaged, func() error { return lastly(s.Update(put(anOrder(2)))) })
	mustDo(t, errors.Join(answers[0], answers[2]))
	failsForDamage(t, answers[1])
	failsForDamage(t, damaged())
	expectError(t, "a call alone", writing(func() error { return errOwn })(), errOwn)
	equalList(t, "the other calls", between(t, s, noon.AddDate(0, 0, -1), noon), "200000001", "200000002")
}

// The store closes when the running transaction has ended.
func TestCloseWaitsForTheWriter(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	writing := make(chan struct{})
	go db.writer.write(t.Context(), func(*bolt.Tx) (work, error) {
		close(writing)
		<-db.writer.closing
		return work{apply: func(*bolt.Tx) error { return nil }}, nil
	})
	<-writing
	db.writer.close()
	select {
	case <-db.writer.stopped:
	default:
		t.Error("the writer runs after it was closed")
	}
}

// A call that meets damage is made again only if another call may have caused it.
func TestDamageOfOneCall(t *testing.T) {
	t.Parallel()
	_, db := newStore(t)
	runs := 0
	err := db.writer.write(t.Context(), func(*bolt.Tx) (work, error) {
		return work{apply: func(*bolt.Tx) error {
			runs++
			return &accounts.DamageError{Path: "x.db", What: "a record is damaged"}
		}}, nil
	})
	if !isDamage(err) || runs != 1 {
		t.Errorf("got %v after %d runs, want the damage after one", err, runs)
	}
}
