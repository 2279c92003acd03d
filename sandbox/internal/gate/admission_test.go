package gate_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// sent is a call with headers of the test's own. "" takes a header away.
type sent struct {
	method, path string
	header       map[string]string
	body         string
}

// answered is how a call ended.
type answered struct {
	status int
	code   string
}

// make sends a call, signed and with Accept unless its headers say otherwise, and
// returns its answer.
func (c sent) make(t *testing.T, s *sandboxtest.Running) (answered, http.Header, string) {
	t.Helper()
	method := c.method
	if method == "" {
		method = http.MethodGet
	}
	request, err := http.NewRequestWithContext(t.Context(), method, s.REST()+c.path, strings.NewReader(c.body))
	must(t, err)
	request.Header.Set("Accept", "application/json")
	request.Header.Set("X-Service-Authentication", s.Sign())
	for name, value := range c.header {
		request.Header.Set(name, value)
		if value == "" {
			request.Header.Del(name)
		}
	}
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(t, err)
	code := ""
	if _, rest, failed := strings.Cut(string(text), `"error_code":"`); failed {
		code, _, _ = strings.Cut(rest, `"`)
	}
	return answered{response.StatusCode, code}, response.Header, string(text)
}

// checks writes the checks of an entry in their order, with - before the failed one.
func checks(e client.Entry) string {
	var names []string
	for _, c := range e.Checks {
		name := c.Name
		if !c.Passed {
			name = "-" + name
		}
		names = append(names, name)
	}
	return strings.Join(names, " ") + ", then " + string(e.NotReached)
}

// signedBy returns a credential header.
func signedBy(code, secret string, at time.Time, algorithm credential.Algorithm) string {
	return credential.Header(code, at.Format(time.DateTime), secret, algorithm)
}

func without(flag catalog.Feature) func(*sandbox.Options) {
	return func(o *sandbox.Options) { o.Features = map[string]bool{string(flag): false} }
}

func answering(id catalog.QuestionID, answer string) func(*sandbox.Options) {
	return func(o *sandbox.Options) { o.Answers = map[string]string{string(id): answer} }
}

// TestOrderOfChecks makes calls with several faults. The first check in the documented
// order decides, and the entry says which were not reached.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	const path = "/orders/customer/?Limit=0"
	s := sandboxtest.Start(t, sandboxtest.Frozen, without(catalog.GetCustomerOrders))
	wrong := map[string]string{"X-Service-Authentication": signedBy(s.Code(), "wrong", s.Now(), credential.SHA256), "Accept": "text/html", "X-Sandbox-Scenario": "nothing"}
	for _, test := range []struct {
		name   string
		right  []string // headers of wrong that are right
		want   answered
		checks string
	}{
		{"the credential", nil, answered{401, "AUTHENTICATION_ERROR"}, "account -credential, then accept, feature, operation"},
		{"then Accept", []string{"X-Service-Authentication"}, answered{406, "INVALID_ACCEPT_HEADER"}, "account credential -accept, then feature, operation"},
		{"then the scenario", []string{"X-Service-Authentication", "Accept"}, answered{400, "SANDBOX_SCENARIO"}, "account credential accept -scenario, then feature, operation"},
		{"then the feature", []string{"X-Service-Authentication", "Accept", "X-Sandbox-Scenario"}, answered{403, "FORBIDDEN"}, "account credential accept -feature, then operation"},
	} {
		header := map[string]string{}
		for name, value := range wrong {
			header[name] = value
		}
		for _, name := range test.right {
			delete(header, name)
		}
		got, _, _ := sent{path: path, header: header}.make(t, s)
		if seen := checks(latest(t, s)); got != test.want || seen != test.checks {
			t.Errorf("%s: got %+v, %s; want %+v, %s", test.name, got, seen, test.want, test.checks)
		}
	}
}

// TestFeature verifies that an account without the feature of an operation gets
// FORBIDDEN from it alone, and its orders once it has the feature.
func TestFeature(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, without(catalog.GetCustomerOrders))
	call := sent{path: "/orders/customer/?CustomerReference=" + s.ID("order-complete", "CustomerReference")}
	if got, _, _ := call.make(t, s); got != (answered{403, "FORBIDDEN"}) {
		t.Errorf("got %+v, want FORBIDDEN", got)
	}
	if got, _, _ := (sent{path: "/orders/"}).make(t, s); got.status != 201 {
		t.Errorf("got %+v from an operation that needs no feature", got)
	}
	must(t, s.Control().Account(s.Code()).EnableFeature(t.Context(), string(catalog.GetCustomerOrders)))
	if got, _, _ := call.make(t, s); got.status != 200 {
		t.Errorf("got %+v with the feature", got)
	}
}

// TestAcceptHeader verifies which values name application/json, and which calls depend on
// the answer to the open question.
func TestAcceptHeader(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	lenient := sandboxtest.Start(t, sandboxtest.Frozen, answering(catalog.Accept, "lenient"))
	path := "/orders/" + s.ID("order-complete", "OrderReference") + "/"
	for _, test := range []struct {
		accept string
		named  bool
	}{
		{"application/json", true},
		{"Application/JSON", true},
		{"text/html, application/json;q=0.5", true},
		{"application/json;q=0.001", true},
		{"application/json; q=0", false},
		{"text/html, application/json;q=0.000", false},
		{"application/json;Q=0, application/json", true},
		{"application/json;q=x", true},
		{"application/json;version=0", true},
		{"", false},
		{"*/*", false},
		{"application/*", false},
		{"application/jsonp", false},
	} {
		want := answered{200, ""}
		if !test.named {
			want = answered{406, "INVALID_ACCEPT_HEADER"}
		}
		call := sent{path: path, header: map[string]string{"Accept": test.accept}}
		got, _, text := call.make(t, s)
		if notes := latest(t, s).Notes; got != want || notes != nil {
			t.Errorf("%q: got %+v %q, want %+v", test.accept, got, notes, want)
		}
		if excluded := strings.Contains(text, "which excludes it by q=0"); excluded != strings.Contains(test.accept, "q=0") && !test.named {
			t.Errorf("%q: got %s", test.accept, text)
		}
		if absent := strings.Contains(text, "Accept is required"); absent != (test.accept == "") {
			t.Errorf("%q: got %s", test.accept, text)
		}
		if got, _, _ := call.make(t, lenient); got != (answered{200, ""}) {
			t.Errorf("%q, lenient: got %+v", test.accept, got)
		}
		if on := strings.Contains(string(latest(t, lenient).Questions), string(catalog.Accept)); on == test.named {
			t.Errorf("%q, lenient: depends on the answer: %t", test.accept, on)
		}
	}
}

// TestCredentials verifies which credentials of a call pass, and what a wrong one is
// answered with.
func TestCredentials(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	only := sandboxtest.Start(t, sandboxtest.Frozen, answering(catalog.RESTHash, "sha3-256"), func(o *sandbox.Options) { o.Accounts = sandbox.ClosedAccounts })
	header := func(code, secret string, off time.Duration, a credential.Algorithm) string {
		return signedBy(code, secret, s.Now().Add(off), a)
	}
	refused := answered{401, "AUTHENTICATION_ERROR"}
	for _, test := range []struct {
		name, value string
		open, only  answered // of an open sandbox, and of a closed one that takes SHA3 alone
	}{
		{"md5", header("DEMO", s.Secret(), 0, credential.MD5), answered{201, ""}, refused},
		{"sha256", header("DEMO", s.Secret(), 0, credential.SHA256), answered{201, ""}, refused},
		{"sha3-256", header("DEMO", s.Secret(), 0, credential.SHA3), answered{201, ""}, answered{201, ""}},
		{"none", "", refused, refused},
		{"unreadable", "code=DEMO", refused, refused},
		{"another secret", header("DEMO", "x", 0, credential.SHA3), refused, refused},
		{"at the end of the skew", header("DEMO", s.Secret(), 5*time.Minute, credential.SHA3), answered{201, ""}, answered{201, ""}},
		{"later", header("DEMO", s.Secret(), 5*time.Minute+time.Second, credential.SHA3), refused, refused},
		{"earlier", header("DEMO", s.Secret(), -5*time.Minute-time.Second, credential.SHA3), refused, refused},
		{"a new code", header("NEW", s.Secret(), 0, credential.SHA3), answered{201, ""}, refused},
		{"a new code with another secret", header("NEWER", "x", 0, credential.SHA3), refused, refused},
		{"an impossible code", header("NOT POSSIBLE", s.Secret(), 0, credential.SHA3), refused, refused},
	} {
		call := sent{path: "/orders/", header: map[string]string{"X-Service-Authentication": test.value}}
		if got, _, _ := call.make(t, s); got != test.open {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.open)
		}
		if got, _, _ := call.make(t, only); got != test.only {
			t.Errorf("%s, closed: got %+v, want %+v", test.name, got, test.only)
		}
	}
	for code, want := range map[string]bool{"NEW": true, "NEWER": false} {
		if _, err := s.Control().Account(code).State(t.Context()); (err == nil) != want {
			t.Errorf("the account %s: got %v, want it open: %t", code, err, want)
		}
	}
}

// TestCallsWithoutCredentials verifies that rest-auth "documented" admits them to the
// first account where the interface lists no credential, and nowhere else.
func TestCallsWithoutCredentials(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, answering(catalog.RESTAuth, "documented"))
	for path, want := range map[string]answered{
		"/orders/":               {201, ""},
		"/orders/0/sale/":        {400, "INVALID_SALE_ID"},
		"/orders/0/invoice/":     {401, "AUTHENTICATION_ERROR"},
		"/orders/customer/":      {401, "AUTHENTICATION_ERROR"},
		"/orders/1234567890123/": {401, "AUTHENTICATION_ERROR"},
	} {
		got, header, _ := sent{path: path, header: map[string]string{"X-Service-Authentication": ""}}.make(t, s)
		first := strings.HasPrefix(header.Get("X-Sandbox-Request"), s.Code()+"-")
		if got != want || first != (want.status != 401) {
			t.Errorf("%s: got %+v as call %s, want %+v", path, got, header.Get("X-Sandbox-Request"), want)
		}
	}
}

// must ends a test whose preparation failed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
