package transcript_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transcript"
)

func aCall() client.Entry {
	return client.Entry{
		ID: "DEMO-1", Account: "DEMO", Protocol: client.REST, Operation: "search-orders", Cause: client.ByClient, Why: "Limit: too high",
		WallTime: time.Date(2026, 10, 9, 12, 0, 0, 250_000_000, time.UTC), Duration: 1250 * time.Microsecond,
		Request: client.Request{Method: "GET", URI: "/rest/6.0/orders/?Limit=500&q=a+b&%zz", Proto: "HTTP/1.1",
			Header: client.Header{{Name: "Accept", Value: "application/json"}, {Name: "Host", Value: "shop.test:81"}}},
		Response: client.Response{Status: 400, Code: "INVALID_LIMIT", Header: client.Header{{Name: "Content-Type", Value: "application/json"}},
			Body: client.Bytes(`{"a":"<b>"}`), BodySize: 11},
	}
}

func written(t *testing.T, calls ...client.Entry) string {
	t.Helper()
	var text strings.Builder
	err := transcript.Archive{Version: "1.0", Origin: "https://127.0.0.1:8080", Calls: slices.Values(calls)}.Write(&text)
	if err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func TestArchive(t *testing.T) {
	t.Parallel()
	want := `{"log":{"version":"1.2","creator":{"name":"commerce-sandbox","version":"1.0"},"pages":[],"entries":[
{"startedDateTime":"2026-10-09T12:00:00.250Z","time":1.25,` +
		`"request":{"method":"GET","url":"https://shop.test:81/rest/6.0/orders/?Limit=500&q=a+b&%zz","httpVersion":"HTTP/1.1","cookies":[],` +
		`"headers":[{"name":"Accept","value":"application/json"},{"name":"Host","value":"shop.test:81"}],` +
		`"queryString":[{"name":"Limit","value":"500"},{"name":"q","value":"a b"},{"name":"%zz","value":""}],"headersSize":-1,"bodySize":0},` +
		`"response":{"status":400,"statusText":"Bad Request","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":"Content-Type","value":"application/json"}],` +
		`"content":{"size":11,"mimeType":"application/json","text":"{\"a\":\"<b>\"}"},"redirectURL":"","headersSize":-1,"bodySize":11},` +
		`"cache":{},"timings":{"send":0,"wait":1.25,"receive":0},"comment":"DEMO-1 · search-orders · cause: client · Limit: too high","_resourceType":"fetch","_id":"DEMO-1"}
]}}
`
	if got := written(t, aCall()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestArchiveWithoutCalls(t *testing.T) {
	t.Parallel()
	if got := written(t); !json.Valid([]byte(got)) || strings.Contains(got, "null") {
		t.Errorf("got %s, want an archive with an empty list", got)
	}
}

// TestUnusualCalls writes a call without an answer, a binary body and cut bodies.
func TestUnusualCalls(t *testing.T) {
	t.Parallel()
	unanswered, binary, whole := aCall(), aCall(), aCall()
	unanswered.Response = client.Response{}
	binary.Request.Body, binary.Request.BodySize, binary.Request.Truncated = client.Bytes{0xff, 0xfe}, 900, true
	binary.Response.Truncated = true
	whole.Request.URI = "http://proxied.test/a"
	text := written(t, unanswered, binary, whole)
	for _, part := range []string{
		`"status":0,"statusText":"","httpVersion"`, `"_error":"the sandbox sent no answer"`,
		`"postData":{"mimeType":"application/octet-stream","text":"//4=","_encoding":"base64","comment":"the journal kept the beginning only"}`,
		"the request body is cut · the response body is cut", `"url":"http://proxied.test/a"`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is missing in\n%s", part, text)
		}
	}
}
