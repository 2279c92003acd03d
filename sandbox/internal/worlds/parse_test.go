package worlds

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/commerce-sandbox/commerce-sandbox/fixtures"
)

var update = flag.Bool("update", false, "rewrite the errors of testdata/bad and the schema")

// Parse reads a world of its own text alone.
func Parse(text []byte, name string) (*World, error) {
	return parse(source{name: name, text: text, limits: fileLimits}, noFiles)
}

// golden compares a text with a file. -update writes the file.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		must(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

// Every bad file gives the error in the file beside it, and the schema finds every mistake of shape.
func TestBadFiles(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/bad/*.yaml")
	must(t, err)
	schema := compiledSchema(t)
	var shaped []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		_, fault := Parse(text, filepath.Base(file))
		golden(t, strings.TrimSuffix(file, ".yaml")+".err", fmt.Sprintln(fault))
		if schemaFault(schema, text) == nil {
			shaped = append(shaped, strings.TrimSuffix(filepath.Base(file), ".yaml"))
		}
	}
	if want := strings.Fields(rightShape); !slices.Equal(shaped, want) {
		t.Errorf("bad files of the right shape: got\n%s\nwant\n%s", strings.Join(shaped, "\n"), strings.Join(want, "\n"))
	}
}

// rightShape are the bad files of a right shape: their faults depend on several entries
// or on the present time.
const rightShape = `
	bad-amount
	charge-failed-by-wire
	dates-out-of-order
	duplicate-handle
	duplicate-reference
	duplicate-subscription
	future-date
	multiple-choice
	named-subscription-of-unpaid-order
	no-price-in-currency
	partner-in-other-currency
	percent-with-currency
	products-without-common-currency
	repeated-reference
	status-with-other-approval
	sums
	two-documents
	unknown-names
`

func TestFaultsKeepTheirPointedError(t *testing.T) {
	t.Parallel()
	_, err := Parse([]byte("summary: one\norders:\n  - {customers: Ida}\n"), "my.yaml")
	var pointed *yaml.UnknownFieldError
	if !errors.As(err, &pointed) {
		t.Fatalf("got %v, want go-yaml's own error", err)
	}
	if got, want := err.Error(), "my.yaml: "+strings.TrimRight(pointed.Error(), " \n"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestBuildRefuses builds right worlds for accounts that cannot have them.
func TestBuildRefuses(t *testing.T) {
	t.Parallel()
	const customers = "customers: [{handle: ida}]\n"
	for _, test := range []struct {
		text   string
		orders int
		want   string // how the error begins
	}{
		{customers + "orders: [{customer: ida, date: 2026-10-02 09:14:51, lines: [{product: FONT-PACK}]}, {customer: ida, date: 2026-10-02 09:14:52, lines: [{product: FONT-PACK}]}]", 0,
			"test.yaml: [2:107] the date is in the future: the account's clock shows 2026-10-02 09:14:51\n"},
		{customers + "orders: [{customer: ida, date: -8d, number: 5, lines: [{product: FONT-PACK}]}, {customer: ida, date: -9d, lines: [{product: FONT-PACK}]}]", 0,
			"test.yaml: [2:45] number must be above 51001, that of the order which was finished before\n"},
		{"products: []\npartners: []\n", 5, "test.yaml: the world has no products, so it can have no orders; got 5 orders"},
		{customers, -1, "orders must be from 1 to 1000000, or 0 for the world's own number, got -1"},
		{customers, MaxOrders + 1, "orders must be from 1 to 1000000, or 0 for the world's own number, got 1000001"},
		{customers + "generate: {campaigns: 1000000}", 0,
			"test.yaml: the world needs about 2861 MB of memory for 0 listed orders with 0 lines, 1 listed customers and 1000000 campaigns, and may take "},
	} {
		w, err := Parse([]byte(test.text), "test.yaml")
		must(t, err)
		_, err = w.Build(BuildRequest{Merchant: "ACME", Now: moment, Orders: test.orders})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.text, err, test.want)
		}
	}
}

func TestUserWorldOfThreeLines(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "mine.yaml")
	text := "summary: mine\norders:\n  - {handle: first, reference: '248810377', customer: ida, date: 2026-10-02, lines: [{product: product-pro, quantity: 2}]}\ncustomers: [{handle: ida, country: fr}]\n"
	must(t, os.WriteFile(path, []byte(text), 0o600))
	w := built(t, path, BuildRequest{Merchant: "ACME", Seed: 1})
	type gist struct{ ref, date, gross, currency string }
	o := w.orders[0].Order
	got := gist{o.RefNo, o.OrderDate.Format("2006-01-02 15:04:05"), o.GrossPrice.String(), o.Currency}
	if want := (gist{"248810377", "2026-10-02 00:00:00", "240", "eur"}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestLoadRejectsUnknownNames(t *testing.T) {
	t.Parallel()
	var library Library
	_, err := library.Load("defualt")
	want := `unknown world "defualt"; known: default, empty, paging, or the path of a YAML file`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for _, path := range []string{t.TempDir(), os.DevNull} {
		if _, err := library.Load(path); err == nil || err.Error() != "cannot read the world: "+path+" is no regular file" {
			t.Errorf("got %v", err)
		}
	}
}

func TestLoadReadsAShippedWorldOnce(t *testing.T) {
	t.Parallel()
	var library Library
	for _, name := range Names() {
		first, err := library.Load(name)
		must(t, err)
		second, err := library.Load(name)
		if err != nil || first != second || first.entries.Summary == "" {
			t.Errorf("%s: got %p and %p, %q, %v", name, first, second, first.entries.Summary, err)
		}
	}
	if got, want := Names(), []string{"default", "empty", "paging"}; !reflect.DeepEqual(got, want) {
		t.Errorf("names: got %v, want %v", got, want)
	}
}

func TestDrawingsAreBounded(t *testing.T) {
	t.Parallel()
	w := loaded(t, "empty")
	for seed := range int64(10 * maxTemplates) {
		_, err := w.Build(BuildRequest{Now: moment, Seed: seed})
		must(t, err)
	}
	if got := len(w.templates); got > maxTemplates {
		t.Errorf("drawings kept: got %d, want %d at most", got, maxTemplates)
	}
}

// A file without products, or without partners, gets the shipped ones; a list of its own,
// even an empty one, replaces them.
func TestShippedProductsAndPartners(t *testing.T) {
	t.Parallel()
	const products, partners = "products: [{code: MINE, name: Mine, prices: {EUR: 1}}]\n", "partners: [{code: ME, currency: EUR}]\n"
	for text, want := range map[string]struct {
		products, partners int
		first, partner     string
	}{
		"summary: neither\n":             {12, 3, "STUDIO-BASIC-1Y", "NORTHWIND"},
		products:                         {1, 3, "MINE", "NORTHWIND"},
		partners:                         {12, 1, "STUDIO-BASIC-1Y", "ME"},
		products + partners:              {1, 1, "MINE", "ME"},
		products + "partners: []\n":      {1, 0, "MINE", ""},
		"products: []\npartners: []\n":   {0, 0, "", ""},
		"summary: one\nproducts: null\n": {12, 3, "STUDIO-BASIC-1Y", "NORTHWIND"},
	} {
		b, got := parsed(t, text), want
		got.products, got.partners, got.first, got.partner = len(b.Products), len(b.Partners), "", ""
		if len(b.Products) > 0 {
			got.first = b.Products[0].Code
		}
		if len(b.Partners) > 0 {
			got.partner = b.Partners[0].Code
		}
		if got != want {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		text, err := fixtures.Files.ReadFile("worlds/" + name + ".yaml")
		must(f, err)
		f.Add(text)
	}
	f.Fuzz(func(_ *testing.T, text []byte) {
		w, err := Parse(text, "fuzz.yaml")
		if err != nil {
			return
		}
		b, err := w.Build(BuildRequest{Merchant: "ACME", Now: moment, Orders: 30})
		if err != nil {
			return
		}
		for range b.Orders {
		}
	})
}
