package control_test

import (
	"encoding/base64"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestDiagnoseSignature diagnoses headers as people copy them.
func TestDiagnoseSignature(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const date = sandboxtest.Moment
	hash := credential.Sign(credential.SHA256, "DEMO", date, "demo-secret")
	header := credential.Header("DEMO", date, "demo-secret", credential.SHA256)
	const name = "X-Service-Authentication: "
	const (
		right  = "The hash and the date are right."
		broken = "line breaks within it were removed; a terminal or a mail may have added them"
		slash  = "backslashes and entities before quotes were removed; send the quotes alone"
		hidden = "invisible characters were removed; make sure that your client does not send them"
	)
	raw := base64.StdEncoding.EncodeToString([]byte(header))
	wrap := func(at int) string { return header[:at] + "\n" + header[at:] }
	for _, test := range []struct {
		name, header     string
		valid            bool
		mistake, message string
		notes            []string
	}{
		{"value", header, true, "", right, nil},
		{"with its name", name + header, true, "", right, nil},
		{"name in lower case", strings.ToLower(name) + header, true, "", right, nil},
		{"of a command", `curl -sS -H 'Accept: application/json' -H '` + name + header + `' 'http://127.0.0.1:8080/rest/6.0/orders/'`, true, "", right, nil},
		{"of a request", "GET /orders/ HTTP/1.1\r\nHost: x\r\n" + name + header + "\r\nAccept: application/json\r\n\r\n", true, "", right, nil},
		{"wrapped in the hash", wrap(60), true, "", right, []string{broken}},
		{"wrapped in a name", wrap(13), true, "", right, []string{broken}},
		{"wrapped at the blank of the date", name + strings.Replace(header, "09 12", "09\n12", 1), true, "", right, []string{broken}},
		{"wrapped with an indentation", strings.Replace(header, "09 12", "09 \r\n      12", 1), true, "", right, []string{broken}},
		{"wrapped between pairs", strings.ReplaceAll(header, `" `, "\"\n    "), true, "", right, nil},
		{"escaped", name + strings.ReplaceAll(header, `"`, `\"`), true, "", right, []string{slash}},
		{"of JSON", `{"X-Service-Authentication": "` + strings.ReplaceAll(header, `"`, `\"`) + `", "Accept": "application/json"}`, true, "", right, []string{slash}},
		{"of HTML", strings.ReplaceAll(header, `"`, `&quot;`), true, "", right, []string{slash}},
		{"invisible characters", strings.Replace(header, "09 12", "09\u00a0\u200b12", 1), true, "", right, []string{hidden}},
		{"typographic quotes", strings.ReplaceAll(header, `" `, "” "), false, "typographic-quotes",
			"The hash and the date are right, but it has typographic quotes, which the interface does not accept; send straight ones.",
			[]string{"it has typographic quotes, which the interface does not accept; send straight ones"}},
		{"typographic quotes and line breaks", strings.ReplaceAll(wrap(60), `" `, "” "), false, "typographic-quotes",
			"The hash and the date are right, but it has typographic quotes, which the interface does not accept; send straight ones.",
			[]string{"it has typographic quotes, which the interface does not accept; send straight ones", broken}},
		{"whole in base64", "Basic " + raw[:40] + "\n" + raw[40:], false, "base64", "The hash and the date are right, but the whole header is in base64; send it as text.",
			[]string{"the whole header is in base64; send it as text"}},
		{"no header", "Bearer xyz", false, "bare-key", `Unreadable credentials: it looks like a bare key; send code, date and hash: code="VENDOR_CODE" date="Y-m-d H:i:s" hash="HEX", and algo="sha256" if you like.`, nil},
		{"no lengths", `code="DEMO" date="` + date + `" hash="9c5a"`, false, "", "Wrong hash or vendor code: the hash is not the one for this code and date; it has 4 hex digits: sha256 and sha3-256 give 64 digits, md5 gives 32.", nil},
		{"the secret", `code="DEMO" date="` + date + `" hash="demo-secret"`, false, "bare-secret", "Wrong hash or vendor code: the hash is not the one for this code and date; it is the secret itself; send the HMAC keyed with it, and never the secret.", nil},
		{"of an unknown account", credential.Header("SHOP9", date, "demo-secret", credential.MD5), true, "", "The hash and the date are right; a call with it opens the account.", nil},
		{"of no account", credential.Header("SHOP 9", date, "demo-secret", credential.MD5), false, "", `Wrong hash or vendor code: no account has the vendor code "SHOP 9"; a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got "SHOP 9".`, nil},
		{"stale", credential.Header("DEMO", "2026-10-09 14:00:00", "demo-secret", credential.SHA256), false, "local-time", "Wrong date: it is off by +2:00 h: local time?; send the present time in GMT, 2026-10-09 12:00:00, give or take 5 minutes.", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := s.Control().Diagnose(t.Context(), client.SignatureRequest{Header: test.header})
			must(t, err)
			if got.Valid != test.valid || got.Mistake != test.mistake || got.Message != test.message || !reflect.DeepEqual(got.Notes, test.notes) {
				t.Errorf("got %+v", got)
			}
			if got.Valid && (got.Date != date || got.Corrected != nil) {
				t.Errorf("got date %s, corrected %v", got.Date, got.Corrected)
			}
			if given := got.Given; strings.Contains(given, "demo-secret") {
				t.Errorf("got given %s", given)
			}
		})
	}
	for _, a := range []struct {
		name string
		ask  client.SignatureRequest
	}{
		{"parts", client.SignatureRequest{Code: " DEMO\n", Date: date, Hash: hash[:20] + "\n  " + hash[20:]}},
		{"envelope", client.SignatureRequest{Envelope: `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><login><merchantCode>DEMO</merchantCode><date>` + date + `</date><hash>` + hash + `</hash></login></Body></Envelope>`}},
		{"at another moment", client.SignatureRequest{Header: credential.Header("DEMO", "2001-01-01 00:00:00", "demo-secret", credential.SHA256), At: "2001-01-01 00:01:00"}},
	} {
		if got, err := s.Control().Diagnose(t.Context(), a.ask); err != nil || !got.Valid || got.Message != right {
			t.Errorf("%s: got %+v, %v", a.name, got, err)
		}
	}
}

// TestDiagnosisKeepsNothing makes a diagnosis, which is no call and opens no account.
func TestDiagnosisKeepsNothing(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, header := range []string{"nothing", credential.Header("SHOP9", sandboxtest.Moment, "demo-secret", credential.SHA256), credential.Header("DEMO", "x", "y", credential.MD5)} {
		_, err := s.Control().Diagnose(t.Context(), client.SignatureRequest{Header: header})
		must(t, err)
	}
	accounts, err := s.Control().Accounts(t.Context())
	if err != nil || len(accounts) != 1 {
		t.Errorf("got %d accounts, %v", len(accounts), err)
	}
	for _, path := range []string{"/accounts/none/requests", "/accounts/DEMO/requests"} {
		if list := read[client.Entries](t, s, path); list.Total != 0 {
			t.Errorf("%s: got %+v", path, list)
		}
	}
}

// TestCorrectedSignature runs the proposals of a diagnosis.
func TestCorrectedSignature(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	now := time.Now().UTC().Format(time.DateTime)
	wrong := credential.Header("DEMO", now, "demo-secret\n", credential.MD5)
	found, err := s.Control().Diagnose(t.Context(), client.SignatureRequest{Header: wrong})
	if err != nil || found.Mistake != "padded-secret" || found.Corrected == nil || found.Expected != credential.Sign(credential.MD5, "DEMO", now, "demo-secret") || found.Signed != "4DEMO19"+now {
		t.Fatalf("got %+v, %v", found, err)
	}
	for name, text := range run(t, *found.Corrected) {
		if !strings.HasPrefix(text, `{"Items":[`) {
			t.Errorf("%s: got %.300s", name, text)
		}
	}
	opened, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: "OTHER", Secret: "o"})
	must(t, err)
	right := credential.Header("DEMO", now, "demo-secret", credential.SHA256)
	found, err = s.Control().Diagnose(t.Context(), client.SignatureRequest{Header: right, Account: opened.VendorCode})
	if err != nil || found.Valid || found.Mistake != "other-secret" {
		t.Errorf("got %+v, %v", found, err)
	}
}

// TestDiagnosisRefused sends requests that cannot be diagnosed.
func TestDiagnosisRefused(t *testing.T) {
	t.Parallel()
	closed := func(o *sandbox.Options) { o.Accounts = sandbox.ClosedAccounts }
	play(t, sandboxtest.Start(t, sandboxtest.Frozen, closed), []step{
		{"POST", "/signature", `{}`, 400, `{"error":"one of header, envelope, call and the parts is required, got 0 of them","hint":"send {\"header\": …}, {\"envelope\": …}, {\"call\": …} or {\"code\": …, \"date\": …, \"hash\": …}"}`},
		{"POST", "/signature", `{"header":"x","code":"DEMO"}`, 400, `{"error":"one of header, envelope, call and the parts is required, got 2 of them","hint":"send {\"header\": …}, {\"envelope\": …}, {\"call\": …} or {\"code\": …, \"date\": …, \"hash\": …}"}`},
		{"POST", "/signature", `{"header":"` + strings.Repeat("x", 65<<10) + `"}`, 400, `{"error":"a signature must have at most 64 KiB","hint":"send the signature alone"}`},
		{"POST", "/signature", `{"header":"x","account":"NOPE"}`, 404, `{"error":"unknown account \"NOPE\"","hint":"known: DEMO"}`},
		{"POST", "/signature", `{"header":"x","account":"DEMO","secret":"s"}`, 400, `{"error":"account and secret exclude each other","hint":"leave one of them out"}`},
		{"POST", "/signature", `{"call":"DEMO-9"}`, 404, `{"error":"call DEMO-9 has not come yet","hint":"nothing has called the account since the sandbox started"}`},
		{"POST", "/signature", `{"envelope":"<a/>"}`, 200, `{"valid":false,"message":"The request is not a readable SOAP envelope: its root element is not Envelope."}`},
		{"POST", "/signature", `{"code":"DEMO"}`, 200, `{"valid":false,"message":"Unreadable credentials: without date and hash; send code=\"VENDOR_CODE\" date=\"Y-m-d H:i:s\" hash=\"HEX\", and algo=\"sha256\" if you like."}`},
		{"POST", "/signature", `{"code":"NOPE","date":"x","hash":"y"}`, 200, `{"valid":false,"code":"NOPE","date":"x","given":"y","message":"Wrong hash or vendor code: no account has the vendor code \"NOPE\"; the sandbox opens no accounts on demand."}`},
	})
}
