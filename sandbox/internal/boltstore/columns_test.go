package boltstore

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// newColumnStore returns a file whose accounts get a column from ten orders on.
func newColumnStore(t *testing.T, orders int) (commerce.Store, *DB) {
	t.Helper()
	db := openFor(t, Options{Path: filepath.Join(t.TempDir(), "data.db"), NoSync: true})
	db.columns.from = 10
	mustDo(t, db.CreateAccount(t.Context(), record{Code: theAccount, Document: []byte(`{}`)}, aWorld(orders)))
	return db.Account(theAccount), db
}

// compareWithFile reads the orders of a view twice: by the column, if there is one, and
// from the file. It reports whether there was one.
func compareWithFile(t *testing.T, store commerce.Store) (hadColumn bool) {
	t.Helper()
	mustDo(t, store.View(func(view commerce.Tx) error {
		inFile := viewTx(view.(*tx).account)
		_, hadColumn = view.(*tx).column()
		for _, days := range []int{-1, 0, 1} {
			from, to := noon.AddDate(0, 0, -days-1).Add(time.Nanosecond), noon.AddDate(0, 0, -days)
			got, want := slices.Collect(view.Orders().Between(from, to)), slices.Collect(inFile.Orders().Between(from, to))
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %d orders up to %v, want the %d of the file:\n%+v\n%+v", len(got), to, len(want), got, want)
			}
			if got, want := ofOneClass(view, from, to), ofOneClass(inFile, from, to); !slices.Equal(got, want) {
				t.Errorf("got orders %q of a class up to %v, want those of the file: %q", got, to, want)
			}
		}
		return nil
	}))
	return hadColumn
}

// compareBriefs is compareWithFile for the briefs.
func compareBriefs(t *testing.T, store commerce.Store) {
	t.Helper()
	mustDo(t, store.View(func(view commerce.Tx) error {
		from, to := noon.AddDate(0, 0, -1), noon
		if got, want := briefsOf(view, from, to), briefsOf(viewTx(view.(*tx).account), from, to); !slices.Equal(got, want) {
			t.Errorf("got briefs %q, want those of the file: %q", got, want)
		}
		return nil
	}))
}

// ofOneClass returns the orders that are not complete, those of them with a reference, and
// those among the latest few.
func ofOneClass(tx commerce.Tx, from, to time.Time) (all []string) {
	group := func(c commerce.OrderClass) int {
		return slices.Index([]catalog.Status{catalog.Canceled, "FROM_OUTSIDE"}, c.Status)
	}
	for _, filter := range []commerce.OrderFilter{{}, {ExternalReference: "EXT-7"}, {Left: new(1)}, {Left: new(100)}, {ExternalReference: "EXT-300", Left: new(280)}, {ExternalReference: "EXT-300", Left: new(0)}} {
		filter.Group = group
		for order := range tx.Orders().Of(from, to, filter) {
			all = append(all, fmt.Sprint(filter.ExternalReference, order))
		}
		if filter.Left != nil {
			all = append(all, fmt.Sprint(*filter.Left, " left"))
		}
	}
	return all
}

// briefsOf returns what the briefs of orders say.
func briefsOf(tx commerce.Tx, from, to time.Time) (all []string) {
	for facts, brief := range tx.Orders().Briefs(from, to) {
		b := brief()
		all = append(all, fmt.Sprint(facts, b.Total, b.Buyer.Customer, b.Buyer.Name(), b.Buyer.Company(), b.Buyer.Email(), b.Buyer.Country(), b.Value(), b.Value().Products()))
	}
	return all
}

// waitForColumn searches until the account has a column.
func waitForColumn(t *testing.T, store commerce.Store) {
	t.Helper()
	for !compareWithFile(t, store) {
		if t.Context().Err() != nil {
			t.Fatal("the account gets no column")
		}
	}
}

// randomChange puts or deletes an order.
func randomChange(random *rand.Rand) func(commerce.Tx) error {
	n, minutes := random.IntN(600), random.IntN(600)
	if n >= 400 && random.IntN(2) == 0 { // the world has no such order
		return func(tx commerce.Tx) error { return tx.Orders().Delete(anOrder(n).Order.RefNo) }
	}
	o := anOrder(n)
	o.Order.OrderDate = commerce.At(noon.Add(-time.Duration(minutes) * time.Minute))
	o.Order.Status = []catalog.Status{catalog.Complete, catalog.Canceled, "FROM_OUTSIDE"}[random.IntN(3)]
	first := fmt.Sprint("Ann ", random.IntN(3))
	o.Order.BillingDetails.FirstName = &first
	return put(o)
}

// A column has what the file has, after each of many random changes, by one caller and
// by several at once.
func TestAColumnFollowsTheFile(t *testing.T) {
	t.Parallel()
	store, db := newColumnStore(t, 400)
	waitForColumn(t, store)
	random := rand.New(rand.NewPCG(1, 1))
	for change := range 120 {
		update(t, store, randomChange(random))
		if !compareWithFile(t, store) {
			t.Fatal("the account has no column any more")
		}
		if change%8 == 0 {
			compareBriefs(t, store)
		}
	}
	var callers sync.WaitGroup
	for caller := range uint64(4) {
		callers.Go(func() {
			random := rand.New(rand.NewPCG(2, caller))
			for range 30 {
				if _, err := store.Update(randomChange(random)); err != nil {
					t.Error(err)
				}
				compareWithFile(t, store)
				if caller == 0 {
					db.columns.dropAll()
				}
			}
		})
	}
	callers.Wait()
	waitForColumn(t, store)
}

// An account whose records are replaced gets another column, and one that is deleted
// leaves none.
func TestColumnsOfReplacedAccounts(t *testing.T) {
	t.Parallel()
	store, db := newColumnStore(t, 100)
	saveSnapshot(t, db, "before")
	rec := record{Code: theAccount, Document: []byte(`{}`)}
	for _, test := range []struct {
		name    string
		replace func() error
	}{
		{"a reset", func() error { return db.ReplaceAccount(t.Context(), rec, aWorld(50)) }},
		{"a snapshot", func() error { return db.RestoreSnapshot(t.Context(), rec, "before") }},
		{"a large write", func() error { return lastly(store.Update(aWorld(columnBulk + 200))) }},
		{"an import", func() error {
			return lastly(store.Extend(t.Context(), db.chunks.bytes+1, func(tx commerce.Tx) error { return put(anOrder(70_000))(tx) }))
		}},
		{"another account", func() error {
			return errors.Join(db.DeleteAccount(t.Context(), theAccount), db.CreateAccount(t.Context(), rec, aWorld(60)))
		}},
	} {
		waitForColumn(t, store)
		mustDo(t, test.replace())
		if compareWithFile(t, store) {
			t.Errorf("%s: the column of before is still there", test.name)
		}
	}
	waitForColumn(t, store)
	mustDo(t, db.DeleteAccount(t.Context(), theAccount))
	if db.columns.rows != 0 || len(db.columns.of) != 0 {
		t.Errorf("got %d rows of %d columns without an account, want none", db.columns.rows, len(db.columns.of))
	}
}

// A transaction that fails leaves no trace in a column.
func TestAFailedTransactionChangesNoColumn(t *testing.T) {
	t.Parallel()
	store, db := newColumnStore(t, 100)
	waitForColumn(t, store)
	err := db.writer.write(t.Context(), func(file *bolt.Tx) (work, error) {
		return work{apply: func(*bolt.Tx) error {
			db.columns.change(theAccount, file.ID(), map[string][]byte{string(numberKey(dateOf(noon), 1)): {}})
			return errOwn
		}}, nil
	})
	if !errors.Is(err, errOwn) {
		t.Errorf("got error %v, want %v", err, errOwn)
	}
	update(t, store, put(anOrder(1))) // its transaction has the number of the one that failed
	compareWithFile(t, store)
}

// A column that is built while orders change has all changes, and one that is built from
// an earlier state than the changes it has not seen is not used.
func TestChangesWhileAColumnIsBuilt(t *testing.T) {
	t.Parallel()
	var c columns
	state := func(id int) factList {
		var list factList
		for n := range id {
			list = list.with(numberKey(dateOf(noon), uint64(n)), []byte{0})
		}
		return list
	}
	facts := func(n int) map[string][]byte {
		return map[string][]byte{string(numberKey(dateOf(noon), uint64(n))): {0}}
	}
	note := func(transaction int) { // transaction n writes order n-1
		c.change("A", transaction, facts(transaction-1))
	}
	note(1)
	if !c.begin("A") || c.begin("A") {
		t.Error("begin: got two builders, want one")
	}
	c.finish("A", columnVersion{0, state(0)}, nil)
	if _, found := c.at("A", 1); found {
		t.Error("a column without a change that came before its build is used")
	}
	c.begin("A")
	note(2)
	note(3)
	c.finish("A", columnVersion{2, state(2)}, nil)
	note(4)
	for transaction, want := range map[int]int{1: -1, 2: 2, 3: 3, 4: 4, 9: 4} {
		got := -1
		if list, found := c.at("A", transaction); found {
			got = list.len()
		}
		if got != want {
			t.Errorf("transaction %d: got %d orders, want %d", transaction, got, want)
		}
	}
	if c.rows != 4 {
		t.Errorf("got %d rows, want 4", c.rows)
	}
	c.rows = columnRows // with those of other accounts
	note(5)
	if _, found := c.at("A", 9); found || c.rows != columnRows-4 {
		t.Errorf("got a column and %d rows, want none of an account that grows beyond the limit", c.rows)
	}
}

// A list has the same facts in the same order as a sorted slice, through many changes.
func TestFactList(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 3))
	var list factList
	want := map[factKey]byte{}
	for step := range 5000 {
		key := factKey{dateOf(noon.Add(time.Duration(random.IntN(40)) * time.Second)), uint64(random.IntN(60))}
		flags := byte(1 + random.IntN(3))
		var packed []byte
		if random.IntN(3) > 0 {
			packed, want[key] = []byte{flags}, flags
		} else {
			delete(want, key)
		}
		list = list.with(numberKey(key.date, key.number), packed)
		if step%500 != 0 {
			continue
		}
		var got []string
		for part, rows := range list.parts(0, ^uint64(0)-1) {
			for n := rows.to - 1; n >= rows.from; n-- {
				f := part.facts(n)
				got = append(got, fmt.Sprint(dateOf(f.Date), f.Number, flag(f.Test, testBit)|flag(f.Partner, partnerBit)))
			}
		}
		var sorted []factKey
		for key := range want {
			sorted = append(sorted, key)
		}
		slices.SortFunc(sorted, func(a, b factKey) int {
			return cmp.Or(cmp.Compare(b.date, a.date), cmp.Compare(b.number, a.number))
		})
		var expected []string
		for _, key := range sorted {
			expected = append(expected, fmt.Sprint(key.date, key.number, want[key]))
		}
		if !slices.Equal(got, expected) || list.len() != len(expected) {
			t.Fatalf("step %d: got %d facts, want %d:\n%q\n%q", step, len(got), len(expected), got, expected)
		}
	}
}
