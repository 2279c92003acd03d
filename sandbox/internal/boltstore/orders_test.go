package boltstore

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

func bodyOf(t *testing.T, s commerce.Store, ref string) []byte {
	t.Helper()
	return view(t, s, func(tx commerce.Tx) []byte {
		body, _ := tx.Orders().Body(ref)
		return bytes.Clone(body)
	})
}

// between returns the references of a window.
func between(t *testing.T, s commerce.Store, from, to time.Time) []string {
	t.Helper()
	return view(t, s, func(tx commerce.Tx) (refs []string) {
		for facts := range tx.Orders().Between(from, to) {
			refs = append(refs, facts.RefNo())
		}
		return refs
	})
}

func TestServedBytesAreEncodedOnce(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	order := anOrder(1)
	update(t, s, put(order))
	want, err := record.Encode(&order.Order)
	mustDo(t, err)
	if got := bodyOf(t, s, order.Order.RefNo); !bytes.Equal(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	mustDo(t, s.View(func(tx commerce.Tx) error {
		got, ok, err := tx.Orders().Get(order.Order.RefNo)
		again, encoding := record.Encode(&got.Order)
		if err = errors.Join(err, encoding); err != nil {
			return err
		}
		if !ok || got.Text != "" || !bytes.Equal(again, want) || !reflect.DeepEqual(got.OrderInternals, order.OrderInternals) {
			t.Errorf("got %+v, want %+v", got, order)
		}
		return nil
	}))
}

func TestOnlyTheReferenceItselfFindsAnOrder(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	zero := anOrder(0)
	zero.Order.RefNo = "0"
	update(t, s, put(anOrder(1), zero))
	for _, ref := range []string{"", "00", "+200000001", "0200000001", "200000002", " 200000001", "18446744073709551616", "x"} {
		if body := bodyOf(t, s, ref); body != nil {
			t.Errorf("%q found %s", ref, body)
		}
	}
}

func TestReferencesMustBeNumbers(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for _, ref := range []string{"", "007", "-1", "A1", "9223372036854775808"} {
		order := anOrder(1)
		order.Order.RefNo = ref
		expectText(t, ref, lastly(s.Update(put(order))), "without leading zeros")
	}
}

func TestBetweenIsNewestFirstWithBothEdges(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	dated := func(n int, date time.Time) record.StoredOrder {
		order := anOrder(n)
		order.Order.OrderDate = record.At(date)
		return order
	}
	update(t, s, put(
		dated(5, noon), dated(9, noon), dated(7, noon), // tied
		dated(1, noon.Add(time.Second)), dated(2, noon.Add(-time.Second)),
		dated(3, time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC)), dated(4, time.Time{}),
	))
	tests := []struct {
		from, to time.Time
		want     []string
	}{
		{noon, noon, []string{"200000009", "200000007", "200000005"}},
		{noon.Add(-time.Second), noon.Add(-time.Second), []string{"200000002"}},
		{noon.Add(time.Nanosecond), noon.Add(time.Second), []string{"200000001"}},
		{noon.Add(-time.Second), noon.Add(-time.Nanosecond), []string{"200000002"}},
		{time.Time{}, time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC), []string{"200000003", "200000004"}},
		{noon.Add(time.Second), noon, nil},
		{time.Time{}, noon.AddDate(1, 0, 0), []string{"200000001", "200000009", "200000007", "200000005",
			"200000002", "200000003", "200000004"}},
	}
	for _, test := range tests {
		equalList(t, fmt.Sprint(test.from, " to ", test.to), between(t, s, test.from, test.to), test.want...)
	}
}

func TestFactsComeBackWhole(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	partner, none := "ACME", ""
	changes := []func(*record.Order){
		func(*record.Order) {},
		func(o *record.Order) { o.TestOrder, o.Status, o.ApproveStatus = true, catalog.Reversed, catalog.Fraud },
		func(o *record.Order) { o.PartnerCode = &partner; o.ExternalReference = nil },
		func(o *record.Order) { o.ExternalReference = &none; o.Status = "FUTURE"; o.ApproveStatus = "" },
		func(o *record.Order) { *o.ExternalReference = "Ünïcode \x00 " + strings.Repeat("long", 100) },
	}
	var orders []record.StoredOrder
	var want []record.OrderFacts
	for n, change := range changes {
		order := anOrder(n)
		change(&order.Order)
		orders, want = append(orders, order), append(want, order.Order.Facts())
	}
	update(t, s, put(orders...))
	same(t, "facts", view(t, s, func(tx commerce.Tx) []record.OrderFacts {
		return factsBetween(tx, noon.AddDate(0, 0, -1), noon)
	}), want)
}

func TestPutAgainMovesAnOrderInEveryIndex(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	order := anOrder(1)
	update(t, s, put(order))
	before := order.OrderInternals
	order.Order.OrderDate = record.At(noon.AddDate(0, 0, 3))
	order.Sale, order.Invoice = 99, "R-77"
	update(t, s, put(order))
	look(t, s, func(tx commerce.Tx) {
		_, oldSale := tx.Orders().BySale(before.Sale)
		_, oldInvoice := tx.Orders().ByInvoice(before.Invoice)
		sale, newSale := tx.Orders().BySale(99)
		invoice, newInvoice := tx.Orders().ByInvoice("R-77")
		if oldSale || oldInvoice || !newSale || !newInvoice || sale != order.Order.RefNo || invoice != sale {
			t.Errorf("got %v %v %v %v %s %s", oldSale, oldInvoice, newSale, newInvoice, sale, invoice)
		}
	})
	equalList(t, "its former date", between(t, s, noon.AddDate(0, 0, -1), noon))
	equalList(t, "its new date", between(t, s, noon, noon.AddDate(0, 0, 3)), order.Order.RefNo)
}

func TestASaleAndAnInvoiceFindOneOrder(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	update(t, s, put(anOrder(1)))
	for _, change := range []func(*record.StoredOrder){
		func(r *record.StoredOrder) { r.Sale = anOrder(1).Sale },
		func(r *record.StoredOrder) { r.Invoice = anOrder(1).Invoice },
	} {
		order := anOrder(2)
		change(&order)
		expectText(t, "a second order", lastly(s.Update(put(order))), "order 200000001 and order 200000002")
		// The record must not be stored in part even if the function ignores the error.
		update(t, s, func(tx commerce.Tx) error {
			_ = tx.Orders().Put(order)
			return tx.Orders().Put(anOrder(3))
		})
	}
}

func TestSequencesContinueAboveWhatIsUsed(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	order := anOrder(1)
	order.Invoice = "RO-2026/0123"
	unpaid := anOrder(0)
	unpaid.OrderInternals, unpaid.Order.OrderNo = record.OrderInternals{Invoice: "none " + strings.Repeat("9", 30)}, 0
	update(t, s, put(order, unpaid))
	want := map[commerce.Sequence][]uint64{
		commerce.OrderReferences: {200000002, 200000003}, commerce.OrderNumbers: {50002, 50003},
		commerce.Sales: {7000002, 7000003}, commerce.Invoices: {20260124, 20260125}, commerce.Creations: {1, 2},
	}
	for sequence, numbers := range want {
		for _, number := range numbers {
			update(t, s, func(tx commerce.Tx) error {
				got, err := tx.Next(sequence)
				if got != number {
					t.Errorf("%s: got %d, want %d", sequence, got, number)
				}
				return err
			})
		}
	}
}

func TestFormsBelongToAnOrder(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	contents := [][]byte{{1, 2, 3}, {}, {4}}
	order := anOrder(1)
	order.PurchaseOrder = &record.PurchaseOrder{}
	for _, content := range contents {
		order.PurchaseOrder.Forms = append(order.PurchaseOrder.Forms, record.Form{}.WithContent(content))
	}
	formsOf := func(ref string) (got [][]byte) {
		mustDo(t, s.View(func(tx commerce.Tx) error {
			for n := 0; ; n++ {
				content, ok := tx.Orders().Form(ref, n)
				if !ok {
					return nil
				}
				got = append(got, bytes.Clone(content))
			}
		}))
		return got
	}
	update(t, s, put(order))
	same(t, "forms", formsOf("200000001"), contents)
	var stored record.StoredOrder
	mustDo(t, s.View(func(tx commerce.Tx) (err error) { stored, _, err = tx.Orders().Get("200000001"); return err }))
	stored.PurchaseOrder.Forms = stored.PurchaseOrder.Forms[:2]
	update(t, s, put(stored)) // without their contents
	same(t, "forms after the third is gone", formsOf("200000001"), contents[:2])
	mustDo(t, db.Check())
	update(t, s, func(tx commerce.Tx) error { return tx.Orders().Delete("200000001") })
	same(t, "forms of a deleted order", formsOf("200000001"), [][]byte(nil))
	mustDo(t, db.Check())
}

func TestATransactionReadsWhatItWrote(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	update(t, s, put(anOrder(1), anOrder(3), anOrder(5)))
	update(t, s, func(tx commerce.Tx) error {
		moved := anOrder(3)
		moved.Order.OrderDate = record.At(noon.Add(-90 * time.Minute))
		if err := put(moved, anOrder(2), anOrder(6))(tx); err != nil {
			return err
		}
		var got []string
		for facts := range tx.Orders().Between(noon.AddDate(0, 0, -1), noon) {
			got = append(got, facts.RefNo())
		}
		equalList(t, "orders", got, "200000001", "200000003", "200000002", "200000005", "200000006")
		return nil
	})
}

// putForm adds a form to an order.
func putForm(tx commerce.Tx, ref string, content []byte) error {
	r, _, err := tx.Orders().Get(ref)
	if err != nil {
		return err
	}
	if r.PurchaseOrder == nil {
		r.PurchaseOrder = &record.PurchaseOrder{}
	}
	r.PurchaseOrder.Forms = append(r.PurchaseOrder.Forms, record.Form{}.WithContent(content))
	return tx.Orders().Put(r)
}
