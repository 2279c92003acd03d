package sandbox_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestMeant makes calls whose id or value is another one than was meant, and expects the
// answer to say which.
func TestMeant(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	ref := s.ID("sale", "OrderReference")
	put(t, s, "selling", "on: read-upsell-settings, times: 1, do: {before: [{place: BACKUP-1Y, quantity: 1, customer: customer-with-one-order, external_reference: MY-ORDER-7, status: COMPLETE}]}")
	s.Get("/upsell/settings/campaign/")
	const filled, code = "it is a placeholder that was never filled", "/upsell/00000000-0000-0000-0000-000000000000"
	upload := func(file string) string {
		return `{"FileName": "form.pdf", "ClientTime": "2026-10-09 12:00:00", "File": "` + file + `"}`
	}
	for _, test := range []struct{ method, path, body, want string }{
		{"GET", "/orders/%7BOrderReference%7D/", "", filled},
		{"GET", "/orders/undefined/", "", filled},
		{"GET", "/orders/null/", "", filled},
		{"DELETE", "/orders/:ref/", "", filled},
		{"POST", "/orders/undefined/upload", upload("aGVsbG8="), filled},
		{"DELETE", "/upsell/undefined", "", filled},
		{"DELETE", code, "", `No campaign has the code \"00000000-0000-0000-0000-000000000000\""`},
		{"GET", "/orders/search/", "", "search is GET /orders/"},
		{"GET", "/orders/" + s.ID("sale", "SaleId") + "/", "", "it is the SaleId of order " + ref},
		{"GET", "/orders/" + s.ID("invoice", "InvoiceId") + "/", "", "it is the InvoiceId of order " + s.ID("invoice", "OrderReference")},
		{"GET", "/orders/MY-ORDER-7/", "", "it is the external reference of order "},
		{"GET", "/orders/0/sale/?SaleId=" + ref, "", "it is the RefNo of an order: GET /orders/" + ref + "/"},
		{"GET", "/orders/0/invoice/?InvoiceId=" + ref, "", "it is the RefNo of an order"},
		{"GET", "/orders/0/invoice/?InvoiceId=" + s.ID("sale", "SaleId"), "", "it is the SaleId of order " + ref},
		{"GET", "/orders/1/", "", `No order has the reference \"1\""`},
		{"GET", "/orders/?Status=CANCELLED", "", `got \"CANCELLED\", did you mean CANCELED?`},
		{"GET", "/orders/?Status=REFUNDED", "", "did you mean REFUND?"},
		{"GET", "/orders/?Status=Complete", "", "did you mean COMPLETE?"},
		{"GET", "/orders/?IncludeTestOrders=yes", "", "did you mean YES?"},
		{"GET", "/orders/?Status=zzz", "", `or REFUND, got \"zzz\""`},
		{"POST", "/orders/" + ref + "/upload", upload("YWI_-w=="), "File must be base64, and it is URL-safe base64; write + for - and / for _"},
		{"POST", "/orders/" + ref + "/upload", upload("%PDF-1.7 text"), "and it is the raw text of a file; encode its bytes in base64"},
		{"POST", "/orders/" + ref + "/upload", upload("abcde"), "File must be base64: illegal base64 data"},
	} {
		if got := s.Do(test.method, test.path, test.body); got.Status < 400 || !strings.Contains(got.Body, test.want) {
			t.Errorf("%s %s: got %d %s, want %s", test.method, test.path, got.Status, got.Body, test.want)
		}
	}
	for query, want := range map[string]string{
		"pageSize=3": "did you mean Limit?", "per_page=3": "did you mean Limit?", "page-number=1": "did you mean Page?",
		"RefNo=" + ref: "an order by its reference is GET /orders/{RefNo}/",
	} {
		if got := s.Do(http.MethodGet, "/orders/?"+query, ""); !strings.Contains(got.Header.Get("X-Sandbox-Explain"), want) {
			t.Errorf("%s: got %s", query, got.Header.Get("X-Sandbox-Explain"))
		}
	}
}
