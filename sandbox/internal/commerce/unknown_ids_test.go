package commerce_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// TestUnknownReferences guesses what an unknown reference of an order is.
func TestUnknownReferences(t *testing.T) {
	t.Parallel()
	const placeholder = "; it is a placeholder that was never filled"
	paid := finishOrder(aPendingOrder())
	paid.Sale, paid.Invoice, paid.Order.ExternalReference = 42, "77", new("EXT-1")
	shop := orderShop(t, paid)
	for given, want := range map[string]string{
		"1": "", "x": "", "": "", "Search": "; search is GET /orders/", "42": "; it is the SaleId of order 1000001", "77": "; it is the InvoiceId of order 1000001",
		"EXT-1": "; it is the external reference of order 1000001",
		"{ref}": placeholder, "<ref>": placeholder, "a}": placeholder, "a>": placeholder, ":ref": placeholder, "$ref": placeholder, "a:b": "", "a$b": "",
		"undefined": placeholder, "NULL": placeholder, "[object Object]": placeholder,
	} {
		err := shop.RetrieveOrder(commerce.Terms{Now: noon}, given, nothingShown(t))
		if _, got, _ := strings.Cut(err.Error(), `"`+given+`"`); got != want {
			t.Errorf("%q: got %v, want %q at its end", given, err, want)
		}
	}
	invoice := func(given string) error {
		_, err := shop.OrderByInvoice(commerce.Terms{Now: noon}, given)
		return err
	}
	for given, want := range map[string]string{"1000001": "; it is the RefNo of an order: GET /orders/1000001/", "search": ""} {
		if err := invoice(given); !strings.HasSuffix(err.Error(), `"`+given+`"`+want) {
			t.Errorf("the invoice %q: got %v, want %q at its end", given, err, want)
		}
	}
}

// TestRecordIDs yields the ids of the records, and ends early when nobody wants more.
func TestRecordIDs(t *testing.T) {
	t.Parallel()
	world := usedWorld()
	world.Campaigns = append(world.Campaigns, record.Campaign{Code: "0199a2b4-6f00-7c31-9d58-3b1f6a2e7c41"})
	must(t, openShop(t, world).View(func(tx commerce.Tx) error {
		orders := func(yield func(string) bool) {
			for ref, body := range commerce.AllOrders(tx) {
				if !strings.Contains(string(body), `"RefNo":"`+ref+`"`) {
					t.Errorf("order %s is %s", ref, body)
				}
				if !yield(ref) {
					return
				}
			}
		}
		for name, test := range map[string]struct {
			ids  func(func(string) bool)
			want string
		}{
			"order": {commerce.OrderIDs(tx), "1000002 1000003 1000001"}, "whole order": {orders, "1000002 1000003 1000001"}, "customer": {commerce.CustomerIDs(tx), "7 8"},
			"campaign": {commerce.CampaignIDs(tx), "0199a2b4-6f00-7c31-9d58-3b1f6a2e7c41 0199a2b4-6f00-7c31-9d58-3b1f6a2e7c40"}, "partner": {commerce.PartnerIDs(tx), "WEST NORTH SOUTH"},
		} {
			if got := strings.Join(slices.Collect(test.ids), " "); got != test.want {
				t.Errorf("%s: got %s, want %s", name, got, test.want)
			}
			for first := range test.ids {
				if !strings.HasPrefix(test.want, first) {
					t.Errorf("%s: got %s first", name, first)
				}
				break
			}
		}
		return nil
	}))
}
