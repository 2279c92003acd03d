package boltstore

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// viewOf runs fn on a view of a store.
func viewOf(t *testing.T, store commerce.Store, fn func(*tx)) {
	t.Helper()
	mustDo(t, store.View(func(view commerce.Tx) error { fn(view.(*tx)); return nil }))
}

// A list that needs the briefs of many orders makes the column, and reads those of all
// parts at once. They are what the file has, also when the column is dropped meanwhile.
func TestAListMakesTheColumn(t *testing.T) {
	t.Parallel()
	store, db := newColumnStore(t, 2*factPartRows*(partsOneByOne+1))
	from, to := noon.AddDate(0, 0, -10), noon
	viewOf(t, store, func(view *tx) {
		for range view.Orders().Briefs(from, noon) {
			break
		}
		if _, kept := view.column(); kept {
			t.Error("a list that needs no brief made a column")
		}
		want := briefsOf(viewTx(view.account), from, to)
		for range 2 { // without the column, and with it
			if got := briefsOf(view, from, to); !slices.Equal(got, want) {
				t.Errorf("got %d briefs, want the %d of the file", len(got), len(want))
			}
		}
		list, kept := view.column()
		if !kept {
			t.Fatal("the list has made no column")
		}
		for n, part := range list {
			if part.briefs.Load() == nil {
				t.Errorf("part %d of %d has no briefs", n, len(list))
			}
		}
	})
	update(t, store, put(anOrder(1)))
	viewOf(t, store, func(view *tx) {
		want := briefsOf(viewTx(view.account), from, to)
		seen := 0
		for _, brief := range view.Orders().Briefs(from, to) {
			if seen == 1 {
				db.columns.dropAll()
			}
			brief()
			seen++
		}
		if seen != len(want) {
			t.Errorf("got %d orders, want %d", seen, len(want))
		}
	})
}

// A reader reads the briefs of the first parts one by one, and then those of all parts if
// many have none.
func TestBriefsAreReadByParts(t *testing.T) {
	t.Parallel()
	store, _ := newColumnStore(t, factPartRows*4*(partsOneByOne+2))
	viewOf(t, store, func(view *tx) {
		list, _ := view.columnNow()
		last := list[len(list)-1]
		for _, test := range []struct {
			missing, read int
			all           bool
		}{
			{len(list), partsOneByOne, false},
			{len(list), partsOneByOne + 1, true},
			{partsOneByOne + 2, partsOneByOne + 1, false},
		} {
			for _, part := range append(list[:test.missing-1:test.missing-1], last) {
				part.briefs.Store(nil)
			}
			reader := briefReader{orderStore: orderStore{tx: view}, list: list}
			for _, part := range list[:test.read] {
				reader.brief(part, 0)
			}
			if got := last.briefs.Load() != nil; got != test.all {
				t.Errorf("with %d of %d parts missing and %d read: got all %t, want %t", test.missing, len(list), test.read, got, test.all)
			}
		}
	})
}

// An order that only the table of dates has gets an empty brief.
func TestBriefsOfLostOrders(t *testing.T) {
	t.Parallel()
	store, _ := newColumnStore(t, factPartRows*(partsOneByOne+2))
	var lost []byte
	update(t, store, func(in commerce.Tx) error {
		stored := in.(*tx).table(orders)
		lost = bytes.Clone(stored.get(numberKey(200000700)))
		return stored.remove(numberKey(200000700))
	})
	viewOf(t, store, func(view *tx) {
		got, want := briefsOf(view, time.Time{}, noon), briefsOf(viewTx(view.account), time.Time{}, noon)
		if !slices.Equal(got, want) {
			t.Errorf("got %d briefs, want the %d of the file", len(got), len(want))
		}
	})
	update(t, store, func(in commerce.Tx) error { return in.(*tx).table(orders).put(numberKey(200000700), lost) })
}

// A list of an account with few orders makes no column, nor does one of a preview that has
// changed orders, or of an account whose column another view makes.
func TestListsThatMakeNoColumn(t *testing.T) {
	t.Parallel()
	few, db := newColumnStore(t, 9)
	viewOf(t, few, func(view *tx) {
		briefsOf(view, time.Time{}, noon)
		if _, kept := view.column(); kept {
			t.Error("a list of nine orders made a column")
		}
	})
	update(t, few, aWorld(30))
	_, err := few.Preview(func(preview commerce.Tx) error {
		mustDo(t, put(anOrder(31))(preview))
		if _, made := preview.(*tx).columnNow(); made {
			t.Error("a preview that has changed orders made a column")
		}
		return nil
	})
	mustDo(t, err)
	db.columns.begin(theAccount)
	viewOf(t, few, func(view *tx) {
		if got := len(briefsOf(view, time.Time{}, noon)); got != 30 {
			t.Errorf("got %d orders while another view makes the column, want 30", got)
		}
	})
}
