package boltstore

import (
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// storedWorld seeds an account with records of every kind. It must not change, because
// testdata/schema-8.db.gz has it too.
func storedWorld(t testing.TB) func(commerce.Tx) error {
	return func(tx commerce.Tx) error {
		partner, external, won := "ACME", "EXT-1", catalog.DisputeWon
		first, email := "Ann", "ann@example.test"
		sold := anOrder(500)
		sold.Order.PartnerCode, sold.Order.TestOrder, sold.Order.ExternalReference = &partner, true, &external
		sold.Order.ChargebackResolution, sold.Order.GrossPrice = &won, record.Cents(12345)
		sold.Order.BillingDetails.FirstName, sold.Order.BillingDetails.Email = &first, &email
		sold.Order.CustomerDetails = aCustomer(1000, "CRM-000000")
		bought := anOrder(501)
		bought.Order.Status, bought.Order.ApproveStatus, bought.Order.ExternalReference = "FROM_OUTSIDE", "", nil
		bought.PurchaseOrder = &record.PurchaseOrder{State: catalog.AwaitingForm, Forms: []record.Form{record.Form{FileName: "f"}.WithContent([]byte("form"))}}
		customer := record.Customer{Text: `{"AvangateCustomerReference":77, "FirstName":"Zo\u00eb","Foreign":1}`}
		text := record.StoredOrder{Text: `{"Foreign":{"b":[1.50,"\u00e4\/"]},"NetPrice":23.50,"RefNo":"100000007","OrderNo":7,"Status":"PENDING",` +
			`"OrderDate":"2026-10-02 09:14:51","Errors":[],"Items":[{"Unit":1,"Quantity":2},{"Unit":2.0,"Quantity":3}]}`}
		reseller := aSubscription("RESOLD", 0, sold)
		reseller.Partner = partner
		return errors.Join(aWorld(100)(tx), record.DecodeText([]byte(text.Text), &text.Order), record.DecodeText([]byte(customer.Text), &customer),
			put(sold, bought, text)(tx), tx.Customers().Put(customer), tx.Subscriptions().Put(reseller),
			tx.Products().PutProduct(record.Product{Code: "P"}), tx.Products().PutPartner(record.Partner{Code: partner}),
			tx.Campaigns().PutSettings(record.UpsellSettings{UpsellingDisplayType: "overlay"}),
			tx.Handles().Put("an-order", record.Handle{Kind: "order", IDs: map[string]string{"OrderReference": "200000500"}}))
	}
}

// writeStored fills a file as testdata/schema-8.db.gz is filled.
func writeStored(t testing.TB, db *DB) {
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{"world":"w"}`)}, storedWorld(t)))
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "EMPTY", Document: []byte(`{}`)}, nothing))
	_, err := db.SaveSnapshot(t.Context(), theAccount, accounts.Snapshot{Name: "before", Time: noon, AccountTime: noon})
	mustDo(t, err)
	mustDo(t, db.Scenarios().Put(t.Context(), "mine", []byte("summary: mine")))
	mustDo(t, db.Runs().Put(t.Context(), "ci-1/1/DEMO", []byte(`{"calls":1}`)))
	mustDo(t, db.Rehearsals().Put(t.Context(), "1", []byte(`{"headline":"passed"}`)))
	mustDo(t, db.Numbers().Put(t.Context(), "used", []byte(`{"calls":1000}`)))
}

// storedFile returns a copy of a file written by an earlier program with this schema.
func storedFile(t *testing.T) (path string) {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", "schema-8.db.gz"))
	mustDo(t, err)
	defer packed.Close()
	content, err := gzip.NewReader(packed)
	mustDo(t, err)
	whole, err := io.ReadAll(content)
	mustDo(t, err)
	path = filepath.Join(t.TempDir(), "data.db")
	mustDo(t, os.WriteFile(path, whole, 0o600))
	return path
}

// A file of an earlier program with this schema has every record as this program writes
// it. A change of the stored form needs another version of the schema.
func TestTheStoredFormStays(t *testing.T) {
	t.Parallel()
	written := openFor(t, Options{Path: filepath.Join(t.TempDir(), "data.db"), NoSync: true})
	writeStored(t, written)
	path := storedFile(t)
	if notes, err := CheckFile(path); err != nil || notes == nil {
		t.Errorf("got notes %q, %v of the check, want those on the orders from outside", notes, err)
	}
	stored := openFor(t, Options{Path: path, NoSync: true})
	for name, bucket := range map[string]func(*bolt.Tx) *bolt.Bucket{
		"the account":       recordsIn(theAccount),
		"the snapshot":      snapshotIn(theAccount, "before"),
		"the empty account": recordsIn("EMPTY"),
		"the documents":     func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(documentsBucket) },
		"the scenarios":     func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(ownScenarios.bucket) },
		"the runs":          func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(runResults.bucket) },
		"the rehearsals":    func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(rehearsalReports.bucket) },
		"the marker":        func(file *bolt.Tx) *bolt.Bucket { return file.Bucket(markerBucket) },
	} {
		got := contents(t, stored, bucket)
		delete(got, "closed") // the mark of a closed file, which nobody reads any more
		equal(t, name, got, contents(t, written, bucket))
	}
	mustDo(t, stored.RestoreSnapshot(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{}`)}, "before"))
	update(t, stored.Account("EMPTY"), put(anOrder(1)))
}

// contents returns all keys and values of a bucket.
func contents(t *testing.T, db *DB, bucket func(*bolt.Tx) *bolt.Bucket) map[string]string {
	t.Helper()
	all := map[string]string{}
	mustDo(t, db.view(func(file *bolt.Tx) error {
		return bucket(file).ForEach(func(key, value []byte) error { all[string(key)] = string(value); return nil })
	}))
	return all
}

func equal(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if value, has := got[key]; !has || value != want[key] {
			t.Fatalf("%s: got %q (%t) of %q, want %q", what, value, has, key, want[key])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: got %d records, want %d", what, len(got), len(want))
	}
}
