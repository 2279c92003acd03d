package boltstore

import (
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// A listing has every name once and sorted, also names written in the transaction and
// names too long for a key.
func TestListings(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	write := func(n int64, name string) func(commerce.Tx) error {
		return func(tx commerce.Tx) error {
			order := anOrder(1)
			return errors.Join(tx.Orders().Put(order), tx.Customers().Put(*aCustomer(n, "")),
				tx.Subscriptions().Put(aSubscription(name, n, order)),
				tx.Products().PutProduct(record.Product{Code: name}),
				tx.Products().PutPartner(record.Partner{Code: name}))
		}
	}
	long := strings.Repeat("L", textLimit+1)
	for n, name := range map[int64]string{3: "B", -2: long, 1: "A"} {
		update(t, s, write(n, name))
	}
	names := []string{"A", "B", "AA", long}
	tests := []struct {
		what string
		list func(commerce.Tx) iter.Seq[string]
		want []string
	}{
		{"customers", func(tx commerce.Tx) iter.Seq[string] { return spelt(tx.Customers().References()) }, []string{"-2", "1", "2", "3"}},
		{"subscriptions", func(tx commerce.Tx) iter.Seq[string] { return tx.Subscriptions().References() }, names},
		{"products", func(tx commerce.Tx) iter.Seq[string] { return tx.Products().ProductCodes() }, names},
		{"partners", func(tx commerce.Tx) iter.Seq[string] { return tx.Products().PartnerCodes() }, names},
		{"customers behind one", func(tx commerce.Tx) iter.Seq[string] {
			return namesOf(tx.Lists().Customers(new(int64(-2))), func(c record.CustomerBrief) string { return strconv.FormatInt(c.Reference, 10) })
		}, []string{"1", "2", "3"}},
		{"subscriptions behind one", func(tx commerce.Tx) iter.Seq[string] {
			return namesOf(tx.Lists().Subscriptions("AA"), func(s record.SubscriptionBrief) string { return s.Reference })
		}, []string{long}},
	}
	for _, test := range tests {
		var got []string
		_, err := s.Update(func(tx commerce.Tx) error {
			err := write(2, "AA")(tx)
			got = slices.Collect(test.list(tx))
			return errors.Join(err, errOwn)
		})
		if !errors.Is(err, errOwn) || !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q (%v), want %q", test.what, got, err, test.want)
		}
		stored := view(t, s, func(tx commerce.Tx) []string { return slices.Collect(test.list(tx)) })
		want := slices.DeleteFunc(slices.Clone(test.want), func(name string) bool { return name == "AA" || name == "2" })
		equalList(t, test.what+" in the file", stored, want...)
	}
	counts := view(t, s, func(tx commerce.Tx) (counts []int) {
		for _, kind := range []string{"order", "customer", "subscription", "product", "partner", "campaign"} {
			counts = append(counts, tx.Lists().CountOf(kind))
		}
		return counts
	})
	equalList(t, "counts", counts, 1, 3, 3, 3, 3, 0)
	_, err := s.Preview(func(tx commerce.Tx) error {
		err := write(2, "AA")(tx)
		if got := tx.Lists().CountOf("product"); got != 4 {
			t.Errorf("got %d products with a new one, want 4", got)
		}
		return err
	})
	mustDo(t, err)
}
