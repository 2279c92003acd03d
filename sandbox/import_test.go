package sandbox_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// personalValues are all values of people in the page of package transfer.
var personalValues = []string{
	"FR12345678901", "+33 6 12 34 56 78", "Ida", "Moréau", `Mor\u00e9au`, "ida.moreau", "moreau-labs", "12 Quay St", "Villeurbanne", "69001",
	"93.184.216.34", "4929", "8473",
}

// TestImportLeavesNoPersonalValue imports a page and searches the data file for each
// value of a person. The values in their place are made up for each file, and one of them
// may have four digits or three letters in common with a person's: so a value is one of the
// page when two files have it.
func TestImportLeavesNoPersonalValue(t *testing.T) {
	t.Parallel()
	page := readText(t, "internal/transfer/testdata/page.json")
	files := []string{importedFile(t, page), importedFile(t, page)}
	for _, value := range personalValues {
		if strings.Contains(page, value) && strings.Contains(files[0], value) && strings.Contains(files[1], value) {
			t.Errorf("the data file has %q", value)
		}
	}
}

// importedFile returns the data file of a sandbox that has imported a page.
func importedFile(t *testing.T, page string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data.db")
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Ephemeral, o.Data, o.World = false, path, "empty" })
	control := s.Control().Account(s.Code())
	imported, err := control.Import(t.Context(), strings.NewReader(page), client.Import{File: "page.json"})
	if err != nil || imported.Created["orders"] != 1 || imported.Anonymized["names"] == 0 || imported.PersonalData {
		t.Fatalf("got %+v, %v", imported, err)
	}
	stored := readText(t, path)
	if !strings.Contains(stored, "@example.test") || !strings.Contains(stored, "248810377") {
		t.Error("the data file has no order")
	}
	return stored
}

// TestImportedOrdersKeepTheirBytes reads an imported page by REST: search, retrieval,
// the lookups, the listing of a customer.
func TestImportedOrdersKeepTheirBytes(t *testing.T) {
	t.Parallel()
	page := readText(t, "internal/transfer/testdata/page.json")
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.World = "empty" })
	account := s.Control().Account(s.Code())
	must(t, errorOf(account.Import(t.Context(), strings.NewReader(page), client.Import{KeepPersonalData: true})))
	want := strings.Replace(compactJSON(t, page), "ACME0001", s.Code(), 1)
	want = want[len(`{"Items":[`):strings.LastIndex(want, `],"Pagination"`)]
	var notes struct{ Sandbox client.OrderNotes }
	must(t, account.Record(t.Context(), client.Orders, "248810377", &notes))
	for _, path := range []string{"/orders/?StartDate=2026-09-01", "/orders/248810377/", "/orders/customer/?CustomerReference=781234"} {
		if got := s.Get(path).Body; !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	for _, path := range []string{fmt.Sprintf("/orders/0/sale/?SaleId=%d", notes.Sandbox.Sale), "/orders/0/invoice/?InvoiceId=" + notes.Sandbox.Invoice} {
		if got := s.Get(path).Body; !strings.Contains(got, "248810377") {
			t.Errorf("%s: got %s", path, got)
		}
	}
	state, err := account.State(t.Context())
	if err != nil || !state.Personal {
		t.Errorf("the account does not say that it has personal data: %v", err)
	}
}

// TestExportSaysPersonalData exports an account with personal data and opens the file, as a
// world and as a fragment. Both accounts say that they have personal data, and export the
// same.
func TestExportSaysPersonalData(t *testing.T) {
	t.Parallel()
	page := readText(t, "internal/transfer/testdata/page.json")
	file := filepath.Join(t.TempDir(), "export.yaml")
	one := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.World = "empty" })
	account := one.Control().Account(one.Code())
	must(t, errorOf(account.Import(t.Context(), strings.NewReader(page), client.Import{KeepPersonalData: true})))
	want := records(t, account)
	must(t, os.WriteFile(file, []byte(want), 0o600))
	other := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.World = file })
	account = other.Control().Account(other.Code())
	check := func(as string) {
		state, err := account.State(t.Context())
		if err != nil || !state.Personal {
			t.Errorf("as a %s: got personal data %t, %v, want true", as, state.Personal, err)
		}
		if got := records(t, account); strings.ReplaceAll(got, other.Code(), one.Code()) != want {
			t.Errorf("as a %s: got\n%s\nwant\n%s", as, got, want)
		}
	}
	check("world")
	if state, err := account.Reset(t.Context(), client.ToEmpty); err != nil || state.Personal {
		t.Errorf("got personal data %t, %v, want an empty account without", state.Personal, err)
	}
	must(t, account.AddWorld(t.Context(), want))
	check("fragment")
}

func compactJSON(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	must(t, json.Compact(&b, []byte(text)))
	return b.String()
}

// TestImportRoutes sends what the routes of imports must refuse, and what each takes.
func TestImportRoutes(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.World = "empty" })
	const customer = `{"AvangateCustomerReference":41,"FirstName":"Ida","Email":"ida@kunde.de"}`
	for _, c := range []struct {
		path, body string
		status     int
		want       string
	}{
		{"records?kind=customers", customer, http.StatusCreated, `"created":{"customers":1}`},
		{"records?kind=customers", customer, http.StatusConflict, `"error":"the account has 1 customer already: 41"`},
		{"records?kind=customers&replace=true&anonymize=false", customer, http.StatusCreated, `"personal_data":true`},
		{"records?kind=customers&replace=true", "[" + customer + "]", http.StatusCreated, `"replaced":{"customers":1}`},
		{"records?kind=customer", customer, http.StatusBadRequest, "did you mean customers?"},
		{"records?replace=yes", customer, http.StatusBadRequest, `replace must be true or false, got \"yes\"`},
		{"records?kind=orders", customer, http.StatusBadRequest, "$: looks like a customer, and only orders can be given here"},
		{"records?kind=orders&file=../../etc/passwd", "[", http.StatusBadRequest, "../../etc/passwd: $: the text is not valid JSON"},
		{"records?kind=orders", "", http.StatusBadRequest, "the text is empty"},
		{"records?kind=orders", `{"orders":[],"campaigns":[]}`, http.StatusBadRequest, "only orders can be given here"},
		{"records?kind=subscriptions&lenient=true", `{"reference":"S","order":"1000000","product":"P","quantity":1,"start_date":"2026-01-01 00:00:00","expiration_date":"2027-01-01 00:00:00"}`,
			http.StatusCreated, `"left_out":{"subscriptions":1}`},
		{"records?kind=campaigns", `{"Code":"0199a2b4-6f00-7c31-9d58-3b1f6a2e7c40","Name":"Own","Source":"crm","Enabled":true,"Discount":{"Type":"PERCENT","Value":10.0},"PrimaryProduct":{"Code":"A","Quantity":0},"RecommendedProduct":{"Code":"B"}}`,
			http.StatusCreated, `"created":{"campaigns":1}`},
		{"records?keep_going=1", "[]", http.StatusBadRequest, `keep_going must be true or false, got \"1\"`},
		{"records?dry_run=true&anonymize=false", `{"AvangateCustomerReference":42,"FirstName":"Ada"}`, http.StatusOK, `"created":{"customers":1}`},
		{"records?kind=customers", `{"AvangateCustomerReference":42,"FirstName":"Ada"}`, http.StatusCreated, `"personal_data":false`}, // the dry run created none
		{"records?dry_run=yes", "[]", http.StatusBadRequest, `dry_run must be true or false`},
		{"world?keep_going=true", "summary: none", http.StatusBadRequest, `unknown query name \"keep_going\"`},
		{"world?whole=true", "summary: none", http.StatusBadRequest, "a whole world cannot be added to an account"},
		{"records?shift_dates=true&keep_going=true", "", http.StatusBadRequest, "the text is empty"},
		{"records?kind=orders&x=1", "[]", http.StatusBadRequest, `unknown query name \"x\"`},
		{"records?kind=orders", strings.Repeat("[", 100_000), http.StatusBadRequest, "nested at most 64 levels"},
	} {
		status, body := roundTrip(t, "POST", s.URL()+"/_sandbox/accounts/"+s.Code()+"/"+c.path, c.body)
		if status != c.status || !strings.Contains(body, c.want) || strings.Contains(body, "kunde") {
			t.Errorf("%s: got %d %s, want %d %s", c.path, status, body, c.status, c.want)
		}
	}
	if got := s.Get("/upsell/").Body; !strings.Contains(got, `"Source":"crm"`) || !strings.Contains(got, `"Value":10.0`) {
		t.Errorf("got %s", got)
	}
}

// TestTooLongImports sends imports that are longer than the sandbox allows, with and
// without their length, and one that breaks off. They change nothing.
func TestTooLongImports(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.MaxImport = 100_000 })
	customers := func(n int) string {
		var list strings.Builder
		for i := range n {
			fmt.Fprintf(&list, `{"AvangateCustomerReference":%d}`+"\n", 990_000+i)
		}
		return list.String()
	}
	unread := func(text string) io.Reader { return io.MultiReader(strings.NewReader(text)) } // whose length nobody knows
	for name, c := range map[string]struct {
		body   io.Reader
		status int
		want   string
	}{
		"announced":    {strings.NewReader(customers(4000)), http.StatusRequestEntityTooLarge, "an import may have at most 100000 bytes"},
		"of no length": {unread(customers(4000)), http.StatusRequestEntityTooLarge, "an import may have at most 100000 bytes"},
		"long":         {unread(customers(2500)), http.StatusCreated, `"created":{"customers":2500}`},
		"empty":        {unread(""), http.StatusBadRequest, "the text is empty"},
	} {
		a, err := http.Post(s.URL()+"/_sandbox/accounts/"+s.Code()+"/records?dry_run="+fmt.Sprint(name != "long"), "application/json", c.body)
		must(t, err)
		body, err := io.ReadAll(a.Body)
		if a.Body.Close(); err != nil || a.StatusCode != c.status || !strings.Contains(string(body), c.want) {
			t.Errorf("%s: got %d %.300s, %v, want %d %s", name, a.StatusCode, body, err, c.status, c.want)
		}
	}
	broken := &failing{Reader: strings.NewReader(customers(2000))}
	if _, err := s.Control().Account(s.Code()).Import(t.Context(), broken, client.Import{Replace: true}); err == nil {
		t.Error("an import that broke off was taken")
	}
}

// failing is a reader that fails at its end.
type failing struct{ io.Reader }

func (f *failing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err != nil {
		err = errors.New("the file cannot be read")
	}
	return n, err
}
