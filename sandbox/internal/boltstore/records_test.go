package boltstore

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// accountRecord is an account as the file keeps it.
type accountRecord = accounts.Record

var noon = time.Date(2026, 10, 2, 12, 0, 0, 0, time.UTC)

// anOrder returns an order of two and a half to three and a half kilobytes, n hours before noon.
func anOrder(n int) record.StoredOrder {
	item := record.Item{
		ProductDetails: record.ProductDetails{Name: "Studio Pro", ShortDescription: strings.Repeat("Yearly plan. ", n%66),
			DeliveryInformation: record.ItemDelivery{Codes: []struct{}{}}},
		Code: "STUDIO-PRO-1Y", LineItemReference: strings.Repeat("3c1f0b7d", 5), PurchaseType: "PRODUCT", Quantity: 1,
	}
	external := "EXT-" + strconv.Itoa(n)
	return record.StoredOrder{
		Order: record.Order{
			RefNo: strconv.Itoa(200000000 + n), OrderNo: int64(50000 + n), ExternalReference: &external,
			Status: catalog.Complete, ApproveStatus: catalog.Approved, VendorApproveStatus: "OK",
			MerchantCode: "ACME0001", Language: "en",
			OrderDate:  record.At(noon.Add(-time.Duration(n) * time.Hour)),
			Items:      []record.Item{item},
			Promotions: []record.Promotion{}, Currency: "eur",
		},
		OrderInternals: record.OrderInternals{Sale: int64(7000000 + n), Invoice: fmt.Sprintf("INV-%07d", n)},
	}
}

func aCustomer(reference int64, external string) *record.Customer {
	c := &record.Customer{Reference: reference, FirstName: "Ida", LastName: "Moreau", Address1: "12 Quay St",
		City: "Lyon", Zip: "69001", CountryCode: "fr", Email: "ida@example.test", Enabled: true, Language: "en"}
	if external != "" {
		c.ExternalReference = &external
	}
	return c
}

func aSubscription(reference string, customer int64, order record.StoredOrder) record.Subscription {
	return record.Subscription{Reference: reference, Customer: customer, Order: order.Order.RefNo,
		Product: "STUDIO-PRO-1Y", Quantity: 1, PricingOptions: []string{"USERS"},
		StartDate: record.At(noon), ExpirationDate: record.At(noon.AddDate(1, 0, 0)), Enabled: true}
}

// aCode returns the code of campaign n. Codes sort by n.
func aCode(n int) string { return fmt.Sprintf("0199a0b1-%04x-7000-8000-%012x", n>>16, n) }

func aCampaign(n int, primary, recommended string) record.Campaign {
	day := record.DayOf(noon)
	return record.Campaign{
		Code: aCode(n), Name: "Campaign <" + strconv.Itoa(n) + ">", StartDate: &day, Enabled: true,
		Discount:           record.Discount{Type: catalog.FixedDiscount, DefaultCurrency: "EUR"},
		PrimaryProduct:     record.ProductRef{Code: primary},
		RecommendedProduct: record.ProductRef{Code: recommended, Quantity: 1},
		Description:        []record.Localized{{Language: "en", Text: strings.Repeat("Take <!--{RECOMMENDED_PRODUCT_NAME}-->. ", 20)}},
	}
}

const theAccount = "DEMO"

// openFile opens a file that the test closes.
func openFile(t testing.TB, o Options) *DB {
	t.Helper()
	db, err := Open(o)
	mustDo(t, err)
	return db
}

// openFor opens a file for a test or benchmark. At the end it verifies and closes
// the file.
func openFor(t testing.TB, o Options) *DB {
	t.Helper()
	db := openFile(t, o)
	t.Cleanup(func() {
		if err := db.Check(); err != nil {
			t.Errorf("the file is not consistent: %v", err)
		}
		if err := db.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return db
}

func nothing(commerce.Tx) error { return nil }

// newStore returns the store of an account without records, with its file.
func newStore(t testing.TB) (commerce.Store, *DB) {
	t.Helper()
	db := openFor(t, Options{Lifetime: Ephemeral})
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, nothing))
	return db.Account(theAccount), db
}

// recordsIn returns a function to find the bucket of an account, nil for none.
func recordsIn(code string) func(*bolt.Tx) *bolt.Bucket {
	return func(file *bolt.Tx) *bolt.Bucket { return bucketAt(file, accountsBucket, []byte(code)) }
}

// snapshotIn returns a function to find the bucket of a snapshot, nil for none.
func snapshotIn(code, name string) func(*bolt.Tx) *bolt.Bucket {
	return func(file *bolt.Tx) *bolt.Bucket { return bucketAt(file, snapshotsBucket, []byte(code), []byte(name)) }
}

func mustDo(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// expectText expects an error with a text, or none for "".
func expectText(t testing.TB, what string, err error, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("%s: got %v, want %q", what, err, want)
	}
}

// expectError expects an error, or one that wraps it.
func expectError(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", what, err, want)
	}
}

// same compares two values as a whole.
func same(t testing.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %+v, want %+v", what, got, want)
	}
}

// equalList compares two lists.
func equalList[T comparable](t testing.TB, what string, got []T, want ...T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func update(t testing.TB, s commerce.Store, fn func(commerce.Tx) error) []commerce.Change {
	t.Helper()
	changes, err := s.Update(fn)
	mustDo(t, err)
	return changes
}

// view returns the findings of ask in a store.
func view[T any](t testing.TB, s commerce.Store, ask func(commerce.Tx) T) T {
	t.Helper()
	var answer T
	mustDo(t, s.View(func(tx commerce.Tx) error {
		answer = ask(tx)
		return nil
	}))
	return answer
}

// look reads a store.
func look(t testing.TB, s commerce.Store, read func(commerce.Tx)) {
	t.Helper()
	view(t, s, func(tx commerce.Tx) struct{} { read(tx); return struct{}{} })
}

func put(orders ...record.StoredOrder) func(commerce.Tx) error {
	return func(tx commerce.Tx) error {
		for _, o := range orders {
			if err := tx.Orders().Put(o); err != nil {
				return err
			}
		}
		return nil
	}
}

// countsIn returns the counts of a store.
func countsIn(s commerce.Store) (commerce.Counts, error) {
	return commerce.NewShop(theAccount, s).Count()
}

// factsBetween returns the facts of the orders between two moments.
func factsBetween(tx commerce.Tx, from, to time.Time) (all []record.OrderFacts) {
	for facts := range tx.Orders().Between(from, to) {
		all = append(all, facts)
	}
	return all
}
