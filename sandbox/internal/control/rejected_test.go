package control_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// raw sends texts over one connection, each but the last answered by a body of known
// length, and returns everything received for the last.
func raw(t *testing.T, s *sandboxtest.Running, texts ...string) string {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
	must(t, err)
	defer conn.Close()
	from := bufio.NewReader(conn)
	for i, text := range texts {
		_, err := io.WriteString(conn, text)
		must(t, err)
		if i == len(texts)-1 {
			break
		}
		a, err := http.ReadResponse(from, nil)
		must(t, err)
		_, err = io.Copy(io.Discard, a.Body)
		must(t, err)
	}
	answer, err := io.ReadAll(from)
	must(t, err)
	return string(answer)
}

// TestRejectedCallsAreKept sends calls rejected by net/http: each is in the journal with
// its bytes.
func TestRejectedCallsAreKept(t *testing.T) {
	t.Parallel()
	const expected = `"expected":"an HTTP/1.1 request that can be read"`
	const note = `"notes":["this is not a readable request; the body shown is all that arrived"]`
	cases := []struct{ name, sent, answer, want string }{
		{"no request", "GARBAGE\r\n\r\n", "400 Bad Request",
			`"request":{"method":"","uri":"","proto":"","remote":"HOST","body":"GARBAGE\r\n\r\n","body_size":11},` +
				`"response":{"status":400,"code":"INVALID_PARAMETER","body":"{\"error_code\":\"INVALID_PARAMETER\",\"message\":\"The request cannot be read: the first line must be METHOD PATH HTTP/1.1, got \\\"GARBAGE\\\"\"}","body_size":135},` +
				`"why":"request: the first line must be METHOD PATH HTTP/1.1, got \"GARBAGE\"","cause":"client",` +
				`"checks":[{"name":"request","passed":false,"given":"GARBAGE",` + expected + `,"message":"the first line must be METHOD PATH HTTP/1.1, got \"GARBAGE\""}],` + note + `}`},
		{"no host", "GET /rest/6.0/orders/ HTTP/1.1\r\nAuthorization: Bearer my-token-1\r\n\r\n", "400 Bad Request: missing required Host header",
			`"request":{"method":"GET","uri":"/rest/6.0/orders/","proto":"HTTP/1.1","remote":"HOST",` +
				`"body":"GET /rest/6.0/orders/ HTTP/1.1\r\nAuthorization: Bear…\r\n\r\n","body_size":68},` +
				`"response":{"status":400,"code":"INVALID_PARAMETER","body":"{\"error_code\":\"INVALID_PARAMETER\",\"message\":\"The request cannot be read: missing required Host header\"}","body_size":103},` +
				`"why":"request: missing required Host header","cause":"client",` +
				`"checks":[{"name":"request","passed":false,"given":"GET /rest/6.0/orders/ HTTP/1.1",` + expected +
				`,"message":"missing required Host header"}],` + note + `}`},
		{"unknown coding", "GET /ui/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: zip\r\n\r\n", "501 Not Implemented",
			`"request":{"method":"GET","uri":"/ui/","proto":"HTTP/1.1","remote":"HOST",` +
				`"body":"GET /ui/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: zip\r\n\r\n","body_size":54},` +
				`"response":{"status":501,"body":"Unsupported transfer encoding","body_size":29},` +
				`"why":"request: Unsupported transfer encoding","cause":"client",` +
				`"checks":[{"name":"request","passed":false,"given":"GET /ui/ HTTP/1.1",` + expected +
				`,"message":"Unsupported transfer encoding"}],` + note + `}`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			answer := raw(t, s, c.sent)
			if got, _, _ := strings.Cut(strings.TrimPrefix(answer, "HTTP/1.1 "), "\r\n"); got != c.answer {
				t.Errorf("got %q, want %q", got, c.answer)
			}
			want := `{"requests":[{"id":"none-1","number":1,"wall_time":"2026-10-09T12:00:00Z","duration_ns":0,` + c.want + `],"total":1,"dropped":0}`
			if _, got := visit(t, s, "GET", "/accounts/none/requests", ""); withoutPorts(got) != want {
				t.Errorf("got %s, want %s", withoutPorts(got), want)
			}
		})
	}
}

// TestRejectedHeadersAreKept sends more headers than the server allows, after
// another call on the same connection.
func TestRejectedHeadersAreKept(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const begin = "GET /ui/ HTTP/1.1\r\nHost: x\r\nX-Long: "
	const kept = 64 << 10 // of a body
	answer := raw(t, s, "GET /_sandbox/live HTTP/1.1\r\nHost: x\r\n\r\n", begin+strings.Repeat("x", 2*kept))
	if !strings.HasSuffix(answer, "\r\n\r\nrequest line and headers must have at most 64 KiB together; the longer part is the headers") {
		t.Errorf("got %q", answer)
	}
	got := read[client.Entries](t, s, "/accounts/none/requests?status=431")
	if len(got.Requests) != 1 {
		t.Fatalf("got %d calls", len(got.Requests))
	}
	in := got.Requests[0].Request
	want := client.Request{Method: "GET", URI: "/ui/", Proto: "HTTP/1.1", Remote: in.Remote, BodySize: in.BodySize, Truncated: true,
		Body: client.Bytes(begin + strings.Repeat("x", kept-len(begin)))}
	if !reflect.DeepEqual(in, want) || in.BodySize <= kept {
		t.Errorf("got %s %s, %d of %d bytes, cut %t, want %d bytes of more", in.Method, in.URI, len(in.Body), in.BodySize, in.Truncated, kept)
	}
}
