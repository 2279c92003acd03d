package apidoc_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/apidoc"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/apidoc/testdata/shop"
)

var update = flag.Bool("update", false, "write the documents of testdata")

// example describes an interface with every kind of route, body and field.
func example() apidoc.API {
	return apidoc.API{
		Title: "Example", Version: "1", Description: "An interface.", License: "MIT", Base: "/base", Failure: shop.Failure{},
		Types: apidoc.Types{
			Root: "../../..", Module: "github.com/commerce-sandbox/commerce-sandbox", Nulls: []string{"sandbox/internal/apidoc/testdata/shop"},
			Special: map[reflect.Type]apidoc.Schema{reflect.TypeFor[shop.Price](): {Type: "number"}},
			Variant: map[reflect.Type][]any{reflect.TypeFor[shop.Method](): {shop.Card{}, shop.Failure{}}},
		},
		Groups: []apidoc.Group{
			{Name: "Things", Summary: "What there is.", Routes: []apidoc.Route{
				{Method: "GET", Path: "/things", Summary: "all things", Query: []apidoc.Query{{Name: "max-rows", Meaning: "longest list"}}, Answer: apidoc.List{Plural: "things", Row: shop.Thing{}}},
				{Method: "POST", Path: "/things/{id}", Summary: "change a | b", Body: shop.Change{}, Answer: shop.Thing{}, Status: 201},
				{Method: "DELETE", Path: "/things/{id}", Summary: "delete it"},
			}},
			{Name: "Others", Summary: "What else there is.", Routes: []apidoc.Route{
				{Method: "PUT", Path: "/text", Summary: "a text", Body: apidoc.Text("application/yaml"), Answer: apidoc.Document{}},
				{Method: "GET", Path: "/events", Summary: "what happens", Answer: apidoc.Events{"thing": shop.Thing{}, "other": map[string]int{}}},
			}},
		},
	}
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	openAPI, err := example().OpenAPI()
	if err != nil || !json.Valid(openAPI) {
		t.Fatal(err)
	}
	types, err := example().TypeScript("Made by a test.")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := example().Markdown()
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string][]byte{"openapi.json": openAPI, "api.d.ts": []byte(types), "tables.md": []byte(tables)} {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, got\n%s\nwant\n%s", path, err, got, want)
		}
	}
}

// TestUndescribed has types whose JSON cannot be read from their fields.
func TestUndescribed(t *testing.T) {
	t.Parallel()
	type Thing struct {
		ID string `json:"id"`
	}
	for want, body := range map[string]any{
		"shop.Price writes its JSON itself; add it to the special types": struct {
			Price shop.Price `json:"price"`
		}{},
		"apidoc_test.Thing and shop.Thing would have the same name": struct {
			A Thing      `json:"a"`
			B shop.Thing `json:"b"`
		}{},
		"func() has no JSON form that can be described": struct {
			F func() `json:"f"`
		}{},
		`struct { At time.Time }.At has no JSON name`: struct{ At time.Time }{},
	} {
		api := apidoc.API{Failure: body, Types: apidoc.Types{Root: "../../..", Module: "github.com/commerce-sandbox/commerce-sandbox",
			Special: map[reflect.Type]apidoc.Schema{}}}
		if _, err := api.OpenAPI(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
