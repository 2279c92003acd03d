package journal_test

import (
	"reflect"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
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
		mask := journal.Mask{CredentialHeaders: []string{"X-Service-Authentication", "X-More"}, Secrets: []string{token}}
		got := mask.Entry(client.Entry{Request: client.Request{Header: client.Header{{Name: test.name, Value: test.value}}}}).Request.Header
		if want := (client.Header{{Name: test.name, Value: test.want}}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %q, want %q", test.value, got, want)
		}
	}
}

func TestMaskedBodies(t *testing.T) {
	t.Parallel()
	read := func(body []byte, contentType string) []byte { // the envelope of a client that says its character set
		if contentType == "known" && len(body) > 4 {
			return []byte("<hash>" + hash + "</hash>")
		}
		return body
	}
	for _, test := range []struct{ name, protocol, body, want string }{
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
		{"behind one with a prefix", "soap", `<n:hash>first-hash-sent</n:hash><a>b</a>`, `<n:hash>firs…</n:hash><a>b</a>`},
		{"two", "soap", `<hash>first-hash-sent</hash><hash>second-hash-sent</hash>`, `<hash>firs…</hash><hash>seco…</hash>`},
		{"cut", "soap", `<sessionID>another-sess`, `<sessionID>anot…`},
		{"by reference", "soap", `<sessionID href="#1"/><multiRef id="1">` + token + `</multiRef>`,
			`<sessionID href="#1"/><multiRef id="1">c2Fu…</multiRef>`},
		{"UTF-16", "soap", "\xff\xfe<\x00h\x00", "\uFEFF<hash>29e8…</hash>"},
		{"Latin-1", "soap", "<Name>Ren\xe9e</Name><hash>" + hash, "\uFEFF<hash>29e8…</hash>"},
		{"no readable character set", "soap", "<\x00\x00\x00", "…"},
		{"no protocol known", "", "<hash>" + hash + "</hash>", "<hash>29e8…</hash>"},
		{"REST", "rest", `{"Name":"` + hash + `","Token":"` + token + `"}`, `{"Name":"` + hash + `","Token":"c2Fu…"}`},
		{"none", "soap", "", ""},
	} {
		e := client.Entry{Protocol: test.protocol}
		e.Request.Body, e.Response.Body = client.Bytes(test.body), client.Bytes(test.body)
		e.Request.Header = client.Header{{Name: "Content-Type", Value: "known"}}
		e.Response.Header = e.Request.Header
		m := journal.Mask{Secrets: []string{token}, Envelope: read}.Entry(e)
		if got := []string{string(m.Request.Body), string(m.Response.Body)}; !reflect.DeepEqual(got, []string{test.want, test.want}) {
			t.Errorf("%s: got %q, want %q twice", test.name, got, test.want)
		}
	}
}

// TestMaskOfSecretsThatBeginAlike expects nothing to be left of the longer one.
func TestMaskOfSecretsThatBeginAlike(t *testing.T) {
	t.Parallel()
	mask := journal.Mask{Secrets: []string{"first-secret", "first-secret-and-more"}}
	equal(t, "text", mask.Text("first-secret-and-more"), "firs…")
}
