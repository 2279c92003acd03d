package sandbox_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestDepartures makes calls with each spelling that the sandbox accepts and the document does
// not have. They are answered as before, their explanation and the verdict say so, also after
// the journal has dropped them, and the verdict fails on demand alone.
func TestDepartures(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Journal, o.DiscardWrites = 2, true })
	id := session(t, s)
	upgrade := func(change ...string) string {
		return strings.NewReplacer(change...).Replace(upgradeCall(id, s.ID("subscription-upgradable", "SubscriptionReference")))
	}
	rest := operationCall{http.MethodGet, s.REST() + "/orders/?Limit=1", ""}
	soap := func(call string) operationCall { return operationCall{http.MethodPost, s.SOAP(), envelope(call)} }
	login := func(digest credential.Algorithm, named string) string {
		date := s.Now().Format(time.DateTime)
		return "<login><merchantCode>" + s.Code() + "</merchantCode><date>" + date + "</date><hash>" +
			credential.Sign(digest, s.Code(), date, s.Secret()) + "</hash><algorithm>" + named + "</algorithm></login>"
	}
	header := func(change ...string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("X-Service-Authentication", strings.NewReplacer(change...).Replace(s.Sign()))
		}
	}
	for _, test := range []struct {
		call   operationCall
		change func(*http.Request)
		want   catalog.Departures
	}{
		{rest, nil, 0},
		{rest, header(" algo=", "algo="), 0},
		{rest, header(`"`, "'"), catalog.SingleQuotes},
		{rest, header("code", "Code", "date", "Date", "hash", "Hash"), catalog.OtherPairNames},
		{rest, header(`" `, `", `), catalog.PairSeparators},
		{rest, header(`" `, `"; `), catalog.PairSeparators},
		{rest, header(`="`, "='", `" `, "', ", `"`, "'"), catalog.PairSeparators | catalog.SingleQuotes},
		{soap(upgrade()), nil, 0},
		{soap(upgrade("sessionID>", "sessionId>")), nil, catalog.OtherParameters},
		{soap(upgrade("Items>", "items>", "Quantity>", "quantity>")), nil, catalog.OtherParameters},
		{soap(upgrade("</Items>", "</Items><externalreferencenumber>E-1</externalreferencenumber>")), nil, catalog.OtherParameters},
		{soap(upgrade("</Quantity>", "</Quantity><PricingOptions>one-user</PricingOptions>")), nil, catalog.PlainOptions},
		{soap(login("sha256", "SHA256")), nil, 0},
		{soap(login("md5", "md5")), nil, catalog.OtherAlgorithm},
		{soap(login("sha3-256", "sha3-256")), nil, catalog.OtherAlgorithm},
		{soap(login("sha256", "")), nil, catalog.OtherAlgorithm},
	} {
		got := makeCall(t, s, test.call, test.change)
		e := latest(t, s)
		if e.Departures != int(test.want) {
			t.Errorf("%s: got %b, want %b: %s", test.call.body, e.Departures, test.want, got.Body)
		}
		if other := test.want == catalog.OtherAlgorithm; (got.Header.Get("X-Sandbox-Assumption") == "login-algorithm") != other || other && !strings.Contains(string(e.Questions), "login-algorithm") {
			t.Errorf("%s: got %q, %q", test.call.body, got.Header.Get("X-Sandbox-Assumption"), e.Questions)
		}
		for _, d := range test.want.List() {
			if !strings.Contains(got.Header.Get("X-Sandbox-Explain"), d.Sentence) || !slices.Contains(e.Notes, d.Sentence) {
				t.Errorf("%s: got %q, %q", d.Name, got.Header.Get("X-Sandbox-Explain"), e.Notes)
			}
		}
	}
	for _, asserted := range []bool{false, true} {
		v, err := s.Control().Account(s.Code()).Verdict(t.Context(), client.VerdictRequest{AssertSpelling: asserted})
		if err != nil || v.Passed == asserted {
			t.Errorf("asserted %t: got %+v, %v", asserted, v, err)
		}
		got := map[string]int{}
		for _, d := range v.Departures {
			got[d.Name] = d.Calls
			if d.Fails != asserted || slices.ContainsFunc(v.Failures, func(f string) bool { return strings.Contains(f, d.Sentence) }) != asserted {
				t.Errorf("asserted %t: got %+v, failures %q", asserted, d, v.Failures)
			}
		}
		for name, calls := range map[string]int{"single-quotes": 2, "pair-names": 1, "pair-separators": 3, "parameter-names": 3, "plain-options": 1, "login-algorithm": 3} {
			if got[name] != calls {
				t.Errorf("%s: got %d calls, want %d", name, got[name], calls)
			}
		}
	}
}
