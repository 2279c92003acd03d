package transfer_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

var update = flag.Bool("update", false, "write the golden files")

// noon is the time of the tests' clocks.
var noon = time.Date(2026, time.October, 9, 12, 0, 0, 0, time.UTC)

// openStore returns the records written by seed.
func openStore(t testing.TB, seed func(commerce.Tx) error) commerce.Store {
	t.Helper()
	db, err := boltstore.Open(boltstore.Options{Lifetime: boltstore.Ephemeral})
	must(t, err)
	t.Cleanup(func() {
		must(t, errors.Join(db.Check(), db.Close()))
	})
	must(t, db.CreateAccount(t.Context(), account.Record{Code: "DEMO", Document: []byte("{}")}, seed))
	return db.Account("DEMO")
}

// written returns an export.
func written(t *testing.T, s commerce.Store, format transfer.Format) []byte {
	t.Helper()
	var text bytes.Buffer
	err := s.View(func(tx commerce.Tx) error {
		return transfer.Write(&text, format, transfer.About{Summary: "Export of DEMO"}, tx)
	})
	must(t, err)
	return text.Bytes()
}

// aWorld writes one record of each kind.
func aWorld(tx commerce.Tx) error {
	external := "CRM-1 \"ä\"\n"
	customer := record.Customer{Reference: 410001, ExternalReference: &external, FirstName: "Ida", Enabled: true}
	order := record.StoredOrder{Order: record.Order{RefNo: "248810377", Status: catalog.Pending, OrderDate: record.At(noon), CustomerDetails: &customer, OrderFlow: catalog.PurchaseOrderFlow}}
	order.Proforma = "PF-1"
	order.PurchaseOrder = &record.PurchaseOrder{State: catalog.AwaitingConfirmation, Forms: []record.Form{
		record.Form{FileName: `a"b <ä>.pdf`, ClientTime: "2026-10-09 11:59:00", UploadedAt: record.At(noon)}.WithContent([]byte("%PDF-1.4\x00")),
	}}
	return errors.Join(commerce.World{
		Products:  []record.Product{{Code: "P", Name: "<Studio>", Prices: map[string]record.Money{"EUR": record.Cents(1990)}}},
		Partners:  []record.Partner{{Code: "NORTH", Name: "North", Currency: "EUR"}},
		Campaigns: []record.Campaign{{Code: "0199c2a0-0000-7000-8000-000000000001", Name: "Now # - : |"}},
		Settings:  record.UpsellSettings{UpsellingDisplayType: catalog.OverlayDisplay},
		Handles: map[string]record.Handle{
			"order-form": {Kind: "order", IDs: map[string]string{"OrderReference": "248810377"}},
			"a-customer": {Kind: "customer", IDs: map[string]string{"CustomerReference": "410001"}},
		},
		Sequences: map[commerce.Sequence]uint64{commerce.Creations: 7},
		Customers: func(yield func(record.Customer) bool) { yield(customer) },
		Orders:    func(yield func(record.StoredOrder) bool) { yield(order) },
		Subscriptions: func(yield func(record.Subscription) bool) {
			yield(record.Subscription{Reference: "7KQ2M9XW4B", Customer: 410001, Order: "248810377", Product: "P", Quantity: 1, StartDate: record.At(noon), ExpirationDate: record.At(noon)})
		},
	}.Write(tx))
}

// TestWrite compares exports of one record of each kind, and of no records, with
// golden files.
func TestWrite(t *testing.T) {
	t.Parallel()
	for name, seed := range map[string]func(commerce.Tx) error{
		"one-of-each": aWorld,
		"nothing":     func(commerce.Tx) error { return nil },
	} {
		s := openStore(t, seed)
		for _, format := range transfer.Formats() {
			golden := filepath.Join("testdata", name+"."+string(format))
			got := written(t, s, format)
			if *update {
				must(t, os.WriteFile(golden, got, 0o600))
			}
			want, err := os.ReadFile(golden)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: got\n%s\nwant %v\n%s", golden, got, err, want)
			}
		}
	}
}

// full is a disk without room for more than some bytes.
type full struct{ room int }

var errFull = errors.New("no space left on device")

func (f *full) Write(text []byte) (int, error) {
	if f.room -= len(text); f.room < 0 {
		return 0, errFull
	}
	return len(text), nil
}

// TestWriteEnds ends an export with the first error of its writer.
func TestWriteEnds(t *testing.T) {
	t.Parallel()
	s := openStore(t, aWorld)
	for _, format := range append(transfer.Formats(), "csv") {
		err := s.View(func(tx commerce.Tx) error { return transfer.Write(&full{1000}, format, transfer.About{}, tx) })
		if known := format != "csv"; err == nil || errors.Is(err, errFull) != known {
			t.Errorf("%s: got error %v", format, err)
		}
	}
}

// unreadable is an account whose handles cannot be read.
type unreadable struct{ commerce.Tx }

type noHandles struct{ commerce.Handles }

var errUnreadable = errors.New("the handles cannot be read")

func (u unreadable) Handles() commerce.Handles { return noHandles{u.Tx.Handles()} }

func (noHandles) All() (map[string]record.Handle, error) { return nil, errUnreadable }

// TestUnreadableRecords reports why an export is not complete.
func TestUnreadableRecords(t *testing.T) {
	t.Parallel()
	for _, format := range transfer.Formats() {
		err := openStore(t, aWorld).View(func(tx commerce.Tx) error {
			return transfer.Write(io.Discard, format, transfer.About{}, unreadable{tx})
		})
		if !errors.Is(err, errUnreadable) {
			t.Errorf("%s: got %v", format, err)
		}
	}
}
