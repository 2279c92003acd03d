package worlds

import (
	"errors"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

var errUnreadable = errors.New("the record cannot be read")

// unreadable is a transaction that cannot read customers, products, partners and images of records.
type unreadable struct{ commerce.Tx }

type unreadableCustomers struct{ commerce.Customers }

type unreadableProducts struct{ commerce.Products }

func (u unreadable) Customers() commerce.Customers { return unreadableCustomers{u.Tx.Customers()} }

func (unreadable) Image(string, string) ([]byte, error) { return nil, errUnreadable }

func (u unreadable) Products() commerce.Products { return unreadableProducts{u.Tx.Products()} }

func (unreadableCustomers) Get(int64) (c record.Customer, known bool, err error) {
	return c, false, errUnreadable
}

func (unreadableProducts) Product(string) (p record.Product, known bool, err error) {
	return p, false, errUnreadable
}

func (unreadableProducts) Partner(string) (p record.Partner, known bool, err error) {
	return p, false, errUnreadable
}

// TestUnreadableRecordsOfTheAccount gets the error of the store in place of faults of the
// fragment, wherever the fragment asks for a record.
func TestUnreadableRecordsOfTheAccount(t *testing.T) {
	t.Parallel()
	const product = "products: [{code: NEW, name: New, prices: {EUR: 1}}]"
	s := seeded(t)
	for _, text := range []string{
		product, "partners: [{code: NEW, currency: EUR}]", "customers: [{reference: 5}]", "customers: [{}]",
		"subscriptions: [{customer: 410001, product: BACKUP-1Y, reference: AAAAAAAAAA}]",
		"orders: [{customer: 410001, lines: [{product: FONT-PACK}]}]",
		"orders: [{partner: NORTHWIND, lines: [{product: FONT-PACK}]}]",
		"campaigns: [{name: N, percent: 5, primary: {product: FONT-PACK}, recommended: {product: B}}]",
	} {
		f, err := ParseFragment([]byte(text), "more.yaml")
		must(t, err)
		_, err = s.Preview(func(tx commerce.Tx) error {
			_, err := f.Build(unreadable{tx}, BuildRequest{Merchant: "ACME", Now: moment})
			return err
		})
		if !errors.Is(err, errUnreadable) {
			t.Errorf("%s: got %v, want the error of the store", text, err)
		}
	}
	f, err := ParseFragment([]byte("settings: {upselling_display_type: overlay}"), "more.yaml")
	if err == nil {
		err = s.View(func(tx commerce.Tx) error { return f.Check(unreadable{tx}, moment) })
	}
	if err != nil {
		t.Errorf("got %v of a fragment that asks for no record", err)
	}
}
