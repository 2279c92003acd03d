package control

import (
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/apidoc"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

var update = flag.Bool("update", false, "write the documents of the control interface")

// Updates reports whether the tests write their files.
func Updates() bool { return *update }

// makeDocuments is the command to write the documents.
const makeDocuments = "go test ./sandbox/internal/control -run TestDescribed -update"

// TestDescribed compares the documents of this interface with its routes and types. With
// -update it writes them.
func TestDescribed(t *testing.T) {
	t.Parallel()
	api := description()
	openAPI, err := api.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	types, err := api.TypeScript("The types of the control interface, made from sandbox/client and the routes.\nDo not change them here; run: " + makeDocuments)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := api.Markdown()
	if err != nil {
		t.Fatal(err)
	}
	const page = "../../../web/guide/control.md"
	for path, want := range map[string]string{
		"control.openapi.json":  string(openAPI),
		"../../../web/api.d.ts": types,
		page:                    withTables(t, page, tables),
	} {
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s is stale (%v), because a route or a type of package client changed; run: %s", path, err, makeDocuments)
		}
	}
}

// withTables returns a page of the guide with the tables of routes between its
// two marks.
func withTables(t *testing.T, path, tables string) string {
	t.Helper()
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- routes: made by " + makeDocuments + " -->\n", "<!-- end of routes -->\n"
	before, rest, begun := strings.Cut(string(page), begin)
	_, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		t.Fatalf("%s must have the lines %q and %q", path, begin, end)
	}
	return before + begin + "\n" + tables + end + after
}

// description describes this interface.
func description() apidoc.API {
	text := apidoc.Schema{Type: "string"}
	binary := apidoc.Schema{Type: "object", Fields: []apidoc.Field{{Name: "base64", Schema: &text}}}
	d := apidoc.API{
		Title: "Control interface of the commerce sandbox", Version: "1", License: "MIT", Base: base, Failure: client.Error{},
		Description: "What the sandbox offers beside the two protocols: accounts, their data, clocks and scenarios, the calls that were made, and what explains them.",
		Types: apidoc.Types{
			Root: "../../..", Module: "github.com/commerce-sandbox/commerce-sandbox",
			Special: map[reflect.Type]apidoc.Schema{
				reflect.TypeFor[client.Names]():  {Type: "array", Items: &text},
				reflect.TypeFor[client.Bytes]():  {AnyOf: []*apidoc.Schema{&text, &binary}},
				reflect.TypeFor[client.Record](): {},
				reflect.TypeFor[record.Money]():  {Type: "number"},
				reflect.TypeFor[record.Moment](): {Type: "string"},
				reflect.TypeFor[record.Day]():    {Type: "string"},
			},
			Nulls:   []string{"sandbox/internal/record"},
			Variant: map[reflect.Type][]any{reflect.TypeFor[record.PaymentMethod](): {record.Card{}, record.PayPal{}}},
		},
	}
	for _, table := range (&API{}).tables() {
		group := apidoc.Group{Name: table.name, Summary: table.summary}
		for _, r := range table.routes {
			group.Routes = append(group.Routes, describe(r))
		}
		d.Groups = append(d.Groups, group)
	}
	return d
}

// describe describes a route.
func describe(r route) apidoc.Route {
	shown := apidoc.Route{Method: r.method, Path: r.path, Summary: r.summary, Body: shape(r.body), Answer: shape(r.answer), Status: r.status, DryRun: shape(r.dryRun)}
	for _, q := range r.query {
		shown.Query = append(shown.Query, apidoc.Query{Name: q.name, Meaning: q.meaning})
	}
	return shown
}

// shape describes a body.
func shape(body any) any {
	switch body := body.(type) {
	case mediaType:
		return apidoc.Text(body)
	case listShape:
		return apidoc.List{Plural: body.plural, Row: body.row}
	case eitherShape:
		shapes := apidoc.OneOf{}
		for _, one := range body {
			shapes = append(shapes, shape(one))
		}
		return shapes
	case eventShape:
		return apidoc.Events(body)
	case document:
		return apidoc.Document{}
	}
	return body
}
