package worlds

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
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

// Every bad file gives the error in the file beside it.
func TestBadFiles(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/bad/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no bad files", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			must(t, err)
			_, err = Parse(text, filepath.Base(file))
			if err == nil {
				t.Fatal("got no error")
			}
			beside := strings.TrimSuffix(file, ".yaml") + ".err"
			if *update {
				must(t, os.WriteFile(beside, []byte(err.Error()+"\n"), 0o644))
			}
			want, readErr := os.ReadFile(beside)
			if readErr != nil {
				t.Fatal(readErr)
			}
			if got := err.Error() + "\n"; got != string(want) {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

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

func TestLateDatesFailWhenBuilt(t *testing.T) {
	t.Parallel()
	w, err := Parse([]byte(`summary: one
customers: [{handle: ida}]
orders:
  - {customer: ida, date: 2026-10-02 09:14:51, lines: [{product: FONT-PACK}]}
  - {customer: ida, date: 2026-10-02 09:14:52, lines: [{product: FONT-PACK}]}
`), "late.yaml")
	must(t, err)
	_, err = w.Build(BuildRequest{Merchant: "ACME", Now: moment})
	want := "late.yaml: [5:27] the date is in the future: the account's clock shows 2026-10-02 09:14:51"
	if err == nil || strings.Split(err.Error(), "\n")[0] != want {
		t.Errorf("got %v, want %s", err, want)
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
	var library Library
	w, err := library.Load("empty")
	must(t, err)
	for seed := range int64(10 * maxTemplates) {
		if _, err := w.Build(BuildRequest{Now: moment, Seed: seed}); err != nil {
			t.Fatal(err)
		}
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
		w, err := Parse([]byte(text), "mine.yaml")
		must(t, err)
		b, err := w.Build(BuildRequest{Merchant: "ACME", Now: moment})
		must(t, err)
		got := want
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
