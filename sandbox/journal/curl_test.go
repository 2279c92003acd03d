package journal_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
)

const base = "http://127.0.0.1:8080"

func TestCurl(t *testing.T) {
	t.Parallel()
	accept := journal.Field{Name: "Accept", Value: "application/json"}
	for _, test := range []struct {
		name    string
		request journal.Request
		want    string
	}{
		{"get", journal.Request{Method: "GET", URI: "/orders/?Page=1", Header: journal.Header{accept, {"Host", "h"}, {"User-Agent", "x"}}},
			`curl -i 'http://127.0.0.1:8080/orders/?Page=1' -H 'Accept: application/json'`},
		{"without Accept", journal.Request{Method: "GET", URI: "/orders/"}, `curl -i http://127.0.0.1:8080/orders/ -H Accept:`},
		{"post", journal.Request{Method: "POST", URI: "/upsell", Header: journal.Header{accept}, Body: journal.Bytes(`{"Name":"it's"}`)},
			`curl -i http://127.0.0.1:8080/upsell -H 'Accept: application/json' -H Content-Type: --data-binary '{"Name":"it'\''s"}'`},
		{"empty post", journal.Request{Method: "POST", URI: "/upsell", Header: journal.Header{accept}},
			`curl -i -X POST http://127.0.0.1:8080/upsell -H 'Accept: application/json'`},
		{"head", journal.Request{Method: "HEAD", URI: "/a", Header: journal.Header{accept}},
			`curl -i --head http://127.0.0.1:8080/a -H 'Accept: application/json'`},
		{"delete, empty header", journal.Request{Method: "DELETE", URI: "/a", Header: journal.Header{{"accept", ""}}},
			`curl -i -X DELETE http://127.0.0.1:8080/a -H 'accept;'`},
		{"brackets and dots", journal.Request{Method: "GET", URI: "/a/../b?X[0]=1", Header: journal.Header{accept}},
			`curl -i --globoff --path-as-is 'http://127.0.0.1:8080/a/../b?X[0]=1' -H 'Accept: application/json'`},
		{"whole address", journal.Request{Method: "GET", URI: "http://shop/a", Header: journal.Header{accept}},
			`curl -i http://shop/a -H 'Accept: application/json'`},
		{"no address", journal.Request{Method: "OPTIONS", URI: "*", Header: journal.Header{accept}},
			`curl -i -X OPTIONS --request-target '*' http://127.0.0.1:8080 -H 'Accept: application/json'`},
		{"binary", journal.Request{Method: "POST", URI: "/a", Header: journal.Header{accept, {"Content-Type", "x"}}, Body: journal.Bytes("\x00\xff%'\\a")},
			`printf '\000\377\045\047\134a' | curl -i http://127.0.0.1:8080/a -H 'Accept: application/json' -H 'Content-Type: x' --data-binary @-`},
		{"a file's name", journal.Request{Method: "POST", URI: "/a", Header: journal.Header{accept, {"Content-Type", "x"}}, Body: journal.Bytes("@/etc/passwd")},
			`printf '@/etc/passwd' | curl -i http://127.0.0.1:8080/a -H 'Accept: application/json' -H 'Content-Type: x' --data-binary @-`},
		{"cut", journal.Request{Method: "POST", URI: "/a", Header: journal.Header{accept, {"Content-Type", "x"}}, Body: journal.Bytes("ab"), BodySize: 5, Truncated: true},
			"# the body is cut: only 2 of its 5 bytes were kept\n" +
				`curl -i http://127.0.0.1:8080/a -H 'Accept: application/json' -H 'Content-Type: x' --data-binary ab`},
	} {
		equal(t, test.name, journal.Curl(&journal.Entry{Request: test.request}, base+"/"), test.want)
	}
}

// TestCurlRepeatsTheCall runs the commands in a real shell with a real curl and
// compares what arrives with what was asked.
func TestCurlRepeatsTheCall(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"sh", "curl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip("needs " + tool)
		}
	}
	arrived := make(chan journal.Request, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got := journal.Request{Method: r.Method, URI: r.RequestURI, Body: journal.Bytes(body)}
		for _, name := range []string{"Accept", "Content-Type", "X-Odd"} {
			for _, value := range r.Header.Values(name) {
				got.Header = append(got.Header, journal.Field{Name: name, Value: value})
			}
		}
		arrived <- got
	}))
	t.Cleanup(server.Close)

	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	for _, want := range []journal.Request{
		{Method: "GET", URI: "/orders//?X[]=1&X[0]={2}&a='$(id)'"},
		{Method: "HEAD", URI: "/a/../b/./"},
		{Method: "GET", URI: "/a", Body: journal.Bytes("null")},
		{Method: "POST", URI: "/a", Body: journal.Bytes("it's `id` $HOME \\n\n\"ü\" !!")},
		{Method: "PUT", URI: "/a", Body: every},
		{Method: "POST", URI: "/a", Body: journal.Bytes("@curl_test.go"), Header: journal.Header{{"Content-Type", "text/plain"}}},
		{Method: "DELETE", URI: "/a", Header: journal.Header{{"Accept", ""}, {"X-Odd", `code='D' hash="$(id)"`}, {"X-Odd", "two"}}},
	} {
		if want.Body == nil {
			want.Body = journal.Bytes{}
		}
		command := journal.Curl(&journal.Entry{Request: want}, server.URL)
		if out, err := exec.Command("sh", "-c", command).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", command, err, out)
		}
		if got := <-arrived; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", strings.TrimSpace(command), got, want)
		}
	}
}
