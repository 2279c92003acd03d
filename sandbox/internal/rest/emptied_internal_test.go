package rest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// TestEmptied verifies which calls have an empty parameter, and which operation's
// calls they are, with one of a longer path that the interface does not have.
func TestEmptied(t *testing.T) {
	t.Parallel()
	var served []Operation
	for _, row := range catalog.Operations() {
		served = append(served, Operation{Row: row})
	}
	retrieve, _ := catalog.Find(catalog.RetrieveOrder)
	parts := Operation{Row: &catalog.Operation{ID: "order-parts", Method: http.MethodGet, Path: "/orders/{OrderReference}/parts"}}
	all := emptiedOf(append(served, parts))
	for call, want := range map[string]catalog.OperationID{
		"GET /rest/6.0/orders//": catalog.RetrieveOrder, "HEAD /rest/6.0/orders//": catalog.RetrieveOrder, "DELETE //rest/6.0/orders//": catalog.CancelOrder,
		"POST /rest/6.0/orders//upload": catalog.UploadOrderForm, "GET /rest/6.0/orders//parts": "order-parts",
		"PUT /rest/6.0/orders//": "", "GET /rest/6.0/orders//upload": "", "GET /rest/6.0/orders/": "", "GET /rest/6.0/orders//1/": "", "PUT /rest/6.0/upsell//": "",
	} {
		method, path, _ := strings.Cut(call, " ")
		var got catalog.OperationID
		if found := findEmptied(all, httptest.NewRequest(method, "http://localhost"+path, nil)); found != nil {
			got = found.Row.ID
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", call, got, want)
		}
	}
	if folded := foldedInto(&route{Operation: Operation{Row: retrieve}}, all); len(folded) != 1 || folded[0].route.Row.ID != "order-parts" {
		t.Errorf("got %v folded into retrieve-order, want order-parts", folded)
	}
}
