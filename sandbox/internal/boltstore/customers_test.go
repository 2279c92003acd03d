package boltstore

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// awkward are texts whose keys must differ.
var awkward = []string{"", "A", "AB", "A\x00", "\x00", "Ü", "\xff", strings.Repeat("x", 200), strings.Repeat("x", 201),
	strings.Repeat("x", 40_000), strings.Repeat("x", 40_000) + "y"}

func TestExternalReferencesMayBeAnyText(t *testing.T) {
	t.Parallel()
	s, db := newStore(t)
	texts := slices.DeleteFunc(slices.Clone(awkward), func(s string) bool { return s == "\xff" }) // JSON holds UTF-8 only
	update(t, s, func(tx commerce.Tx) error {
		for n, external := range texts {
			customer := aCustomer(int64(n-3), "")
			customer.ExternalReference = &external
			if err := tx.Customers().Put(*customer); err != nil {
				return err
			}
		}
		return nil
	})
	look(t, s, func(tx commerce.Tx) {
		for n, external := range texts {
			if got, ok := tx.Customers().ByExternal(external); !ok || got != int64(n-3) {
				t.Errorf("%.20q: got %d %v, want %d", external, got, ok, n-3)
			}
		}
		if _, ok := tx.Customers().ByExternal("B"); ok {
			t.Error("an external reference nobody has was found")
		}
	})
	mustDo(t, db.Check())
}

func TestAnotherExternalReferenceReplacesTheFirst(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	update(t, s, func(tx commerce.Tx) error { return tx.Customers().Put(*aCustomer(1, "one")) })
	update(t, s, func(tx commerce.Tx) error { return tx.Customers().Put(*aCustomer(1, "uno")) })
	_, err := s.Update(func(tx commerce.Tx) error { return tx.Customers().Put(*aCustomer(2, "uno")) })
	expectText(t, "a second customer", err, "customer 1 and customer 2")
	mustDo(t, s.View(func(tx commerce.Tx) error {
		_, first := tx.Customers().ByExternal("one")
		reference, second := tx.Customers().ByExternal("uno")
		got, ok, err := tx.Customers().Get(reference)
		if first || !second || !ok || !reflect.DeepEqual(got, *aCustomer(1, "uno")) {
			t.Errorf("got %v %v %+v", first, second, got)
		}
		return err
	}))
}

func ordersOf(t *testing.T, s commerce.Store, customer int64) []string {
	t.Helper()
	return view(t, s, func(tx commerce.Tx) []string { return slices.Collect(tx.Customers().Orders(customer, lastDate)) })
}

func subscribe(subs ...record.Subscription) func(commerce.Tx) error {
	return func(tx commerce.Tx) error {
		var err error
		for _, sub := range subs {
			err = errors.Join(err, tx.Subscriptions().Put(sub))
		}
		return err
	}
}

func TestOrdersOfACustomerComeOnceAndNewestFirst(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	tied := anOrder(4)
	tied.Order.OrderDate = anOrder(2).Order.OrderDate
	update(t, s, put(anOrder(1), anOrder(2), anOrder(3), tied))
	update(t, s, subscribe(aSubscription("A", 7, anOrder(3)), aSubscription("B", 7, anOrder(1)), aSubscription("C", 7, anOrder(1)),
		aSubscription("D", 7, anOrder(2)), aSubscription("E", 7, tied), aSubscription("F", 8, anOrder(2)), aSubscription("G", 0, anOrder(2))))
	want := []string{"200000001", "200000004", "200000002", "200000003"}
	equalList(t, "orders", ordersOf(t, s, 7), want...)
	date := anOrder(1).Order.OrderDate.Time
	for until, count := range map[time.Time]int{date: 4, date.Add(-time.Second): 3} {
		got := view(t, s, func(tx commerce.Tx) []string { return slices.Collect(tx.Customers().Orders(7, until)) })
		equalList(t, until.String(), got, want[len(want)-count:]...)
	}
	equalList(t, "orders of nobody", append(ordersOf(t, s, 0), ordersOf(t, s, 6)...))
}

func TestOrdersOfACustomerFollowTheirSubscriptions(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	update(t, s, put(anOrder(1), anOrder(2)))
	update(t, s, subscribe(aSubscription("A", 7, anOrder(1)), aSubscription("B", 7, anOrder(1))))
	tests := []struct {
		what         string
		change       func(commerce.Tx) error
		seven, eight []string
	}{
		{"one of two is passed on", subscribe(aSubscription("A", 8, anOrder(1))), []string{"200000001"}, []string{"200000001"}},
		{"the other changes its order", subscribe(aSubscription("B", 7, anOrder(2))), []string{"200000002"}, []string{"200000001"}},
		{"both come together", subscribe(aSubscription("A", 7, anOrder(1))), []string{"200000001", "200000002"}, nil},
		{"an order gets an earlier date", func(tx commerce.Tx) error {
			order := anOrder(1)
			order.Order.OrderDate = record.At(noon.AddDate(-1, 0, 0))
			return tx.Orders().Put(order)
		}, []string{"200000002", "200000001"}, nil},
		{"nobody is known any more", subscribe(aSubscription("A", 0, anOrder(1))), []string{"200000002"}, nil},
	}
	for _, test := range tests {
		update(t, s, test.change)
		if seven, eight := ordersOf(t, s, 7), ordersOf(t, s, 8); !slices.Equal(seven, test.seven) || !slices.Equal(eight, test.eight) {
			t.Errorf("%s: got %v and %v, want %v and %v", test.what, seven, eight, test.seven, test.eight)
		}
	}
}

func TestASubscriptionNeedsItsOrder(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	expectText(t, "no order", lastly(s.Update(subscribe(aSubscription("A", 7, anOrder(1))))), `unknown order "200000001"`)
	update(t, s, put(anOrder(1)))
	want := aSubscription("A", 7, anOrder(1))
	update(t, s, subscribe(want))
	mustDo(t, s.View(func(tx commerce.Tx) error {
		got, ok, err := tx.Subscriptions().Get("A")
		if !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
		return err
	}))
}

func TestProductsPartnersAndHandlesTakeAnyText(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	handles := map[string]record.Handle{}
	update(t, s, func(tx commerce.Tx) error {
		var err error
		for n, name := range awkward {
			if name == "\xff" {
				continue
			}
			handles[name] = record.Handle{Kind: "order", IDs: map[string]string{"OrderReference": aCode(n)}}
			err = errors.Join(err, tx.Handles().Put(name, handles[name]),
				tx.Products().PutProduct(record.Product{Code: name, Name: aCode(n)}),
				tx.Products().PutPartner(record.Partner{Code: name, Name: aCode(n)}))
		}
		return err
	})
	mustDo(t, s.View(func(tx commerce.Tx) error {
		for n, name := range awkward {
			product, sells, err := tx.Products().Product(name)
			partner, resells, err2 := tx.Products().Partner(name)
			known := name != "\xff"
			if err != nil || err2 != nil || sells != known || resells != known || known && (product.Name != aCode(n) || partner.Name != aCode(n)) {
				t.Errorf("%.20q: got %+v, %+v, %v, %v", name, product, partner, err, err2)
			}
		}
		got, err := tx.Handles().All()
		same(t, "handles", got, handles)
		return err
	}))
}

// lastDate is later than every order.
var lastDate = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
