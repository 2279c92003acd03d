package sandbox_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// unreadable are requests that package net/http answers without a handler.
var unreadable = []struct{ request, status, contentType, body string }{
	{"GET /rest/6.0/orders/%zz/ HTTP/1.1\r\nHost: x\r\n\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", `the path must be percent-encoded, got \"/rest/6.0/orders/%zz/\"`)},
	{"GET /rest/6.0/orders/ HTTP/1.1\r\n\r\n", "400 Bad Request: missing required Host header", "application/json", inShape("INVALID_PARAMETER", "missing required Host header")},
	{"GET /rest/6.0/orders/ HTTP/1.1\r\nHost: a b\r\n\r\n", "400 Bad Request: malformed Host header", "application/json", inShape("INVALID_PARAMETER", "malformed Host header")},
	{"GET /rest/6.0/orders/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", "too many Host headers")},
	{"GET rest/6.0/orders/ HTTP/1.1\r\nHost: x\r\n\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", `the path must begin with a slash, got \"rest/6.0/orders/\"`)},
	{"GET /rest/6.0/orders/\r\n\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", `the first line must be METHOD PATH HTTP/1.1, got \"GET /rest/6.0/orders/\"`)},
	{"GARBAGE\r\n\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", `the first line must be METHOD PATH HTTP/1.1, got \"GARBAGE\"`)},
	{"GET /rest/6.0/orders/ HTTP/3.0\r\nHost: x\r\n\r\n", "505 HTTP Version Not Supported: unsupported protocol version", "application/json", inShape("INVALID_PARAMETER", otherVersion+`HTTP/3.0"`)},
	{"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00", "505 HTTP Version Not Supported", "application/json", inShape("INVALID_PARAMETER", otherVersion+`HTTP/2.0"`)},
	{"PRI * HTTP/2.0\r\nHost: x\r\n\r\n", "505 HTTP Version Not Supported", "application/json", inShape("INVALID_PARAMETER", otherVersion+`HTTP/2.0"`)},
	{"POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", twoEnds)},
	{"POST /soap/6.0 HTTP/1.1\nHost: x\ntransfer-encoding:\n chunked\ncontent-length: 5\n\n0\r\n\r\n", "400 Bad Request", "text/xml; charset=UTF-8", "The request cannot be read: " + twoEnds},
	{"OPTIONS * HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n1\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", twoEnds)},
	{"POST /_sandbox/accounts HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", "400 Bad Request", "text/plain; charset=utf-8", twoEnds},
	{"POST /rest/6.0/upsell HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", "Transfer-Encoding must come with HTTP/1.1, got HTTP/1.0")},
	{"POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "501 Not Implemented", "application/json", inShape("INVALID_PARAMETER", "Unsupported transfer encoding")},
	{"POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nContent-Length : 5\r\n\r\n12345", "400 Bad Request: invalid header name", "application/json", inShape("INVALID_PARAMETER", "invalid header name")},
	{"GET /rest/6.0/orders/ HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", `malformed MIME header: missing colon: \"no colon\"`)},
	{"POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: zip\r\n\r\n", "501 Not Implemented", "application/json", inShape("INVALID_PARAMETER", "Unsupported transfer encoding")},
	{"POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", `http: message cannot contain multiple Content-Length headers; got [\"1\" \"2\"]`)},
	{"POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", `bad Content-Length \"-1\"`)},
	{"POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nContent-Length: 2\r\n\r\n{}", "417 Expectation Failed", "application/json", inShape("INVALID_PARAMETER", "Expect must be 100-continue or absent")},
	{"HEAD /rest/6.0/orders/ HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\n\r\n", "417 Expectation Failed", "application/json", ""},
	{"GET /rest/6.0/orders/ HTTP/1.1\r\nHost: x\r\nX-Long: " + strings.Repeat("x", 128<<10), "431 Request Header Fields Too Large", "application/json", inShape("REQUEST_TOO_LARGE", tooLong+"headers")},
	{"GET /rest/6.0/orders/?a=" + strings.Repeat("x", 128<<10), "431 Request Header Fields Too Large", "application/json", inShape("REQUEST_TOO_LARGE", tooLong+"request line")},
	{"POST /soap/6.0 HTTP/1.1\r\n" + strings.Repeat("X: y\r\n", 20<<10), "431 Request Header Fields Too Large", "text/xml; charset=UTF-8", "The request cannot be read: " + tooLong + "headers"},
	{"POST /soap/6.0 HTTP/1.1\r\nHost: x\r\nExpect: <&>\r\n\r\n", "417 Expectation Failed", "text/xml; charset=UTF-8",
		`<faultcode>INVALID_REQUEST_BODY</faultcode><faultstring>The request cannot be read: Expect must be 100-continue or absent</faultstring>`},
	{"GET /elsewhere/%zz HTTP/1.1\r\nHost: x\r\n\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", `the path must be percent-encoded, got \"/elsewhere/%zz\"`)},
	{"GET nope HTTP/1.1\r\nHost: x\r\n\r\n", "400 Bad Request", "application/json", inShape("INVALID_PARAMETER", `the path must begin with a slash, got \"nope\"`)},
	{"GET /_sandbox/%zz HTTP/1.1\r\nHost: x\r\n\r\n", "400 Bad Request", "text/plain; charset=utf-8", `the path must be percent-encoded, got "/_sandbox/%zz"`},
}

// Reasons of several of them.
const (
	otherVersion = "the version must be HTTP/1.1 or HTTP/1.0, got "
	twoEnds      = "Content-Length and Transfer-Encoding must not come together, because they give the body two ends"
	tooLong      = "request line and headers must have at most 64 KiB together; the longer part is the "
)

func inShape(code, reason string) string {
	return `{"error_code":"` + code + `","message":"The request cannot be read: ` + reason
}

// answered reads one answer.
func answered(t *testing.T, from *bufio.Reader, method string) (*http.Response, string) {
	t.Helper()
	answer, err := http.ReadResponse(from, &http.Request{Method: method})
	must(t, err)
	body, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer, string(body)
}

// TestUnreadableRequests verifies the answers to requests that no handler sees, and
// their journal entries: with and without TLS, as the first and as a later request of
// a connection, and sent together with an earlier one. What comes behind them gets none.
func TestUnreadableRequests(t *testing.T) {
	t.Parallel()
	earlier := map[string]string{
		"":          "",
		"kept":      "GET /_sandbox/live HTTP/1.1\r\nHost: x\r\n\r\n",
		"body":      "POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{GET ",
		"chunks":    "POST /soap/6.0 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nGET\r\n0\r\nTrailer: x\r\n\r\n",
		"long":      "POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + strings.Repeat("x", 100_000),
		"many":      "POST /soap/6.0 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.Repeat("5\r\n\n\n\n\n\n\r\n", 10_000) + "0\r\n\r\n",
		"no answer": "GET /rest/6.0/orders/ HTTP/1.1\r\nHost: x\r\n\r\nGET /rest/6.0/orders/ HTTP/1.1\r\nHost: x\r\n\r\n",
	}
	for name, s := range map[string]*sandboxtest.Running{"plain": sandboxtest.Start(t, sandboxtest.Frozen), "TLS": sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.TLS)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, before := range earlier {
				for _, pipelined := range []bool{true, false} {
					if !pipelined && before != earlier["kept"] {
						continue // one is enough, because the others end alike
					}
					for _, test := range unreadable {
						checkUnreadable(t, s, before, pipelined, test.request, test.status, test.contentType, test.body)
					}
				}
			}
		})
	}
}

func checkUnreadable(t *testing.T, s *sandboxtest.Running, before string, pipelined bool, request, status, contentType, want string) {
	t.Helper()
	conn := connect(t, s)
	defer conn.Close()
	send := func(text string) {
		must(t, errorOf(io.WriteString(conn, text)))
	}
	const behind = "GET /_sandbox/live HTTP/1.1\r\nHost: x\r\n\r\n"
	if pipelined {
		send(before + request + behind)
	} else {
		send(before)
	}
	for range strings.Count(before, " HTTP/1.1\r\n") {
		answered(t, conn.in, "GET")
	}
	if !pipelined {
		send(request + behind)
	}
	method, _, _ := strings.Cut(request, " ")
	answer, body := answered(t, conn.in, method)
	_ = conn.Conn.(interface{ CloseWrite() error }).CloseWrite() // so that a connection that goes on ends
	if rest, err := io.ReadAll(conn.in); err != nil || len(rest) > 0 {
		t.Errorf("%.60q after %.60q: got %q, %v behind the answer", request, before, rest, err)
	}
	id := answer.Header.Get("X-Sandbox-Request")
	entry, err := s.Control().Request(t.Context(), id)
	if err != nil {
		t.Fatalf("%.40q after %.60q: %q: %v", request, before, id, err)
	}
	kept := strings.HasPrefix(request+behind, string(entry.Request.Body)) && len(entry.Request.Body) >= min(len(request), 64<<10)
	if answer.Status != status || answer.Header.Get("Content-Type") != contentType || !strings.Contains(body, want) || !answer.Close || !kept ||
		entry.Response.Status != answer.StatusCode || answer.Header.Get("Cache-Control")+answer.Header.Get("X-Content-Type-Options") != "no-storenosniff" {
		t.Errorf("%.60q after %.60q: got %s %v %s, kept %.80q, want %s %s", request, before, answer.Status, answer.Header, body, entry.Request.Body, status, want)
	}
}

// TestPipelinedPieces sends a good and a bad request in two pieces, cut at every byte.
func TestPipelinedPieces(t *testing.T) {
	t.Parallel()
	const good = "POST /soap/6.0 HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nGET / HT\n"
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for bad, want := range map[string]string{
		"GET /rest/6.0/%zz HTTP/1.1\r\nHost: x\r\n\r\n":                                                   `the path must be percent-encoded, got \"/rest/6.0/%zz\"`,
		"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n":                                                                otherVersion + "HTTP/2.0",
		"POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n0\r\n\r\n": twoEnds,
	} {
		text := good + bad
		for i := range len(text) {
			conn := connect(t, s)
			for _, piece := range []string{text[:i], text[i:]} {
				must(t, errorOf(io.WriteString(conn, piece)))
				if i%2 == 0 && piece != "" { // otherwise both arrive together at times
					_ = conn.Conn.(*net.TCPConn).SetNoDelay(true)
				}
			}
			answered(t, conn.in, "POST")
			if answer, body := answered(t, conn.in, "GET"); answer.StatusCode < 400 || !strings.HasPrefix(body, inShape("INVALID_PARAMETER", want)) {
				t.Errorf("cut at %d: got %s %s", i, answer.Status, body)
			}
			conn.Close()
		}
	}
}

// TestWithoutTLS verifies what a client gets that speaks HTTP, or nothing that is TLS,
// to the port of https.
func TestWithoutTLS(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.TLS)
	address := strings.TrimPrefix(s.URL(), "https://")
	for request, want := range map[string]string{
		"GET /rest/6.0/orders/ HTTP/1.1\r\nHost: x\r\n\r\n":            inShape("INVALID_PARAMETER", `this address serves https; the request came without TLS"}`),
		"POST /soap/6.0 HTTP/1.1\r\nHost: x\r\n\r\n":                   `<faultstring>The request cannot be read: this address serves https; the request came without TLS</faultstring>`,
		"GET / HTTP/1.0\r\n\r\n":                                       inShape("INVALID_PARAMETER", `this address serves https; the request came without TLS"}`),
		"\x16\x03\x01\x00\x05garbage that is no handshake\r\n\r\n\r\n": "",
		"\x00\x00\x00\x00\x00\x00\x00\x00":                             "",
	} {
		conn, err := net.Dial("tcp", address)
		must(t, err)
		must(t, errorOf(io.WriteString(conn, request)))
		answer, _ := io.ReadAll(conn) // a reset connection has no answer
		if want != "" && !strings.Contains(string(answer), want) || !strings.HasPrefix(string(answer), "HTTP/1.1 400 Bad Request\r\n") == (want != "") {
			t.Errorf("%q: got %q, want %s", request, answer, want)
		}
		conn.Close()
	}
	if kept, err := s.Control().Account(client.NoAccount).Requests(t.Context(), client.Filter{}); err != nil || kept.Total != 3 {
		t.Errorf("got %d entries %v, want 3", kept.Total, err)
	}
	if answer, err := s.Client().Get(s.URL() + "/_sandbox/live"); err != nil || answer.TLS == nil {
		t.Errorf("got %v %v, want an answer by TLS", answer, err)
	}
}

// TestOddRequests verifies requests that look broken and are not.
func TestOddRequests(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for request, want := range map[string]int{
		"GET http://localhost/rest/6.0/orders/ HTTP/1.1\r\nHost: x\r\n\r\n": 401,
		"GET /rest/6.0/orders/ HTTP/1.0\r\n\r\n":                            401,
		"GET /rest/6.0/orders/ HTTP/1.1\nHost: x\n\n":                       401,
		"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n":                             200,
		"GET * HTTP/1.1\r\nHost: localhost\r\n\r\n":                         404,
		"CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n":         405,
		"GET /rest/6.0/orders/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n": 401,
		"GET /rest/6.0/orders/ HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n":                                                                      401,
		"POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}":                                        401,
		"POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n":                                         401,
		"POST /rest/6.0/upsell HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 0\r\n\r\n":                                       401,
	} {
		if answer, body := sendRaw(t, s, request); answer.StatusCode != want {
			t.Errorf("%q: got %d %s, want %d", request, answer.StatusCode, body, want)
		}
	}
}
