package worlds

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"
)

// The contents of a world count its exact records, with the customers implied by orders.
func TestContentsOfRecords(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "transfer", "testdata", "page.json"))
	must(t, err)
	text, err := yaml.Marshal(map[string]any{
		"customers": []any{map[string]any{"handle": "ida"}},
		"records": map[string]any{
			"orders":  string(page),
			"handles": `{"bought":{"kind":"order","ids":{"OrderReference":"248810377"}}}`,
		},
	})
	must(t, err)
	world, err := Parse(text, "my.yaml")
	must(t, err)
	without, err := Parse([]byte("customers: [{handle: ida}]"), "my.yaml")
	must(t, err)
	got, want := world.Contents(), without.Contents()
	want.Orders, want.Customers, want.Handles, want.Text = want.Orders+1, want.Customers+1, want.Handles+1, got.Text
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// The contents count a record of each kind, its handle, and generated ones. A world
// without products has twelve, and one without partners three, most with handles.
func TestContents(t *testing.T) {
	t.Parallel()
	const line = "product: BOOK"
	for text, want := range map[string]Contents{
		"products: [{code: BOOK, name: B, handle: h1, prices: {EUR: 1}, months: 1}]": {Products: 1, Partners: 3, Handles: 4},
		"partners: [{code: P, name: P, handle: h1, currency: EUR}]":                  {Products: 12, Partners: 1, Handles: 7},
		"customers: [{handle: ida}, {country: de}]":                                  {Products: 12, Partners: 3, Customers: 2, Handles: 10},
		"generate: {orders: 5, customers: 3, campaigns: 2}":                          {Products: 12, Partners: 3, Orders: 5, Customers: 3, Campaigns: 2, Handles: 9},
		"customers: [{handle: ida}]\nproducts: [{code: BOOK, name: B, prices: {EUR: 1}, months: 1}]\norders: [{handle: h1, customer: ida, lines: [{" + line + ", subscription: {handle: h2}}]}, {customer: ida, lines: [{" + line + "}]}]": {
			Products: 1, Partners: 3, Customers: 1, Orders: 2, Handles: 6},
		"customers: [{handle: ida}]\nproducts: [{code: BOOK, name: B, prices: {EUR: 1}, months: 1}]\nsubscriptions: [{handle: h1, customer: ida, " + line + "}]": {Products: 1, Partners: 3, Customers: 1, Orders: 1, Handles: 5},
		"campaigns: [{handle: h1, name: N, percent: 5, primary: {product: A}, recommended: {product: B}}]":                                                       {Products: 12, Partners: 3, Campaigns: 1, Handles: 10},
	} {
		world, err := Parse([]byte(text), "my.yaml")
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		want.Text = text
		if got := world.Contents(); got != want {
			t.Errorf("%s: got %+v, want %+v", text, got, want)
		}
	}
}
