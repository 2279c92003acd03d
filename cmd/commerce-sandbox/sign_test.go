package main

import (
	"net/http"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

func TestSign(t *testing.T) {
	t.Parallel()
	const (
		inSHA2 = "29e85dbf92ce0113e7755c31c0438a7db98a4de9f910bf0a527e005f35e43739"
		inMD5  = "bf763db7d333e9c3038698cf59ada3e6"
		pairs  = `code="AVANGATE" date="2010-05-13 12:12:12" hash="`
		steps  = `code       "AVANGATE", 8 bytes
date       "2010-05-13 12:12:12", 19 bytes, GMT
signed     8AVANGATE192010-05-13 12:12:12 (length of the code, code, length of the date, date; lengths in bytes)
key        "SECRET_KEY", 10 bytes, the secret
algorithm  sha256, as HMAC
hash       ` + inSHA2 + ` (hex)

`
		header = `X-Service-Authentication: ` + pairs + inSHA2 + `" algo="sha256"`
		curled = `-H 'Accept: application/json' -H '` + header + `' `
	)
	same := env{"SANDBOX_VENDOR_CODE": "AVANGATE", "SANDBOX_SECRET": "SECRET_KEY", "SANDBOX_LISTEN": "0.0.0.0:90"}
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"--date", "2010-05-13 12:12:12"}, header + "\n"},
		{[]string{"--date", "2010-05-13T14:12:12+02:00", "--algo", "MD5"}, "X-Service-Authentication: " + pairs + inMD5 + `" algo="md5"` + "\n"},
		{[]string{"--date", "2010-05-13 12:12:12", "--explain"}, steps + header + "\n"},
		{[]string{"--date", "2010-05-13 12:12:12", "--curl", "get", "/orders/?Limit=2"}, "curl -sS " + curled + "'http://127.0.0.1:90/rest/6.0/orders/?Limit=2'\n"},
		{[]string{"--date", "2010-05-13 12:12:12", "--curl", "DELETE", "/orders/it's/", "--url", "https://box:1"},
			"curl -sS -X DELETE " + curled + `'https://box:1/rest/6.0/orders/it'\''s/'` + "\n"},
		{[]string{"--date", "2010-05-13 12:12:12", "--curl", "HEAD", "/orders/"}, "curl -sS --head " + curled + "'http://127.0.0.1:90/rest/6.0/orders/'\n"},
	}
	for _, test := range tests {
		got, want := call(t, same, append([]string{"sign"}, test.args...)...), ending{stdout: test.want}
		if got != want {
			t.Errorf("%q: got %+v\nwant %+v", test.args, got, want)
		}
	}
}

// TestSignBelowBase refuses paths that include the base address, because the call would
// be of an unknown path.
func TestSignBelowBase(t *testing.T) {
	t.Parallel()
	for path, below := range map[string]string{
		"/rest/6.0/orders/": "/orders/", "/rest/6.0/orders/1/?X=/rest/6.0": "/orders/1/?X=/rest/6.0", "http://127.0.0.1:8080/rest/6.0": "/",
		"/REST/6.0/orders/": "/orders/", "http://127.0.0.1:8080/Rest/6.0/İ": "/İ",
	} {
		want := fails(`PATH must not have the REST base /rest/6.0, which is added: write "` + below + `", got "` + path + `"`)
		for _, how := range [][]string{{"--curl"}, {"--account", "DEMO", "--snippet", "php"}} {
			got := call(t, nil, append(append([]string{"sign"}, how...), "GET", path)...)
			if got.code == exitDone || got.stdout != "" || !strings.HasPrefix(got.stderr, want.stderr) {
				t.Errorf("%q %s: got %+v, want %+v", how, path, got, want)
			}
		}
	}
	for _, path := range []string{"/soap/6.0", "/SOAP/6.0/?wsdl", "http://127.0.0.1:8080/soap/6.0/"} {
		want := fails(`PATH must not have the SOAP address /soap/6.0, because METHOD and PATH are a call of REST: use --envelope for the login, got "` + path + `"`)
		if got := call(t, nil, "sign", "--curl", "POST", path); got.code == exitDone || got.stdout != "" || !strings.HasPrefix(got.stderr, want.stderr) {
			t.Errorf("%q: got %+v, want %+v", path, got, want)
		}
	}
	expectPart(t, exitDone, "", nil, "sign", "--curl", "GET", "/orders/?X=/rest/6.0")
}

func TestSignForTLS(t *testing.T) {
	t.Parallel()
	for tls, want := range map[string][2]string{
		"off": {"curl -sS -H", "http://"}, "self-signed": {"curl -sS --insecure -H", "https://"}, "cert.pem,key.pem": {"curl -sS -H", "https://"},
	} {
		got := call(t, env{"SANDBOX_TLS": tls}, "sign", "--curl", "GET", "/orders/")
		if !strings.HasPrefix(got.stdout, want[0]) || !strings.HasSuffix(got.stdout, " '"+want[1]+"127.0.0.1:8080/rest/6.0/orders/'\n") {
			t.Errorf("%s: got %q, want %q", tls, got.stdout, want)
		}
	}
}

func TestSignNow(t *testing.T) {
	t.Parallel()
	got := call(t, nil, "sign")
	value, found := strings.CutPrefix(got.stdout, "X-Service-Authentication: ")
	signature, err := sandbox.ParseSignature(strings.TrimSuffix(value, "\n"))
	if got.code != exitDone || !found || err != nil || signature.VendorCode != "DEMO" || signature.Verify("demo-secret") != nil {
		t.Errorf("got %+v, want a signature of DEMO (%v)", got, err)
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	tests := []struct {
		info *debug.BuildInfo
		want string // up to the toolchain
	}{
		{nil, "(devel) (commit unknown, go"},
		{&debug.BuildInfo{Main: debug.Module{Version: "v1.2.3"}, Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "false"},
		}}, "v1.2.3 (commit abc, go"},
		{&debug.BuildInfo{Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.modified", Value: "true"},
		}}, "(devel) (commit abc, with changes, go"},
	}
	for _, test := range tests {
		if got := build(test.info).String(); !strings.HasPrefix(got, test.want) {
			t.Errorf("got %q, want it to begin with %q", got, test.want)
		}
	}
	got := call(t, nil, "version")
	if got.code != exitDone || !strings.HasPrefix(got.stdout, "commerce-sandbox version ") || got.stderr != "" {
		t.Errorf("got %+v", got)
	}
	if flag := call(t, nil, "--version"); flag != got {
		t.Errorf("got %+v, want what the command prints: %+v", flag, got)
	}
}

// TestSignBySandbox lets a sandbox sign with a token and settings of its own.
func TestSignBySandbox(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
		o.ControlToken, o.Secret, o.Answers, o.AuthHeaders = "t", `it's "$x"`, map[string]string{"rest-hash": "md5"}, []string{"x-shop"}
	})
	at := env{"SANDBOX_URL": s.URL(), "SANDBOX_CONTROL_TOKEN": "t"}
	signature, err := sandbox.Credentials{Secret: `it's "$x"`, Algorithm: sandbox.MD5}.Sign(time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC))
	must(t, err)
	header := "X-Shop: " + signature.Header()
	for _, test := range []struct {
		args []string
		want ending
	}{
		{[]string{"--account", "DEMO"}, prints(header)},
		{[]string{"--account", "DEMO", "--envelope"}, prints(signature.LoginEnvelope())},
		{[]string{"--account", "DEMO", "--curl", "GET", "/orders/?X='"}, prints("curl -sS -H 'Accept: application/json' -H '" + header + "' '" + s.REST() + "/orders/?X=%27'")},
		{[]string{"--account", "NOPE"}, misuse("sign", `unknown account "NOPE"; known: DEMO`)},
	} {
		expect(t, test.want, at, append([]string{"sign"}, test.args...)...)
	}
	issued := call(t, at, "sign", "--account", "DEMO", "--session")
	envelope := `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><upgradePartnerSubscriptions><sessionID>` +
		strings.TrimSpace(issued.stdout) + `</sessionID></upgradePartnerSubscriptions></e:Body></e:Envelope>`
	answer, err := http.Post(s.SOAP(), "text/xml", strings.NewReader(envelope))
	must(t, err)
	answer.Body.Close()
	entry, err := s.Control().Account("DEMO").Latest(t.Context())
	if err != nil || entry.Response.Code != "INVALID_PARAMETER" {
		t.Errorf("session %q: got %s, %v, want a call that has no items", issued.stdout, entry.Response.Code, err)
	}
	got := call(t, at, "sign", "--account", "DEMO", "--snippet", "node", "--envelope")
	if want := `const secret = "it's \"$x\"";`; got.code != exitDone || !strings.Contains(got.stdout, want) {
		t.Errorf("got %+v, want %s in it", got, want)
	}
}
