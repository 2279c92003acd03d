package sandboxtest_test

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

func TestStartServesTheWorld(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	got := s.Get("/orders/0/sale/?SaleId=" + s.ID("sale", "SaleId"))
	if want := `"` + s.ID("sale", "OrderReference") + `"`; got.Status != 200 || got.Body != want {
		t.Errorf("got %d %s, want 200 %s", got.Status, got.Body, want)
	}
}

// TestClientSignsForItself makes a call as a client under test does: signed with
// the machine's time.
func TestClientSignsForItself(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.REST()+"/orders/", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("X-Service-Authentication", credential.Header(s.Code(), time.Now().UTC().Format(time.DateTime), s.Secret(), credential.SHA256))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode >= http.StatusBadRequest {
		t.Errorf("got %d, want a success", response.StatusCode)
	}
}

func TestSandboxesAreIndependent(t *testing.T) {
	t.Parallel()
	one, other := sandboxtest.Start(t), sandboxtest.Start(t)
	order := "/orders/" + one.ID("purchase-order-awaiting-form", "OrderReference") + "/"
	for _, want := range []int{200, 400} {
		if got := one.Do("DELETE", order, "").Status; got != want {
			t.Errorf("one: got %d, want %d", got, want)
		}
	}
	if got := other.Do("DELETE", order, "").Status; got != 200 {
		t.Errorf("other: got %d, want 200", got)
	}
}

func TestAdvance(t *testing.T) {
	t.Parallel()
	const empty = `{"Items":[],"Pagination":{"Page":1,"Limit":10,"Count":0}}`
	began := time.Now()
	for name, start := range map[string]func(*sandbox.Options){
		"frozen": sandboxtest.Frozen, "frozen at a moment": sandboxtest.FrozenAt(began), "running": func(*sandbox.Options) {},
	} {
		s := sandboxtest.Start(t, start)
		before := s.Now()
		s.Advance(30 * 24 * time.Hour)
		if got := s.Now().Sub(before); got < 30*24*time.Hour || got > 31*24*time.Hour || (name != "running" && got != 30*24*time.Hour) {
			t.Errorf("%s: moved by %s, want 30 days", name, got)
		}
		if got := s.Get("/orders/").Body; got != empty {
			t.Errorf("%s: got %s, want %s", name, got, empty)
		}
	}
}

func TestAsOpensAnAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	if got := s.As("ACME").Get("/orders/" + s.ID("order-complete", "OrderReference") + "/").Status; got != 200 {
		t.Errorf("got %d, want 200", got)
	}
}

func TestControl(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) { o.ControlToken = "letmein" })
	account, err := s.Control().First(t.Context())
	if err != nil || account.Code != s.Code() {
		t.Errorf("got %+v, %v, want %s", account, err, s.Code())
	}
}

// TestOptions covers options with an effect on the data, and some without.
func TestOptions(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		option func(*sandbox.Options)
		path   string
		want   int
	}{
		{"answer", func(o *sandbox.Options) { o.Answers = map[string]string{"search-status": "200"} }, "/orders/", 200},
		{"code and secret", func(o *sandbox.Options) { o.VendorCode, o.Secret = "ACME", "other" }, "/orders/", 201},
		{"world", sandboxtest.World("empty"), "/upsell/recommended?ProductCode=STUDIO-BASIC-1Y", 404},
		{"ephemeral", func(o *sandbox.Options) { o.Ephemeral = true }, "/orders/", 201},
		{"clock", func(o *sandbox.Options) { o.Clock = "2010-05-13 12:12:12" }, "/orders/", 201},
		{"no wall", func(o *sandbox.Options) { o.Wall = nil }, "/orders/", 201},
		{"own wall", func(o *sandbox.Options) { o.Wall = func() time.Time { return time.Now().Add(-time.Hour) } }, "/orders/", 201},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := sandboxtest.Start(t, test.option).Get(test.path).Status; got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

// TestSeeds makes other data by a seed of its own.
func TestSeeds(t *testing.T) {
	t.Parallel()
	order := func(options ...func(*sandbox.Options)) string {
		s := sandboxtest.Start(t, append(options, sandboxtest.Frozen)...)
		return s.Get("/orders/" + s.ID("order-complete", "OrderReference") + "/").Body
	}
	byDefault := order()
	if got := order(sandboxtest.Seed(1)); got != byDefault {
		t.Errorf("got %s with seed 1, want that of the default %s", got, byDefault)
	}
	if got := order(sandboxtest.Seed(7)); got == byDefault {
		t.Errorf("got the same order with seed 7: %s", got)
	}
}

// TestLasting opens the same file twice.
func TestLasting(t *testing.T) {
	t.Parallel()
	file := sandboxtest.Lasting(filepath.Join(t.TempDir(), "lasting.db"))
	var order string
	t.Run("first", func(t *testing.T) {
		s := sandboxtest.Start(t, file)
		order = "/orders/" + s.ID("purchase-order-awaiting-form", "OrderReference") + "/"
		if got := s.Do("DELETE", order, "").Status; got != 200 {
			t.Errorf("got %d, want 200", got)
		}
	})
	t.Run("second", func(t *testing.T) {
		if got := sandboxtest.Start(t, file).Do("DELETE", order, "").Status; got != 400 {
			t.Errorf("got %d, want 400 because the order is cancelled", got)
		}
	})
}

// TestClient signs requests with and without headers of their own.
func TestClient(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.TLS)
	order := s.REST() + "/orders/" + s.ID("order-complete", "OrderReference") + "/"
	tests := []struct {
		name, header, value string
		want                int
	}{
		{"nothing set", "", "", 200},
		{"own credentials", "X-Service-Authentication", "wrong", 401},
		{"own credentials by another name", "X-Avangate-Authentication", "wrong", 401},
		{"own Accept", "Accept", "text/html", 406},
	}
	for _, test := range tests {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, order, nil)
		if err != nil {
			t.Fatal(err)
		}
		if test.header != "" {
			request.Header.Set(test.header, test.value)
		}
		response, err := s.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != test.want {
			t.Errorf("%s: got %d, want %d", test.name, response.StatusCode, test.want)
		}
		if len(request.Header["X-Service-Authentication"]) > 0 && test.header == "" {
			t.Errorf("%s: the request itself was changed", test.name)
		}
	}
}

func TestClientSignsForTheSandboxOnly(t *testing.T) {
	t.Parallel()
	one, other := sandboxtest.Start(t), sandboxtest.Start(t)
	response, err := one.Client().Get(other.REST() + "/orders/")
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("got %d, want 401 without a signature", response.StatusCode)
	}
}

func TestScenarioVerifyCoverage(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Activate("search-orders-internal-error")
	if got := s.Get("/orders/").Status; got != 500 {
		t.Errorf("got %d, want 500", got)
	}
	once := 1
	s.Verify(client.Expectation{Operation: "search-orders", Count: &once})
	if got := s.Coverage(); got.Account != "DEMO" || got.All.Covered != 1 {
		t.Errorf("got %d outcomes of %q, want 1 of DEMO", got.All.Covered, got.Account)
	}
}

func TestSOAP(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	response, err := http.Get(s.SOAP() + "?wsdl")
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/xml") {
		t.Errorf("got %d %s, want 200 text/xml", response.StatusCode, response.Header.Get("Content-Type"))
	}
}

// TestExplainsRefusedCalls reads the log of a failed test.
func TestExplainsRefusedCalls(t *testing.T) {
	t.Parallel()
	for _, failed := range []bool{false, true} {
		of := &fakeTest{TB: t, failed: failed}
		s := sandboxtest.Start(of, sandboxtest.Frozen)
		s.Get("/orders/")
		s.Get("/orders/?Limit=500")
		s.Activate("search-orders-internal-error")
		s.Get("/orders/?Limit=10")
		s.As("?").Get("/orders/")
		of.end()
		want := ""
		if failed {
			want = strings.ReplaceAll(`sandboxtest: GET /rest/6.0/orders/?Limit=500: 400 PAGINATION_LIMIT_PARAMETER_INVALID
  Limit: Limit must be from 1 to 200, got 500
    given    Limit "500"
    expected a whole number from 1 to 200
  page: URL/ui/a/DEMO/calls/DEMO-2
sandboxtest: GET /rest/6.0/orders/?Limit=10: 500 INTERNAL_ERROR
  scenario: search-orders-internal-error
  without it: 201
  scenario: An internal error occurred.
    given    "search-orders-internal-error"
    expected no scenario that fails the call
  page: URL/ui/a/DEMO/calls/DEMO-3
sandboxtest: GET /rest/6.0/orders/: 401 AUTHENTICATION_ERROR
  account: Wrong hash or vendor code: no account has the vendor code "?"; a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got "?".
  account: none; the call names no account of the sandbox, or carries no credential
  page: URL/ui/a/DEMO/calls/none-1
`, "URL", s.URL())
		}
		if got := of.log.String(); got != want {
			t.Errorf("failed %t: got\n%s\nwant\n%s", failed, got, want)
		}
	}
}

// TestVerifyFailsTheTest fails the test for a missing call, with a sentence.
func TestVerifyFailsTheTest(t *testing.T) {
	t.Parallel()
	of := &fakeTest{TB: t}
	s := sandboxtest.Start(of)
	defer of.end()
	once := 1
	expected := []client.Expectation{{Operation: "search-orders", Count: &once}}
	s.Verify(expected[0])
	s.VerifyAll(client.Expectations{Expectations: expected})
	s.Verdict(client.VerdictRequest{Expectations: expected})
	const missing = "search-orders: matched 0, expected exactly 1"
	if want := []string{missing, missing, missing}; !slices.Equal(of.errors, want) {
		t.Errorf("got %q, want %q", of.errors, want)
	}
	s.Get("/orders/?Limit=1")
	s.VerifyAll(client.Expectations{Expectations: expected, NothingElse: true})
	if v := s.Verdict(client.VerdictRequest{Expectations: expected}); !v.Passed || len(of.errors) != 3 {
		t.Errorf("got %+v and %q, want no further failure", v, of.errors)
	}
}

// TestUnknownHandleFailsTheTest fails the test for a misspelt name. The message has the
// right one.
func TestUnknownHandleFailsTheTest(t *testing.T) {
	t.Parallel()
	of := &fakeTest{TB: t}
	s := sandboxtest.Start(of)
	defer of.end()
	s.ID("order-complet", "OrderReference")
	s.ID("order-complete", "SaleID")
	s.ID("order-complete", "nothing")
	want := []string{
		`sandboxtest: unknown handle "order-complet"; did you mean order-complete?`,
		`sandboxtest: handle order-complete has no "SaleID"; did you mean SaleId?`,
		`sandboxtest: handle order-complete has no "nothing"; known: CustomerReference, ExternalCustomerReference, ExternalRefNo, InvoiceId, OrderReference, SaleId`,
	}
	if !slices.Equal(of.errors, want) {
		t.Errorf("got %q, want %q", of.errors, want)
	}
}

// BenchmarkStart measures the start of a sandbox while others start too.
func BenchmarkStart(b *testing.B) {
	sandboxtest.Start(b) // seeds the data for the others to copy
	b.RunParallel(func(each *testing.PB) {
		for each.Next() {
			of := &fakeTest{TB: b}
			sandboxtest.Start(of)
			of.end()
		}
	})
}
