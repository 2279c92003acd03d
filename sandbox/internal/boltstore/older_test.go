package boltstore

import (
	"errors"
	"testing"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// olderWorld seeds an account with records that an upgrade treats specially. It must not
// change, because the files of earlier schemas have it too.
func olderWorld(t testing.TB) func(commerce.Tx) error {
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

// writeOlder fills a file as the files of earlier schemas are filled.
func writeOlder(t testing.TB, db *DB) {
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: theAccount, Document: []byte(`{"world":"w"}`)}, olderWorld(t)))
	mustDo(t, db.CreateAccount(t.Context(), accountRecord{Code: "EMPTY", Document: []byte(`{}`)}, nothing))
	_, err := db.SaveSnapshot(t.Context(), theAccount, accounts.Snapshot{Name: "before", Time: noon, AccountTime: noon})
	mustDo(t, err)
	mustDo(t, db.SaveScenario(t.Context(), "mine", []byte("summary: mine")))
}
