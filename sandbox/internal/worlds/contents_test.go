package worlds

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"
)

// The contents of a world count its exact records, with the customers that orders imply.
func TestContentsOfRecords(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "transfer", "testdata", "page.json"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := yaml.Marshal(map[string]any{
		"customers": []any{map[string]any{"handle": "ida"}},
		"records": map[string]any{
			"orders":  string(page),
			"handles": `{"bought":{"kind":"order","ids":{"OrderReference":"248810377"}}}`,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	world, err := Parse(text, "my.yaml")
	if err != nil {
		t.Fatal(err)
	}
	without, err := Parse([]byte("customers: [{handle: ida}]"), "my.yaml")
	if err != nil {
		t.Fatal(err)
	}
	got, want := world.Contents(), without.Contents()
	want.Orders, want.Customers, want.Handles, want.Text = want.Orders+1, want.Customers+1, want.Handles+1, got.Text
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
