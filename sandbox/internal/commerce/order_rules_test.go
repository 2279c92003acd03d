package commerce_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestYearsThatAFilterAccepts tries the first and the last year of four digits,
// and the years beyond them.
func TestYearsThatAFilterAccepts(t *testing.T) {
	t.Parallel()
	for year, ok := range map[int]bool{-1: false, 0: true, 9999: true, 10_000: false} {
		moment := time.Date(year, 7, 1, 0, 0, 0, 0, time.UTC)
		for name, q := range map[string]commerce.OrderSearch{"Newer": {Newer: &moment}, "EndDate": {EndDate: &record.Day{Time: moment}}} {
			q.Paging = commerce.FirstPage()
			if err := q.Validate(commerce.Terms{Now: noon}); (err == nil) != ok {
				t.Errorf("%s in year %d: got %v, want it accepted: %t", name, year, err, ok)
			}
		}
	}
}

// TestCustomerReferences finds a customer by one reference or both, if they mean the same
// customer (section 4.2).
func TestCustomerReferences(t *testing.T) {
	t.Parallel()
	first, second := "FIRST", "SECOND"
	shop := openShop(t, commerce.World{Customers: slices.Values([]record.Customer{
		{Reference: 7, ExternalReference: &first}, {Reference: 8, ExternalReference: &second}})})
	tests := []struct {
		name      string
		reference int64 // 0: not given
		external  string
		want      string
	}{
		{"reference", 7, "", "<nil>"},
		{"external reference", 0, "SECOND", "<nil>"},
		{"both of one customer", 8, "SECOND", "<nil>"},
		{"both of two customers", 7, "SECOND", `INVALID_CUSTOMER ExternalCustomerReference: CustomerReference 7 and ExternalCustomerReference "SECOND" are different customers`},
		{"unknown reference", 9, "FIRST", `INVALID_CUSTOMER CustomerReference: No customer has the CustomerReference "9"`},
		{"unknown external reference", 7, "THIRD", `INVALID_CUSTOMER ExternalCustomerReference: No customer has the ExternalCustomerReference "THIRD"`},
	}
	for _, test := range tests {
		q := commerce.CustomerOrders{External: test.external, Paging: commerce.FirstPage()}
		if test.reference != 0 {
			q.Reference = &test.reference
		}
		_, err := shop.CustomerOrders(commerce.Terms{Now: noon}, q, nothingShown(t))
		checkRefused(t, test.name, err, test.want)
	}
}

// TestLookups finds an order by its sale and by its invoice.
func TestLookups(t *testing.T) {
	t.Parallel()
	paid := finishOrder(aPendingOrder())
	paid.Sale, paid.Invoice = 42, "77"
	shop := orderShop(t, paid)
	sale := func(id int64) (string, error) { return shop.OrderBySale(commerce.Terms{Now: noon}, &id) }
	invoice := func(id string) (string, error) { return shop.OrderByInvoice(commerce.Terms{Now: noon}, id) }
	check := func(what, ref string, err error, wantRef, wantErr string) {
		t.Helper()
		if got := refusals(err); ref != wantRef || !slices.Equal(got, []string{wantErr}) {
			t.Errorf("%s: got %q, %q, want %q, %q", what, ref, got, wantRef, wantErr)
		}
	}
	ref, err := sale(42)
	check("sale", ref, err, "1000001", "<nil>")
	ref, err = sale(77)
	check("unknown sale", ref, err, "", "INVALID_SALE_ID SaleId: No order has the SaleId 77; it is the InvoiceId of order 1000001")
	ref, err = invoice("77")
	check("invoice", ref, err, "1000001", "<nil>")
	ref, err = invoice("42")
	check("unknown invoice", ref, err, "", `INVALID_INVOICE_ID InvoiceId: No order has the InvoiceId "42"; it is the SaleId of order 1000001`)
}

// TestCancelOrder cancels pending purchase orders and no others (section 4.6,
// open question cancel-errors).
func TestCancelOrder(t *testing.T) {
	t.Parallel()
	canceled := with(aPurchaseOrder(catalog.CanceledOrder), cancel)
	confirmed := with(aPurchaseOrder(catalog.Confirmed), status(catalog.AuthReceived, catalog.Approved))
	tests := []struct {
		name   string
		before record.StoredOrder
		want   string
		after  record.StoredOrder
	}{
		{"awaiting form", aPurchaseOrder(catalog.AwaitingForm), "<nil>", canceled},
		{"awaiting payment", aPurchaseOrder(catalog.AwaitingPayment), "<nil>", canceled},
		{"not a purchase order", aPendingOrder(), "ORDER_NOT_PURCHASE_ORDER OrderReference: Order 1000001 is not a purchase order", aPendingOrder()},
		{"paid", confirmed, "ORDER_CANNOT_BE_CANCELED OrderReference: Order 1000001 is AUTHRECEIVED and can no longer be canceled", confirmed},
		{"canceled", canceled, "ORDER_CANNOT_BE_CANCELED OrderReference: Order 1000001 is CANCELED and can no longer be canceled", canceled},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			shop := orderShop(t, test.before)
			checkRefused(t, test.name, lastly(shop.CancelOrder(commerce.Terms{Now: moved}, "1000001")), test.want)
			checkOrder(t, shop, test.after)
		})
	}
}

// TestUploadOrderForm uploads a form to orders in each state (section 4.7, open
// question upload-effect).
func TestUploadOrderForm(t *testing.T) {
	t.Parallel()
	form := commerce.OrderForm{FileName: "form.pdf", ClientTime: "2026-10-09 11:59:00", File: "JVBERi0xLjQ="}
	stored := record.Form{FileName: "form.pdf", Size: 8, ClientTime: "2026-10-09 11:59:00", UploadedAt: record.At(moved),
		SHA256: "e16fa5d9b51928755db85b917f0297babaf22c7a47e97d9212adab56e61ba04e"}
	awaiting := func(state catalog.PurchaseOrderState, forms ...record.Form) record.StoredOrder {
		return with(aPurchaseOrder(state), func(r *record.StoredOrder) { r.PurchaseOrder.Forms = slices.Concat(r.PurchaseOrder.Forms, forms) })
	}
	earlier := record.Form{FileName: "first.pdf", Size: 1, ClientTime: "2026-10-08 12:00:00", UploadedAt: record.At(moved.AddDate(0, 0, -1))}
	paid := with(awaiting(catalog.Confirmed), status(catalog.AuthReceived, catalog.Approved))
	stateless := with(aPurchaseOrder(catalog.AwaitingForm), func(r *record.StoredOrder) { r.PurchaseOrder = nil })
	tests := []struct {
		name   string
		before record.StoredOrder
		want   string
		after  record.StoredOrder
	}{
		{"a purchase order without a state", stateless, "INVALID_REFERENCE OrderReference: Order 1000001 is not a purchase order", stateless},
		{"first form", awaiting(catalog.AwaitingForm), "<nil>", awaiting(catalog.AwaitingConfirmation, stored)},
		{"second form", awaiting(catalog.AwaitingConfirmation, earlier), "<nil>", awaiting(catalog.AwaitingConfirmation, earlier, stored)},
		{"awaiting payment", awaiting(catalog.AwaitingPayment), "<nil>", awaiting(catalog.AwaitingPayment, stored)},
		{"not a purchase order", aPendingOrder(), "INVALID_REFERENCE OrderReference: Order 1000001 is not a purchase order", aPendingOrder()},
		{"paid", paid, "INVALID_REFERENCE OrderReference: Order 1000001 is AUTHRECEIVED and takes no more forms", paid},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			shop := orderShop(t, test.before)
			checkRefused(t, test.name, lastly(shop.UploadOrderForm(commerce.Terms{Now: moved}, "1000001", form)), test.want)
			checkOrder(t, shop, test.after)
		})
	}
}

// TestOrderFormRules checks each field of an order form at its limits (open
// questions upload-errors and upload-encoding).
func TestOrderFormRules(t *testing.T) {
	t.Parallel()
	const (
		notBase64 = "INVALID_FILE File: File must be base64: illegal base64 data at input byte "
		urlSafe   = "INVALID_FILE File: File must be base64, and it is URL-safe base64; write + for - and / for _"
		rawText   = "INVALID_FILE File: File must be base64, and it is the raw text of a file; encode its bytes in base64"
	)
	const sound = `INVALID_REFERENCE OrderReference: No order has the reference "1"` // the form comes before the order
	shop := orderShop(t)
	tests := []struct {
		name string
		set  func(*commerce.OrderForm)
		want string
	}{
		{"every field", func(*commerce.OrderForm) {}, sound},
		{"name of 255 characters", func(f *commerce.OrderForm) { f.FileName = strings.Repeat("é", 255) }, sound},
		{"name of 256 characters", func(f *commerce.OrderForm) { f.FileName = strings.Repeat("é", 256) }, "INVALID_FILE_NAME FileName: FileName must have at most 255 characters, got 256"},
		{"blank name", func(f *commerce.OrderForm) { f.FileName = " " }, "INVALID_FILE_NAME FileName: FileName is required"},
		{"path", func(f *commerce.OrderForm) { f.FileName = "a/b" }, "INVALID_FILE_NAME FileName: FileName must not contain a path"},
		{"parent folder", func(f *commerce.OrderForm) { f.FileName = ".." }, "INVALID_FILE_NAME FileName: FileName must not contain a path"},
		{"control character", func(f *commerce.OrderForm) { f.FileName = "a\tb" }, "INVALID_FILE_NAME FileName: FileName must not contain control characters"},
		{"base64 without padding", func(f *commerce.OrderForm) { f.File = "JVBERi0xLjQ" }, sound},
		{"data: URL", func(f *commerce.OrderForm) { f.File = "data:application/pdf;base64,JVBERi0xLjQ=" }, sound},
		{"no file", func(f *commerce.OrderForm) { f.File = "" }, "INVALID_FILE File: File is empty"},
		{"empty data: URL", func(f *commerce.OrderForm) { f.File = "data:application/pdf;base64," }, "INVALID_FILE File: File is empty"},
		{"no base64", func(f *commerce.OrderForm) { f.File = "JV*=" }, notBase64 + "2"},
		{"base64 of another length", func(f *commerce.OrderForm) { f.File = "JVBER" }, notBase64 + "4"},
		{"URL-safe base64", func(f *commerce.OrderForm) { f.File = "_-8=" }, urlSafe},
		{"URL-safe base64 without padding", func(f *commerce.OrderForm) { f.File = "_-8" }, urlSafe},
		{"data: URL without a comma", func(f *commerce.OrderForm) { f.File = "data:JVBERi0xLjQ=" }, rawText},
		{"raw text", func(f *commerce.OrderForm) { f.File = "%PDF-1" }, rawText},
		{"raw letters", func(f *commerce.OrderForm) { f.File = "Bestätigt" }, rawText},
		{"raw lines", func(f *commerce.OrderForm) { f.File = "Order\tconfirmed" }, rawText},
		{"time", func(f *commerce.OrderForm) { f.ClientTime = "2026-10-09" }, `INVALID_CLIENT_TIME ClientTime: ClientTime must be in the format Y-m-d H:i:s, got "2026-10-09"; did you mean 2026-10-09 00:00:00?`},
	}
	for _, test := range tests {
		form := commerce.OrderForm{FileName: "form.pdf", ClientTime: "2026-10-09 11:59:00", File: "JVBERi0xLjQ="}
		test.set(&form)
		checkRefused(t, test.name, lastly(shop.UploadOrderForm(commerce.Terms{Now: noon}, "1", form)), test.want)
	}
}
