package conn_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
)

// serve serves an address with a function for rejected requests, and returns it.
func serve(t *testing.T, reject func(conn.Rejected) []byte) string {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	server, err := conn.Serve(ctx, conn.ServerOptions{
		Options: conn.Options{Address: "127.0.0.1:0", Reject: reject, Log: slog.New(slog.DiscardHandler)},
		Handler: http.NotFoundHandler(), Running: ctx, Lost: func(err error) { t.Error(err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	return server.Address()
}

// exchange sends bytes and returns all that comes back.
func exchange(t *testing.T, address, request string) string {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(answer)
}

// TestRejected verifies what the function gets, and that its answer replaces the one of
// the server and ends the connection, whether or not the request ends.
func TestRejected(t *testing.T) {
	t.Parallel()
	got := make(chan conn.Rejected, 1)
	address := serve(t, func(r conn.Rejected) []byte {
		r.Raw = bytes.Clone(r.Raw)
		got <- r
		return r.Answer("text/x", "id-1", []byte("body"))
	})
	for request, want := range map[string]conn.Rejected{
		"GET /a/%zz?b HTTP/1.1\r\nHost: x\r\n\r\n":                    {Method: "GET", Path: "/a/%zz", Status: "400 Bad Request", Reason: `the path must be percent-encoded, got "/a/%zz?b"`},
		"HEAD http://x/a HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n": {Method: "HEAD", Path: "/a", Status: "417 Expectation Failed", Reason: "Expect must be 100-continue or absent"},
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n":                            {Method: "PRI", Path: "/*", Status: "505 HTTP Version Not Supported", Reason: "the version must be HTTP/1.1 or HTTP/1.0, got HTTP/2.0"},
		"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nab": {Method: "POST", Path: "/", Status: "400 Bad Request",
			Reason: "Content-Length and Transfer-Encoding must not come together, because they give the body two ends"},
		"NOTHING\r\n\r\n": {Status: "400 Bad Request", Reason: `the first line must be METHOD PATH HTTP/1.1, got "NOTHING"`},
	} {
		answer := exchange(t, address, request)
		r := <-got
		if r.Method != want.Method || r.Path != want.Path || r.Status != want.Status || r.Reason != want.Reason || string(r.Raw) != request || !strings.HasPrefix(r.Remote, "127.0.0.1:") {
			t.Errorf("%q: got %+v, want %+v", request, r, want)
		}
		body := map[bool]string{false: "body"}[want.Method == "HEAD"]
		if want := "HTTP/1.1 " + want.Status + "\r\nContent-Type: text/x\r\nContent-Length: 4\r\nCache-Control: no-store\r\n" +
			"X-Content-Type-Options: nosniff\r\nX-Sandbox-Request: id-1\r\nConnection: close\r\n\r\n" + body; answer != want {
			t.Errorf("%q: got %q, want %q", request, answer, want)
		}
	}
}

// TestNotRejected verifies that the answer of the server stays when the function returns
// none, and that an answer of a handler does not reach it.
func TestNotRejected(t *testing.T) {
	t.Parallel()
	calls := make(chan conn.Rejected, 3)
	address := serve(t, func(r conn.Rejected) []byte {
		calls <- r
		return nil
	})
	for request, want := range map[string]string{
		"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n":                   "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request",
		"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n": "HTTP/1.1 404 Not Found\r\n",
	} {
		if got := exchange(t, address, request); !strings.HasPrefix(got, want) {
			t.Errorf("%q: got %q, want %q", request, got, want)
		}
	}
	if len(calls) != 1 {
		t.Errorf("got %d rejected requests, want 1", len(calls))
	}
}

// TestAllIsSentBeforeTheAnswerIsRead verifies that a client which reads only after it
// sent everything gets the answer to a body that nobody reads.
func TestAllIsSentBeforeTheAnswerIsRead(t *testing.T) {
	t.Parallel()
	address := serve(t, func(conn.Rejected) []byte { return nil })
	for start, want := range map[string]string{
		"POST / HTTP/1.1\r\n":                               "404",
		"POST / HTTP/1.1\r\nConnection: close\r\n":          "404",
		"POST /%zz HTTP/1.1\r\n":                            "400",
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n": "400",
	} {
		got := exchange(t, address, start+"Host: localhost\r\nContent-Length: 4194304\r\n\r\n"+strings.Repeat("x", 4<<20))
		if !strings.HasPrefix(got, "HTTP/1.1 "+want+" ") {
			t.Errorf("%q: got %.200q, want %s", start, got, want)
		}
	}
}
