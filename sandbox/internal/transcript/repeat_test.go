package transcript_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transcript"
)

const base = "http://127.0.0.1:8080"

func TestCurl(t *testing.T) {
	t.Parallel()
	accept := client.Field{Name: "Accept", Value: "application/json"}
	for _, test := range []struct {
		name    string
		request client.Request
		want    string
	}{
		{"get", client.Request{Method: "GET", URI: "/orders/?Page=1", Header: client.Header{accept, {Name: "Host", Value: "h"}, {Name: "User-Agent", Value: "x"}}},
			`curl -i 'http://127.0.0.1:8080/orders/?Page=1' -H 'Accept: application/json'`},
		{"from a browser", client.Request{Method: "GET", URI: "/orders/", Header: client.Header{accept, {Name: "sec-fetch-mode", Value: "cors"},
			{Name: "Accept-Language", Value: "en"}, {Name: "x-forwarded-for", Value: "10.0.0.1"}, {Name: "Referer", Value: "http://x/"}, {Name: "X-Team", Value: "a"}}},
			`curl -i http://127.0.0.1:8080/orders/ -H 'Accept: application/json' -H 'X-Team: a'`},
		{"without Accept", client.Request{Method: "GET", URI: "/orders/"}, `curl -i http://127.0.0.1:8080/orders/ -H Accept:`},
		{"post", client.Request{Method: "POST", URI: "/upsell", Header: client.Header{accept}, Body: client.Bytes(`{"Name":"it's"}`)},
			`curl -i http://127.0.0.1:8080/upsell -H 'Accept: application/json' -H Content-Type: --data-binary '{"Name":"it'\''s"}'`},
		{"empty post", client.Request{Method: "POST", URI: "/upsell", Header: client.Header{accept}},
			`curl -i -X POST http://127.0.0.1:8080/upsell -H 'Accept: application/json'`},
		{"head", client.Request{Method: "HEAD", URI: "/a", Header: client.Header{accept}},
			`curl -i --head http://127.0.0.1:8080/a -H 'Accept: application/json'`},
		{"delete, empty header", client.Request{Method: "DELETE", URI: "/a", Header: client.Header{{Name: "accept", Value: ""}}},
			`curl -i -X DELETE http://127.0.0.1:8080/a -H 'accept;'`},
		{"brackets and dots", client.Request{Method: "GET", URI: "/a/../b?X[0]=1", Header: client.Header{accept}},
			`curl -i --globoff --path-as-is 'http://127.0.0.1:8080/a/../b?X[0]=1' -H 'Accept: application/json'`},
		{"whole address", client.Request{Method: "GET", URI: "http://shop/a", Header: client.Header{accept}},
			`curl -i http://shop/a -H 'Accept: application/json'`},
		{"no address", client.Request{Method: "OPTIONS", URI: "*", Header: client.Header{accept}},
			`curl -i -X OPTIONS --request-target '*' http://127.0.0.1:8080 -H 'Accept: application/json'`},
		{"binary", client.Request{Method: "POST", URI: "/a", Header: client.Header{accept, {Name: "Content-Type", Value: "x"}}, Body: client.Bytes("\x00\xff%'\\a")},
			`printf '\000\377\045\047\134a' | curl -i http://127.0.0.1:8080/a -H 'Accept: application/json' -H 'Content-Type: x' --data-binary @-`},
		{"lines of text", client.Request{Method: "POST", URI: "/a", Header: client.Header{accept, {Name: "Content-Type", Value: "x"}}, Body: client.Bytes(" a\n~")},
			"curl -i http://127.0.0.1:8080/a -H 'Accept: application/json' -H 'Content-Type: x' --data-binary ' a\n~'"},
		{"characters that move the cursor", client.Request{Method: "POST", URI: "/a", Header: client.Header{accept, {Name: "Content-Type", Value: "x"}}, Body: client.Bytes(" \x1b\x7f~")},
			`printf ' \033\177~' | curl -i http://127.0.0.1:8080/a -H 'Accept: application/json' -H 'Content-Type: x' --data-binary @-`},
		{"delete", client.Request{Method: "POST", URI: "/a", Header: client.Header{accept, {Name: "Content-Type", Value: "x"}}, Body: client.Bytes("\x7f")},
			`printf '\177' | curl -i http://127.0.0.1:8080/a -H 'Accept: application/json' -H 'Content-Type: x' --data-binary @-`},
		{"a file's name", client.Request{Method: "POST", URI: "/a", Header: client.Header{accept, {Name: "Content-Type", Value: "x"}}, Body: client.Bytes("@/etc/passwd")},
			`printf '@/etc/passwd' | curl -i http://127.0.0.1:8080/a -H 'Accept: application/json' -H 'Content-Type: x' --data-binary @-`},
		{"cut", client.Request{Method: "POST", URI: "/a", Header: client.Header{accept, {Name: "Content-Type", Value: "x"}}, Body: client.Bytes("ab"), BodySize: 5, Truncated: true},
			"# the body is cut: only 2 of its 5 bytes were kept\n" +
				`curl -i http://127.0.0.1:8080/a -H 'Accept: application/json' -H 'Content-Type: x' --data-binary ab`},
	} {
		equal(t, test.name, transcript.Repeat(client.Entry{Request: test.request}, transcript.Target{URL: base + "/"}), test.want)
	}
}

// TestCurlSignsAgain finds the part of a call with its signature.
func TestCurlSignsAgain(t *testing.T) {
	t.Parallel()
	at := transcript.Target{URL: base, Insecure: true, Control: "https://c:1", CredentialHeaders: []string{"X-Service-Authentication", "X-Shop"}}
	header := client.Header{{Name: "Accept", Value: "a"}, {Name: "Content-Type", Value: "x"}, {Name: "X-Service-Authentication", Value: "old"}, {Name: "x-shop", Value: "old"}}
	for _, test := range []struct {
		name  string
		entry client.Entry
		want  string
	}{
		{"rest", client.Entry{Account: "DEMO", Protocol: "rest", Request: client.Request{Method: "GET", URI: "/a", Header: header}},
			`curl -i --insecure http://127.0.0.1:8080/a -H 'Accept: a' -H 'Content-Type: x' -H "$(commerce-sandbox sign --account DEMO --url https://c:1)"`},
		{"login", client.Entry{Account: "A_1", Protocol: "soap", Operation: "login", Request: client.Request{Method: "POST", URI: "/s", Header: header[:2], Body: client.Bytes("<old/>"), Truncated: true}},
			`curl -i --insecure http://127.0.0.1:8080/s -H 'Accept: a' -H 'Content-Type: x' --data-binary "$(commerce-sandbox sign --account A_1 --url https://c:1 --envelope)"`},
		{"session", client.Entry{Account: "DEMO", Protocol: "soap", Operation: "upgrade-partner-subscriptions", Request: client.Request{Method: "POST", URI: "/s", Header: header[:2],
			Body: client.Bytes(`<a><t:sessionID x="'y'">REVN…</t:sessionID><b>it's</b></a>`)}},
			`curl -i --insecure http://127.0.0.1:8080/s -H 'Accept: a' -H 'Content-Type: x' --data-binary '<a><t:sessionID x="'\''y'\''">'` +
				`"$(commerce-sandbox sign --account DEMO --url https://c:1 --session)"'</t:sessionID><b>it'\''s</b></a>'`},
		{"without an account", client.Entry{Protocol: "rest", Request: client.Request{Method: "GET", URI: "/a", Header: header[:3]}},
			`curl -i --insecure http://127.0.0.1:8080/a -H 'Accept: a' -H 'Content-Type: x' -H 'X-Service-Authentication: old'`},
	} {
		equal(t, test.name, transcript.Repeat(test.entry, at), test.want)
	}
}

// TestCurlRepeatsTheCall runs the commands in a real shell with a real curl and compares
// the calls that arrive with the recorded ones.
func TestCurlRepeatsTheCall(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"sh", "curl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("needs " + tool)
		}
	}
	arrived := make(chan client.Request, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got := client.Request{Method: r.Method, URI: r.RequestURI, Body: client.Bytes(body)}
		for _, name := range []string{"Accept", "Content-Type", "X-Odd"} {
			for _, value := range r.Header.Values(name) {
				got.Header = append(got.Header, client.Field{Name: name, Value: value})
			}
		}
		arrived <- got
	}))
	t.Cleanup(server.Close)

	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	for _, want := range []client.Request{
		{Method: "GET", URI: "/orders//?X[]=1&X[0]={2}&a='$(id)'"},
		{Method: "HEAD", URI: "/a/../b/./"},
		{Method: "GET", URI: "/a", Body: client.Bytes("null")},
		{Method: "POST", URI: "/a", Body: client.Bytes("it's `id` $HOME \\n\n\"ü\" !!")},
		{Method: "PUT", URI: "/a", Body: every},
		{Method: "POST", URI: "/a", Body: client.Bytes("@curl_test.go"), Header: client.Header{{Name: "Content-Type", Value: "text/plain"}}},
		{Method: "DELETE", URI: "/a", Header: client.Header{{Name: "Accept", Value: ""}, {Name: "X-Odd", Value: `code='D' hash="$(id)"`}, {Name: "X-Odd", Value: "two"}}},
	} {
		if want.Body == nil {
			want.Body = client.Bytes{}
		}
		command := transcript.Repeat(client.Entry{Request: want}, transcript.Target{URL: server.URL})
		if out, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", command, err, out)
		}
		if got := <-arrived; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", strings.TrimSpace(command), got, want)
		}
	}
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}
