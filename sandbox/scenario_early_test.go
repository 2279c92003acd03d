package sandbox_test

import (
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// earlyCall is a call that fails a check before its scenarios, or has none.
type earlyCall struct {
	name, method, path, body string
	change                   func(*http.Request)
	operation                string
	without                  client.Without // how it ends without scenarios
	notReached               client.Names
	names                    bool // the account, without proof
}

// earlyCalls returns calls of an account.
func earlyCalls(s *sandboxtest.Running) []earlyCall {
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	const auth, order, rest, post = "X-Service-Authentication", "/rest/6.0/orders/1/", "/rest/6.0", "POST"
	const refused, unknown = "AUTHENTICATION_ERROR", "unknown-path"
	wrong := header(auth, credential.Header(s.Code(), "2026-10-09 12:00:00", "wrong", credential.SHA256))
	login := "<login><merchantCode>" + s.Code() + "</merchantCode><date>2026-10-09 12:00:00</date>"
	checks := client.Names("account, credential, accept, operation")
	session := client.Names("account, session, operation")
	return []earlyCall{
		{"wrong signature", "GET", order, "", wrong, "retrieve-order", client.Without{Status: 401, Code: refused}, checks, true},
		{"wrong signature of HEAD", "HEAD", order, "", wrong, "retrieve-order", client.Without{Status: 401, Code: refused}, checks, true},
		{"wrong signature and a body", post, rest + "/upsell", `{"Name":1}`, wrong, "create-upsell", client.Without{Status: 401, Code: refused}, "account, credential, operation", true},
		{"no Accept", "GET", order, "", func(r *http.Request) { r.Header.Del("Accept") }, "retrieve-order", client.Without{Status: 406, Code: "INVALID_ACCEPT_HEADER"}, checks, true},
		{"incomplete credentials", "GET", order, "", header(auth, `code="`+s.Code()+`" date="x"`), "retrieve-order", client.Without{Status: 401, Code: refused}, checks, false},
		{"no credentials", "GET", order, "", func(r *http.Request) { r.Header.Del(auth) }, "retrieve-order", client.Without{Status: 401, Code: refused}, checks, false},
		{"unreadable credentials", "GET", order, "", header(auth, "x"), "retrieve-order", client.Without{Status: 401, Code: refused}, checks, false},
		{"misspelled path", "GET", rest + "/order/", "", wrong, unknown, client.Without{Status: 404, Code: "NOT_FOUND"}, "operation", true},
		{"other version", "GET", "/rest/5.0/orders/", "", wrong, unknown, client.Without{Status: 404, Code: "NOT_FOUND"}, "operation", true},
		{"other method", "PATCH", rest + "/orders/", "", wrong, unknown, client.Without{Status: 405, Code: "METHOD_NOT_ALLOWED"}, "operation", true},
		{"outside", "GET", rest + "/products/", "", wrong, unknown, client.Without{Status: 404, Code: "OUTSIDE_INTERFACE"}, "operation", true},
		{"methods", "OPTIONS", rest + "/orders/", "", wrong, unknown, client.Without{Status: 204}, "operation", true},
		{"WSDL", "GET", "/soap/6.0?wsdl", "", nil, "wsdl", client.Without{Status: 200}, "operation", false},
		{"methods of SOAP", "OPTIONS", "/soap/6.0", "", nil, unknown, client.Without{Status: 204}, "operation", false},
		{"PUT of an envelope", "PUT", "/soap/6.0", "", nil, unknown, client.Without{Status: 500, Code: "NOT_FOUND"}, "operation", false},
		{"no envelope", post, "/soap/6.0", "x", nil, unknown, client.Without{Status: 500, Code: "INVALID_REQUEST_BODY"}, "operation", false},
		{"unknown operation", post, "/soap/6.0", envelope("<getOrder/>"), nil, unknown, client.Without{Status: 500, Code: "NOT_FOUND"}, "operation", false},
		{"login without hash", post, "/soap/6.0", envelope(login + "</login>"), nil, "login", client.Without{Status: 500, Code: "INVALID_PARAMETER"}, "account, credential, operation", true},
		{"login with a wrong hash", post, "/soap/6.0", envelope(login + "<hash>x</hash></login>"), nil, "login", client.Without{Status: 500, Code: "AUTHENTICATION_FAILED"}, "account, credential, operation", true},
		{"session that nobody issued", post, "/soap/6.0", envelope(upgradeCall("x", "y")), nil, "upgrade-partner-subscriptions", client.Without{Status: 500, Code: "FORBIDDEN"}, session, false},
	}
}

func (c earlyCall) make(t *testing.T, s *sandboxtest.Running, change func(*http.Request)) callAnswer {
	t.Helper()
	return makeCall(t, s, operationCall{c.method, s.URL() + c.path, c.body}, func(r *http.Request) {
		if c.change != nil {
			c.change(r)
		}
		if change != nil {
			change(r)
		}
	})
}

// TestBeforeCredential makes calls that fail their first checks, while an outage is
// active for the only account, then for one of two, then by header, and then as the
// baseline of all accounts.
func TestBeforeCredential(t *testing.T) {
	t.Parallel()
	for _, situation := range []struct {
		name      string
		other     bool // account
		active    bool
		baseline  bool
		header    bool
		triggered client.TriggerBy
	}{
		{name: "only account", active: true, triggered: client.TriggerAccount},
		{name: "one of two", other: true, active: true, triggered: client.TriggerAccount},
		{name: "header", other: true, header: true, triggered: client.TriggerHeader},
		{name: "baseline", other: true, baseline: true, triggered: client.TriggerBaseline},
		{name: "nothing"},
	} {
		t.Run(situation.name, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
				if situation.baseline {
					o.Scenarios = []string{"outage"}
				}
			})
			if situation.other {
				must(t, errorOf(s.Control().Open(t.Context(), client.NewAccount{VendorCode: "OTHER"})))
			}
			if situation.active {
				s.Activate("outage")
			}
			for _, c := range earlyCalls(s) {
				change, affected := func(*http.Request) {}, situation.header || situation.baseline || situation.active && (c.names || !situation.other)
				if situation.header {
					change = asking("outage")
				}
				got := c.make(t, s, change)
				want := effect{c.without.Status, catalog.Code(c.without.Code), ""}
				if affected {
					want = effect{503, "SERVICE_UNAVAILABLE", "outage"}
				}
				if c.method == http.MethodHead {
					want.Code = ""
				}
				if got.effect() != want {
					t.Errorf("%s: got %+v %s, want %+v", c.name, got.effect(), got.Body, want)
				}
				if affected {
					checkEarlyEntry(t, s, c, got, situation.triggered)
				}
			}
			report, err := s.Control().Coverage(t.Context())
			must(t, err)
			for _, o := range report.Outcomes {
				if situation.name != "nothing" && situation.name != "one of two" && o.Count > 0 {
					t.Errorf("%s %s is covered", o.Operation, o.Code)
				}
			}
		})
	}
}

// checkEarlyEntry checks the entry of an affected call.
func checkEarlyEntry(t *testing.T, s *sandboxtest.Running, c earlyCall, got callAnswer, by client.TriggerBy) {
	t.Helper()
	id := got.Header.Get("X-Sandbox-Request")
	e, err := s.Control().Request(t.Context(), id)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	ofAccount := strings.HasPrefix(id, s.Code()+"-")
	if c.names != ofAccount && by != client.TriggerAccount {
		t.Errorf("%s: got entry %s", c.name, id)
	}
	trigger := []client.Trigger{{Scenario: "outage", By: by}}
	if e.Operation != c.operation || e.Cause != client.ByScenario || e.NotReached != c.notReached || !reflect.DeepEqual(e.Triggers, trigger) ||
		e.Without == nil || *e.Without != c.without || len(e.Checks) > 0 || len(e.Explain) > 0 {
		t.Errorf("%s: got %s, cause %s, without %v, triggers %v, not reached %q, checks %v %v, why %q; want %s, without %v, not reached %q",
			c.name, e.Operation, e.Cause, e.Without, e.Triggers, e.NotReached, e.Checks, e.Explain, e.Why, c.operation, c.without, c.notReached)
	}
}

// TestReservedValueInEveryInput names a scenario in each input of each operation, one
// at a time, in place of credentials too.
func TestReservedValueInEveryInput(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const value = "sandbox:teapot"
	must(t, s.Control().PutScenario(t.Context(), "teapot", "rules: [{on: '*', answer: {status: 418}}, {on: wsdl, answer: {status: 418}}]"))
	calls := map[string]func(*http.Request){}
	add := func(name string, op *catalog.Operation, call operationCall, change func(*http.Request)) {
		calls[name] = change
		if got, want := makeCall(t, s, call, change).effect(), (effect{418, "", "teapot"}); got != want {
			t.Errorf("%s, %s: got %+v, want %+v", op.ID, name, got, want)
		}
	}
	for _, op := range catalog.Operations() {
		call := goodCall(t, s, op.ID)
		for _, p := range op.Parameters() {
			add(p.Name, op, reserving(t, s, op, p, value), nil)
		}
		if op.Protocol != catalog.REST {
			continue
		}
		add("Accept", op, call, func(r *http.Request) { r.Header.Set("Accept", value) })
		for _, text := range []string{`code="` + value + `" date="d" hash="h"`, `code="DEMO" date="` + value + `" hash="h"`, `code="DEMO" date="d" hash="` + value + `"`, `code="` + value + `"`} {
			add(text, op, call, func(r *http.Request) { r.Header.Set("X-Service-Authentication", text) })
		}
	}
	wsdl, _ := catalog.Find(catalog.WSDL)
	add("wsdl", wsdl, operationCall{"GET", s.SOAP() + "?wsdl=" + value, ""}, nil)
	if len(calls) < 50 {
		t.Errorf("only %d inputs were tried", len(calls))
	}
}

// reserving returns a call of an operation with a value for one parameter.
func reserving(t *testing.T, s *sandboxtest.Running, op *catalog.Operation, p catalog.Parameter, value string) operationCall {
	t.Helper()
	steps := strings.Split(p.Name, ".")
	last := len(steps) - 1
	switch p.In {
	case catalog.InPath:
		return operationCall{op.Method, s.REST() + strings.Replace(op.Path, "{"+p.Name+"}", value, 1), ""}
	case catalog.InQuery:
		if strings.HasPrefix(p.Type, "array") {
			value = "x, " + value + ",y"
		}
		return operationCall{op.Method, s.REST() + op.Path + "?" + p.Name + "=" + url.QueryEscape(value), ""}
	case catalog.InBody:
		body := `"` + value + `"`
		for i := last; i >= 0; i-- {
			body = `{"` + steps[i] + `":` + body + `}`
		}
		path, _ := restCall(s, op.ID)
		return operationCall{op.Method, s.REST() + path, body}
	}
	element := value
	for i := last; i >= 0; i-- {
		element = "<" + steps[i] + ">" + element + "</" + steps[i] + ">"
	}
	others := "<sessionID>" + session(t, s) + "</sessionID>"
	if op.ID == catalog.Login || p.Name == "sessionID" {
		others = ""
	}
	return operationCall{"POST", s.SOAP(), envelope("<" + op.Action + ">" + others + element + "</" + op.Action + ">")}
}
