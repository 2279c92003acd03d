package journal_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
)

const (
	hash  = "29e85dbf92ce0113e7755c31c0438a7db98a4de9f910bf0a527e005f35e43739"
	token = "c2FuZGJveA.REVNTw.MTc3MjM2NjQwMA"
)

func TestMaskedRequestHeaders(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, value, want string }{
		{"X-Service-Authentication", `code="DEMO" date="2026-03-01 12:00:00" hash="` + hash + `"`,
			`code="DEMO" date="2026-03-01 12:00:00" hash="29e8…"`},
		{"x-service-authentication", `hash="` + hash + `"algo="sha256"`, `hash="29e8…"algo="sha256"`},
		{"X-Service-Authentication", `Hash = '` + hash + `', code='DEMO'`, `Hash = '29e8…', code='DEMO'`},
		{"X-Service-Authentication", `hash=` + hash + ` code=DEMO`, `hash=29e8… code=DEMO`},
		{"X-Service-Authentication", `hash="` + hash, `hash="29e8…`},
		{"X-Service-Authentication", `hash="two words of hash" code="DEMO"`, `hash="two …" code="DEMO"`},
		{"X-Service-Authentication", `hash="short" code="DEMO"`, `hash="…" code="DEMO"`},
		{"X-Service-Authentication", `hash="" code="DEMO"`, `hash="…" code="DEMO"`},
		{"X-Service-Authentication", `my secret is demo-secret`, `my s…`},
		{"X-More", `hash="` + hash + `"`, `hash="29e8…"`},
		{"Authorization", "Bearer " + token, "Bearer c2Fu…"},
		{"Authorization", token, "c2Fu…"},
		{"Proxy-Authorization", "Basic ZGVtbzpkZW1vLXNlY3JldA==", "Basic ZGVt…"},
		{"Cookie", "other=" + token, "othe…"},
		{"X-Trace", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"},
		{"X-Token", "have " + token, "have c2Fu…"},
	} {
		e := &journal.Entry{Secrets: []string{token}, Request: journal.Request{Header: journal.Header{{test.name, test.value}}}}
		got := e.Masked("X-Service-Authentication", "X-More").Request.Header
		if want := (journal.Header{{test.name, test.want}}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %q, want %q", test.value, got, want)
		}
	}
}

func TestMaskedBodies(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, wire, body, want string }{
		{"login", "soap", `<x:login xmlns:x="u"><merchantCode>DEMO</merchantCode><hash>` + hash + `</hash></x:login>`,
			`<x:login xmlns:x="u"><merchantCode>DEMO</merchantCode><hash>29e8…</hash></x:login>`},
		{"by position", "soap", `<param2 type="xsd:string">` + hash + `</param2>`, `<param2 type="xsd:string">29e8…</param2>`},
		{"session", "soap", `<n:SessionId a="b" >another-session-id</n:SessionId>`, `<n:SessionId a="b" >anot…</n:SessionId>`},
		{"answer to login", "soap", `<loginReturn xsi:type="xsd:string">another-session-id</loginReturn>`,
			`<loginReturn xsi:type="xsd:string">anot…</loginReturn>`},
		{"CDATA", "soap", `<sessionID><![CDATA[another-session-id]]></sessionID>`, `<sessionID>…</sessionID>`},
		{"short", "soap", `<sessionID> 12 </sessionID>`, `<sessionID>…</sessionID>`},
		{"empty", "soap", `<sessionID></sessionID><a>b</a>`, `<sessionID></sessionID><a>b</a>`},
		{"closed by itself", "soap", `<sessionID xsi:nil="true"/><hash/><a>b</a>`, `<sessionID xsi:nil="true"/><hash/><a>b</a>`},
		{"other elements", "soap", `<hashes>a</hashes><sessionIDs>b</sessionIDs>`, `<hashes>a</hashes><sessionIDs>b</sessionIDs>`},
		{"two", "soap", `<hash>first-hash-sent</hash><hash>second-hash-sent</hash>`, `<hash>firs…</hash><hash>seco…</hash>`},
		{"cut", "soap", `<sessionID>another-sess`, `<sessionID>anot…`},
		{"by reference", "soap", `<sessionID href="#1"/><multiRef id="1">` + token + `</multiRef>`,
			`<sessionID href="#1"/><multiRef id="1">c2Fu…</multiRef>`},
		{"UTF-16", "soap", "\xff\xfe<\x00h\x00", "…"},
		{"no wire known", "", "<hash>" + hash + "</hash>", "<hash>29e8…</hash>"},
		{"REST", "rest", `{"Name":"` + hash + `","Token":"` + token + `"}`, `{"Name":"` + hash + `","Token":"c2Fu…"}`},
		{"none", "soap", "", ""},
	} {
		e := &journal.Entry{Protocol: test.wire, Secrets: []string{token}}
		e.Request.Body, e.Response.Body = journal.Bytes(test.body), journal.Bytes(test.body)
		m := e.Masked()
		equal(t, test.name+", request", string(m.Request.Body), test.want)
		equal(t, test.name+", response", string(m.Response.Body), test.want)
	}
}

// TestMaskedSecretsThatBeginAlike expects nothing to be left of the longer one.
func TestMaskedSecretsThatBeginAlike(t *testing.T) {
	t.Parallel()
	e := &journal.Entry{Secrets: []string{"first-secret", "first-secret-and-more"}, Notes: []string{"first-secret-and-more"}}
	equal(t, "note", e.Masked().Notes[0], "firs…")
}

// TestSecretsHaveRoom names a secret after more notes than an entry keeps and
// expects it to be hidden all the same.
func TestSecretsHaveRoom(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	d := j.Begin(httptest.NewRequest("POST", "/soap/6.0", nil), noon)
	d.Protocol = journal.SOAP
	for d.Omitted == 0 {
		d.Note("ignored element")
	}
	d.Secret(token)
	d.Secret(strings.Repeat("a", 1<<20)) // longer than an entry has room for
	d.RequestBody([]byte("<param0>" + token + "</param0>"))
	d.Close(noon)
	e, _ := j.Ring(journal.None).Latest()
	equal(t, "body", string(e.Masked().Request.Body), "<param0>c2Fu…</param0>")
	equal(t, "secrets", len(e.Secrets), 1)
	equal(t, "omitted", e.Omitted, 2)
}

// TestMaskedHidesEverywhere repeats a hash and a session id in every part of an
// entry and expects to find neither in its masked copy, and the entry unchanged.
func TestMaskedHidesEverywhere(t *testing.T) {
	t.Parallel()
	sent := "no-hex-at-all-but-sent-as-hash"
	all := "a " + sent + " b " + token + " c " + hash
	j := journal.New(journal.Defaults())
	d := j.Begin(httptest.NewRequest("POST", "/orders/?s="+token+"&h="+sent, strings.NewReader("")), noon)
	d.Request.Header = journal.Header{{"X-Service-Authentication", `hash="` + sent + `"`}, {"X-Token", sent + token}}
	d.Protocol = journal.SOAP
	d.Secret(token)
	d.Secret("a") // too short to be looked for
	d.RequestBody([]byte(all))
	d.ResponseBody([]byte(all))
	d.ResponseHead(500, "FORBIDDEN", http.Header{"X-Sandbox-Explain": {all}})
	d.Check(journal.Check{Name: all, Field: all, Given: all, Expected: all, Message: all})
	d.Note(all)
	d.Line("signed", all)
	d.Close(noon)
	e, _ := j.Ring(journal.None).Latest()
	before, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	masked, err := json.Marshal(e.Masked("X-Service-Authentication"))
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{sent, token, hash} {
		if strings.Contains(string(masked), secret) {
			t.Errorf("%q is shown: %s", secret, masked)
		}
	}
	want := "a no-h… b c2Fu… c 29e8…"
	m := e.Masked("X-Service-Authentication")
	equal(t, "check", m.Checks[0], journal.Check{Name: want, Field: want, Given: want, Expected: want, Message: want})
	equal(t, "note", m.Notes[0], want)
	equal(t, "body", string(m.Response.Body), want)
	equal(t, "id", m.ID, e.ID)
	equal(t, "lines", len(m.Explain)+len(m.Secrets), 0)
	equal(t, "masked again", string(m.Masked("X-Service-Authentication").Request.Body), want)
	after, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "the entry itself", string(after), string(before))
}
