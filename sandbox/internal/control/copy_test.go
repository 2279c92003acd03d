package control_test

import (
	"go/format"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transcript"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// copied are the calls that the tests copy: a read, a write, one that is wrong, one refused by a
// scenario, one of SOAP, and a login.
var copied = []string{"DEMO-1", "DEMO-2", "DEMO-3", "DEMO-4", "DEMO-5", "DEMO-6"}

// callToCopy makes the calls of copied.
func callToCopy(t *testing.T, s *sandboxtest.Running) {
	t.Helper()
	s.Get("/orders/" + s.ID("order-complete", "OrderReference") + "/")
	s.Do("POST", "/upsell", `{"Name":"it's \"grün\" \\ ${x} $y %s `+"`日本`"+`","StartDate":"2026-08-10","EndDate":"2099-08-05","DisplayForManualRenewals":true,"Enabled":true,`+
		`"Discount":{"Type":"PERCENT","Value":10},"PrimaryProduct":{"Code":"STUDIO-BASIC-1Y"},"RecommendedProduct":{"Code":"STUDIO-PRO-1Y"},`+
		`"Description":[{"Language":"en","Text":"Take <!--{RECOMMENDED_PRODUCT_NAME}--> for <!--{RECOMMENDED_PRODUCT_PRICE}-->."}]}`)
	s.Get("/orders/?Limit=500&CustomerEmail=%C3%A4")
	s.Activate("retrieve-order-internal-error")
	s.Get("/orders/" + s.ID("order-refund", "OrderReference") + "/")
	must(t, s.Control().Account("DEMO").Deactivate(t.Context(), "retrieve-order-internal-error"))
	signed, err := s.Control().Account("DEMO").Sign(t.Context(), client.SignRequest{Protocol: client.SOAP})
	must(t, err)
	sold := s.Handles()["subscription-upgradable"].IDs
	for _, envelope := range []string{`<?xml version="1.0" encoding="UTF-8"?>
<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><upgradePartnerSubscriptions><sessionID>` + signed.Session +
		`</sessionID><Items><SubscriptionReference>` + sold["SubscriptionReference"] + `</SubscriptionReference><UpgradeProductCode>` + sold["UpgradeProductCode"] +
		`</UpgradeProductCode><Quantity>1</Quantity></Items></upgradePartnerSubscriptions></e:Body></e:Envelope>`, signed.Envelope} {
		exchange(t, "POST", s.SOAP(), envelope, "Content-Type", "text/xml; charset=utf-8")
	}
}

// readAs lets a language read a test without running it, if it is on the machine.
func readAs(t *testing.T, framework, text string) {
	t.Helper()
	check := map[string]struct {
		file    string
		command []string
	}{
		"pytest":    {"test_copied.py", []string{"python3", "-m", "py_compile"}},
		"node-test": {"copied.test.mjs", []string{"node", "--check"}},
		"phpunit":   {"CopiedTest.php", []string{"php", "-l"}},
	}[framework]
	if framework == "go" {
		if formatted, err := format.Source([]byte(text)); err != nil || strings.TrimSpace(string(formatted)) != strings.TrimSpace(text) {
			t.Errorf("%v, formatted it is\n%s", err, formatted)
		}
	}
	if check.file == "" {
		return
	}
	if _, err := exec.LookPath(check.command[0]); err != nil {
		return
	}
	path := filepath.Join(t.TempDir(), check.file)
	must(t, os.WriteFile(path, []byte(text), 0o600))
	if out, err := exec.CommandContext(t.Context(), check.command[0], append(check.command[1:], path)...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, out, text)
	}
}

// TestCopyAsTest compares the tests of calls with golden files, and lets each language read them.
func TestCopyAsTest(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	callToCopy(t, s)
	for _, framework := range transcript.Frameworks() {
		t.Run(framework, func(t *testing.T) {
			t.Parallel()
			var all strings.Builder
			for _, id := range copied {
				status, text := visit(t, s, "GET", "/requests/"+id+"?format="+framework, "")
				if status != http.StatusOK || strings.Contains(text, s.Secret()) || strings.Contains(text, s.URL()) {
					t.Errorf("%s: got %d %s", id, status, text)
				}
				all.WriteString(text + "\n")
				readAs(t, framework, text)
			}
			path := filepath.Join("testdata", "copied", framework+".txt")
			if control.Updates() {
				must(t, os.WriteFile(path, []byte(all.String()), 0o600))
			}
			want, err := os.ReadFile(path)
			if err != nil || string(want) != all.String() {
				t.Errorf("%v; the tests are not those of %s; go test ./sandbox/internal/control -run TestCopyAsTest -update writes it:\n%s", err, path, &all)
			}
		})
	}
}

// callOf returns what a call and its copy have in common. A session and a signature are new.
func callOf(e client.Entry) string {
	made := e.Request.Method + " " + e.Request.URI + " " + e.Operation + " "
	if e.Protocol == client.REST {
		return made + string(e.Request.Body)
	}
	_, after, _ := transcript.AroundSession(string(e.Request.Body))
	return made + after
}

// TestCopyAsProgram runs the programs of calls: each makes the same call, and another sandbox
// would answer it in the same way.
func TestCopyAsProgram(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	callToCopy(t, s)
	account := s.Control().Account("DEMO")
	for _, id := range []string{"DEMO-2", "DEMO-5", "DEMO-6"} {
		recorded, err := s.Control().Request(t.Context(), id)
		must(t, err)
		if status, text := visit(t, s, "GET", "/requests/"+id+"?format=curl", ""); status != http.StatusOK || text != recorded.Curl {
			t.Errorf("%s: got %d %s, want %s", id, status, text, recorded.Curl)
		}
		for _, language := range []string{"node", "php", "python"} {
			status, text := visit(t, s, "GET", "/requests/"+id+"?format="+language, "")
			if status != http.StatusOK {
				t.Fatalf("%s as %s: got %d %s", id, language, status, text)
			}
			program := map[string]client.Snippets{"node": {Node: text}, "php": {PHP: text}, "python": {Python: text}}[language]
			before, err := account.Latest(t.Context())
			must(t, err)
			for _, printed := range run(t, program) { // none where the language is not installed
				last, err := account.Latest(t.Context())
				must(t, err)
				if got, want := callOf(last), callOf(recorded); got != want || last.ID == before.ID || printed == "" {
					t.Errorf("%s in %s: got %s of %s, want %s after %s; it printed %q", id, language, got, last.ID, want, before.ID, printed)
				}
			}
		}
	}
	if _, text := visit(t, s, "GET", "/requests/DEMO-1?format=python&masked=true", ""); strings.Contains(text, s.Secret()) || !strings.Contains(text, `secret = "…"`) {
		t.Errorf("masked: got %s", text)
	}
}

// TestCopyRefused names what cannot be copied, and why.
func TestCopyRefused(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.As("?").Get("/orders/")
	s.Get("/odrers/")
	s.Do("POST", "/upsell", "\xff")
	s.Do("GET", "/orders/", "{}")
	s.Get("/rest/6.0/orders/?Limit=1")
	_, err := s.Control().Account("DEMO").PutOwnScenario(t.Context(), "mine", "rules: [{on: search-orders, fail: INTERNAL_ERROR}]")
	must(t, err)
	s.Get("/orders/")
	if status, text := visit(t, s, "PATCH", "/accounts/DEMO", `{"features":{"API_GET_CUSTOMER_ORDERS":false}}`); status != http.StatusOK {
		t.Fatalf("got %d %s", status, text)
	}
	s.Get("/orders/customer/?CustomerReference=1")
	if status, text := visit(t, s, "GET", "/requests/DEMO-4?format=python", ""); status != http.StatusOK || !strings.Contains(text, "/rest/6.0/rest/6.0/orders/?Limit=1") {
		t.Errorf("the address of another call: got %d %s", status, text)
	}
	const hint = `"hint":"choose a call that was answered, or refused for what it asks"}`
	play(t, s, []step{
		{"GET", "/requests/none-1?format=pytest", "", 409, `{"error":"call none-1 cannot be a test: it failed the check account, which a test passes by itself",` + hint},
		{"GET", "/requests/none-1?format=php", "", 409, `{"error":"call none-1 has no account whose secret signs it","hint":"format=curl repeats the call as it was"}`},
		{"GET", "/requests/DEMO-1?format=go", "", 409, `{"error":"call DEMO-1 cannot be a test: it is of no operation",` + hint},
		{"GET", "/requests/DEMO-2?format=go", "", 409, `{"error":"only a part of the body of call DEMO-2 was kept, or it is no text","hint":"copy a call with a shorter body of text"}`},
		{"GET", "/requests/DEMO-3?format=node-test", "", 409, `{"error":"most clients cannot send call DEMO-3: its method is GET, and its body has 2 bytes","hint":"format=curl repeats the call as it was"}`},
		{"GET", "/requests/DEMO-5?format=go", "", 409, `{"error":"call DEMO-5 cannot be a test: scenario mine, which affected it, is of its account alone or gone",` + hint},
		{"GET", "/requests/DEMO-6?format=go", "", 409, `{"error":"call DEMO-6 cannot be a test: it failed the check feature, which a test passes by itself",` + hint},
		{"GET", "/requests/DEMO-1?format=ruby", "", 400, `{"error":"unknown format \"ruby\"","hint":"known: json, text, curl, node, php, python, go, junit, node-test, phpunit, …"}`},
	})
}
