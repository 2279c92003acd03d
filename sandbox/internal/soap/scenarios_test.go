package soap_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// putRules stores a scenario of one rule.
func putRules(t *testing.T, s *sandboxtest.Running, name, rule string) {
	t.Helper()
	must(t, s.Control().PutScenario(t.Context(), name, "summary: s\nrules:\n  - "+rule+"\n"))
}

// latest returns the entry of the last call.
func latest(t *testing.T, s *sandboxtest.Running) client.Entry {
	t.Helper()
	entry, err := controlled(s).Latest(t.Context())
	if err == nil {
		entry, err = s.Control().Request(t.Context(), entry.ID)
	}
	must(t, err)
	return entry
}

// TestScenariosInValues names scenarios in values of calls. They answer, also in place of a
// credential, and the entry says how the call would have ended otherwise.
func TestScenariosInValues(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	putRules(t, s, "named", `{on: "*", answer: {status: 503, error_code: NAMED, message: m}}`)
	putRules(t, s, "late", `{on: "*", after: true, answer: {status: 504, error_code: LATE, message: m}}`)
	putRules(t, s, "of-the-record", `{on: upgrade-partner-subscriptions, when: subscription.product != "", answer: {status: 503, error_code: RECORD, message: m}}`)
	date := s.Now().Format(time.DateTime)
	login := func(date string) string {
		return loginBody(s.Code(), date, credential.Sign(credential.SHA256, s.Code(), date, s.Secret()))
	}
	upgrade := func(session, comment string) string {
		return `<n:upgradePartnerSubscriptions><sessionID>` + session + `</sessionID><Items><item><SubscriptionReference>` + s.ID("subscription-upgradable", "SubscriptionReference") +
			`</SubscriptionReference><UpgradeProductCode>NONE</UpgradeProductCode><Quantity>1</Quantity></item></Items><Comment>` + comment + `</Comment></n:upgradePartnerSubscriptions>`
	}
	id := session(t, s)
	for _, test := range []struct{ body, want, without string }{
		{login("sandbox:named"), "503 NAMED m", "500 AUTHENTICATION_FAILED"},
		{login(date), "200  ", ""},
		{loginBody(s.Code(), date, credential.Sign(credential.SHA256, s.Code(), date, s.Secret())+"<x>sandbox:named</x>"), "503 NAMED m", "500 AUTHENTICATION_FAILED"},
		{upgrade("sandbox:named", ""), "503 NAMED m", "500 FORBIDDEN"},
		{upgrade(id, "sandbox:named"), "503 NAMED m", "500 PRODUCT_ERROR"},
		{upgrade("sandbox:named", "sandbox:throttled"), "503 NAMED m", "500 FORBIDDEN"}, // the first of several answers
		{upgrade(id, "sandbox:late"), "504 LATE m", "500 PRODUCT_ERROR"},
		{upgrade(id, "sandbox:of-the-record"), "503 RECORD m", "500 PRODUCT_ERROR"},
	} {
		got := post(t, s, test.body)
		if got.status == 200 {
			got.text = ""
		}
		without := ""
		if w := latest(t, s).Without; w != nil {
			without = fmt.Sprint(w.Status, " ", w.Code)
		}
		if text := fmt.Sprint(got.status, " ", got.code, " ", got.text); text != test.want || without != test.without {
			t.Errorf("%s: got %s, without the scenario %s; want %s, without %s", test.body, text, without, test.want, test.without)
		}
	}
}

// TestStubs answers an operation that the interface does not have. The session is the element
// of that name, otherwise the first one.
func TestStubs(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	hint := outcome{500, "NOT_FOUND", `Unknown operation "placeOrder"; known: login, upgradePartnerSubscriptions; ` +
		"a scenario can answer it: rules: [{on: 'soap:placeOrder', answer: {status: 200}}]"}
	if got := post(t, s, `<n:placeOrder/>`); got != hint {
		t.Errorf("got %+v, want %+v", got, hint)
	}
	if got, want := post(t, s, `<n:place-Order_é/>`), (outcome{500, "NOT_FOUND", `Unknown operation "place-Order_é"; known: login, upgradePartnerSubscriptions`}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	putRules(t, s, "shop", `{on: "soap:placeOrder", when: xpath("//a") != "none", answer: {status: 500, error_code: PLACED, message: m}}`)
	s.Activate("shop")
	putRules(t, s, "free", `{on: "soap:ping", before: credential, answer: {status: 500, error_code: PONG, message: m}}`)
	s.Activate("free")
	if got, want := post(t, s, `<n:ping/>`), (outcome{500, "PONG", "m"}); got != want {
		t.Errorf("before the credential: got %+v, want %+v", got, want)
	}
	id := session(t, s)
	placed, refused, missing := outcome{500, "PLACED", "m"}, refused("FORBIDDEN", forged), missing("FORBIDDEN")
	for body, want := range map[string]outcome{
		``:                                      missing,
		`<sessionID/>`:                          missing,
		`<sessionID>` + id + `</sessionID>`:     placed,
		`<a/><SessionId>` + id + `</SessionId>`: placed,
		`<token>` + id + `</token><a/>`:         placed,
		`<a>x</a><token>` + id + `</token>`:     refused,
		`<o><a>x</a><sessionid>` + id + `</sessionid></o>`:     placed,
		`<o><a>x</a><token>` + id + `</token></o>`:             missing,
		`<o><a>x</a><sessionID>` + id + `</sessionID></o><b/>`: missing,
		`<sessionID>x</sessionID>`:                             refused,
		`<sessionID>sandbox:shop</sessionID>`:                  placed,
		`<sessionID>` + id + `</sessionID><a>none</a>`:         hint,
	} {
		if got := post(t, s, `<n:placeOrder>`+body+`</n:placeOrder>`); got != want {
			t.Errorf("%s: got %+v, want %+v", body, got, want)
		}
	}
}
