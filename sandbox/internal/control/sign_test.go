package control_test

import (
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// oddSecret has every character with a meaning in one of the languages of snippets.
const oddSecret = "-a'b\"c$HOME`id`\\n\\\\ %s{d}#{e}${f}<?php ?>\n\t\r\x00\x1b\u2028 grüße 日本 !! *"

// plainSecret is oddSecret without control characters.
const plainSecret = "-a'b\"c$HOME`id`\\n\\\\ %s{d}#{e}${f}<?php ?> grüße 日本 !! *"

// languages are the programs to run snippets.
var languages = []struct {
	name, program, file string
	of                  func(client.Snippets) string
}{
	{"curl", "sh", "call.sh", func(s client.Snippets) string { return s.Curl }},
	{"php", "php", "call.php", func(s client.Snippets) string { return s.PHP }},
	{"python", "python3", "call.py", func(s client.Snippets) string { return s.Python }},
	{"node", "node", "call.js", func(s client.Snippets) string { return s.Node }},
}

// run runs a snippet in every language that it has and that is installed on the machine,
// and returns the output of each.
func run(t *testing.T, s client.Snippets) map[string]string {
	t.Helper()
	printed := map[string]string{}
	for _, l := range languages {
		if _, err := exec.LookPath(l.program); err != nil || l.of(s) == "" {
			continue
		}
		file := filepath.Join(t.TempDir(), l.file)
		must(t, os.WriteFile(file, []byte(l.of(s)), 0o600))
		command := exec.CommandContext(t.Context(), l.program, file)
		var faults strings.Builder
		command.Stderr = &faults
		out, err := command.Output()
		if text := faults.String(); err != nil || strings.TrimSpace(text) != "" && !strings.Contains(text, "NODE_TLS_REJECT_UNAUTHORIZED") {
			t.Errorf("%s: %v %s\n%s", l.name, err, text, l.of(s))
		}
		printed[l.name] = strings.TrimSpace(string(out))
	}
	return printed
}

// TestSnippets runs the snippets of calls with characters in their secrets, paths and
// bodies that have a meaning in a language.
func TestSnippets(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	for _, test := range []struct {
		name   string
		secret string
		ask    client.SignRequest
		want   string // the beginning of the answer
	}{
		{"plain", plainSecret, client.SignRequest{Algorithm: "SHA3-256"}, `{"Items":[`},
		{"odd", oddSecret, client.SignRequest{Path: "/orders/?Limit=1&CustomerEmail=ä 'b\"$(id)`#[x]{y}&Limit=1", Algorithm: "md5"}, `{"`},
		{"body", "x", client.SignRequest{Method: "post", Path: "/upsell", Body: "{\"Name\": \"it's \\\"grüße\\\" `$HOME` \\\\ %s ${x} {y} \u2028日本\",\n\t\"X\": 1}"}, `{"error_code":"`},
		{"file", "x", client.SignRequest{Method: "PUT", Path: "/upsell/ABC/", Body: "@/etc/passwd" + strings.Repeat("'", 200_000)}, `{"error_code":"`},
		{"login", oddSecret, client.SignRequest{Protocol: "soap"}, `<?xml`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			control := s.Control()
			opened, err := control.Open(t.Context(), client.NewAccount{Secret: test.secret})
			must(t, err)
			account := control.Account(opened.VendorCode)
			signed, err := account.Sign(t.Context(), test.ask)
			must(t, err)
			if !signed.Accepted {
				t.Errorf("not accepted: %s", signed.Message)
			}
			printed := run(t, signed.Snippets)
			for name, text := range printed {
				if !strings.HasPrefix(text, test.want) {
					t.Errorf("%s: got %.300s, want %s", name, text, test.want)
				}
			}
			calls, err := account.Requests(t.Context(), client.Filter{})
			must(t, err)
			if len(calls.Requests) != len(printed) {
				t.Errorf("got %d calls of the account, want %d", len(calls.Requests), len(printed))
			}
			for _, call := range calls.Requests {
				if body := string(call.Request.Body); test.ask.Protocol == "" && body != test.ask.Body && !call.Request.Truncated {
					t.Errorf("got body %q, want %q", body, test.ask.Body)
				}
				if want := cmp.Or(strings.ToUpper(test.ask.Method), "GET"); test.ask.Protocol == "" && call.Request.Method != want {
					t.Errorf("got method %s, want %s", call.Request.Method, want)
				}
				if call.Request.URI != calls.Requests[0].Request.URI {
					t.Errorf("got %s and %s for one path", call.Request.URI, calls.Requests[0].Request.URI)
				}
			}
		})
	}
}

// TestSnippetsOverTLS runs snippets against a self-signed certificate and a
// control interface at an address of its own.
func TestSnippetsOverTLS(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, func(o *sandbox.Options) {
		o.TLS, o.ControlListen, o.AuthHeaders = sandbox.TLSSelfSigned, "127.0.0.1:0", []string{"x-shop-signature"}
	})
	signed, err := s.Control().Account("DEMO").Sign(t.Context(), client.SignRequest{Path: "/orders/?Limit=1"})
	must(t, err)
	if want := s.REST() + "/orders/?Limit=1"; signed.URL != want || !signed.Insecure || signed.Header.Name != "X-Shop-Signature" {
		t.Errorf("got %s with header %v, want %s", signed.URL, signed.Header, want)
	}
	for name, text := range run(t, signed.Snippets) {
		if !strings.HasPrefix(text, `{"Items":[`) {
			t.Errorf("%s: got %.300s", name, text)
		}
	}
}

// TestSignedAtAMoment checks the range of dates accepted by an account.
func TestSignedAtAMoment(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	freeze := func(a *client.Account) error {
		_, err := a.FreezeAt(t.Context(), time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
		return err
	}
	for _, test := range []struct {
		name     string
		change   func(*client.Account) error
		ask      client.SignRequest
		accepted bool
		expires  bool
		date     string // "" for any
	}{
		{"real", nil, client.SignRequest{}, true, true, ""},
		{"frozen", freeze, client.SignRequest{}, true, false, "2026-03-01 12:00:00"},
		{"frozen, another date", freeze, client.SignRequest{At: "2026-03-02 12:00:00"}, false, false, "2026-03-02 12:00:00"},
		{"any date", func(a *client.Account) error { return a.SetAnswer(t.Context(), "rest-skew", "off") }, client.SignRequest{At: "2001-01-01T01:00:00+01:00"}, true, false, "2001-01-01 00:00:00"},
		{"one algorithm", func(a *client.Account) error { return a.SetAnswer(t.Context(), "rest-hash", "md5") }, client.SignRequest{}, true, true, ""},
		{"another algorithm", func(a *client.Account) error { return a.SetAnswer(t.Context(), "rest-hash", "md5") }, client.SignRequest{Algorithm: "sha256"}, false, false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			opened, err := s.Control().Open(t.Context(), client.NewAccount{World: "empty"})
			must(t, err)
			account := s.Control().Account(opened.VendorCode)
			if test.change != nil {
				must(t, test.change(account))
			}
			signed, err := account.Sign(t.Context(), test.ask)
			must(t, err)
			if signed.Accepted != test.accepted || (signed.Expires != nil) != test.expires || (signed.Message == "") != test.accepted {
				t.Errorf("got accepted %t, expires %v, message %q", signed.Accepted, signed.Expires, signed.Message)
			}
			if test.date != "" && !strings.HasSuffix(signed.Signed, test.date) {
				t.Errorf("got %s signed, want %s", signed.Signed, test.date)
			}
			answer, _ := exchange(t, "GET", signed.URL, "", signed.Header.Name, signed.Header.Value, "Accept", "application/json")
			if accepted := answer.StatusCode != http.StatusUnauthorized; accepted != test.accepted {
				t.Errorf("the call was answered with %d", answer.StatusCode)
			}
		})
	}
}

// TestSignBounds verifies the longest path, and the longest code and secret together.
func TestSignBounds(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	long := func(n int) string { return strings.Repeat("x", n) }
	for body, want := range map[string]int{
		`{"path":"/` + long(8191) + `"}`:                                         200,
		`{"path":"/` + long(8192) + `"}`:                                         400,
		`{"code":"` + long(4000) + `","secret":"` + long(4192) + `"}`:            200,
		`{"code":"` + long(4000) + `","secret":"` + long(4193) + `"}`:            400,
		`{"protocol":"soap","code":"` + long(8193) + `"}`:                        400,
		`{"protocol":"soap","secret":"` + long(8193) + `"}`:                      400,
		`{"code":"` + long(1) + `","secret":"` + long(1) + `","path":"/orders"}`: 200,
	} {
		if got, text := visit(t, s, "POST", "/accounts/DEMO/sign", body); got != want {
			t.Errorf("%d bytes: got %d %.200s, want %d", len(body), got, text, want)
		}
	}
}

// TestSignAnswer shows a whole answer, and the refusal to sign some calls.
func TestSignAnswer(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	_, text := visit(t, s, "POST", "/accounts/DEMO/sign", `{"protocol":"soap"}`)
	var signed client.SignedCall
	must(t, json.Unmarshal([]byte(text), &signed))
	if !strings.Contains(signed.Envelope, "<hash>"+signed.Hash+"</hash>") || signed.Header != nil || signed.Method != "POST" || !strings.HasSuffix(signed.URL, "/soap/6.0") {
		t.Errorf("got %+v", signed)
	}
	if secret, err := s.Control().Account("DEMO").Secret(t.Context()); err != nil || secret != "demo-secret" {
		t.Errorf("got %q, %v", secret, err)
	}
	play(t, s, []step{
		{"GET", "/accounts/NOPE/secret", ``, 404, `{"error":"unknown account \"NOPE\"","hint":"known: DEMO"}`},
		{"POST", "/accounts/DEMO/sign", `{"protocol":"sap"}`, 400, `{"error":"unknown protocol \"sap\"","hint":"did you mean soap?"}`},
		{"POST", "/accounts/DEMO/sign", `{"protocol":"soap","path":"/x"}`, 400, `{"error":"method, path and body belong to calls of REST; of SOAP only the login is signed","hint":"leave them out, or sign a call of protocol rest"}`},
		{"POST", "/accounts/DEMO/sign", `{"algorithm":"sha1"}`, 400, `{"error":"unknown hash algorithm \"sha1\"; known: sha256, sha3-256, md5","hint":"leave it out for the one that the account accepts"}`},
		{"POST", "/accounts/DEMO/sign", `{"method":"GTE"}`, 400, `{"error":"unknown method \"GTE\"","hint":"did you mean GET?"}`},
		{"POST", "/accounts/DEMO/sign", `{"path":"orders"}`, 400, `{"error":"path must begin with a slash and have at most 8192 bytes, got \"orders\"","hint":"such as /orders/?Limit=2"}`},
		{"POST", "/accounts/DEMO/sign", `{"path":"/rest/6.0/orders/?Limit=1"}`, 400, `{"error":"path must not have the REST base /rest/6.0, which is added, got \"/rest/6.0/orders/?Limit=1\"","hint":"write \"/orders/?Limit=1\""}`},
		{"POST", "/accounts/DEMO/sign", `{"path":"/REST/6.0"}`, 400, `{"error":"path must not have the REST base /rest/6.0, which is added, got \"/REST/6.0\"","hint":"write \"/\""}`},
		{"POST", "/accounts/DEMO/sign", `{"path":"/Soap/6.0/?wsdl"}`, 400, `{"error":"path must not have the SOAP address /soap/6.0, because a call of REST is signed, got \"/Soap/6.0/?wsdl\"","hint":"write \"protocol\": \"soap\" without path, for the login"}`},
		{"POST", "/accounts/DEMO/sign", `{"path":"http://shop.test/rest/6.0"}`, 400, `{"error":"path must not have the REST base /rest/6.0, which is added, got \"http://shop.test/rest/6.0\"","hint":"write \"/\""}`},
		{"POST", "/accounts/DEMO/sign", `{"path":"/orders/../x"}`, 400, `{"error":"path must have no segment . or .., because clients resolve them, got \"/orders/../x\"","hint":"write the path without them"}`},
		{"POST", "/accounts/DEMO/sign", `{"body":"{}"}`, 400, `{"error":"a call with GET has no body","hint":"leave body out"}`},
		{"POST", "/accounts/DEMO/sign", `{"at":"noon"}`, 400, `{"error":"at: \"noon\" is not a moment: write Y-m-d, Y-m-d H:i:s or RFC 3339, such as 2026-05-13, 2026-05-13 12:12:12 or 2026-05-13T12:12:12Z","hint":"leave it out for the present time"}`},
	})
}
