package conn

import (
	"net"
	"strings"
	"testing"
)

// fakeConn is a connection whose client sends the same request again and again.
type fakeConn struct {
	net.Conn
	request []byte
}

func (c *fakeConn) Read(p []byte) (int, error)  { return copy(p, c.request), nil }
func (c *fakeConn) Write(p []byte) (int, error) { return len(p), nil }

const watchedRequest = "POST /rest/6.0/orders/?Limit=10 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nConnection: keep-alive\r\nAccept: application/json\r\nContent-Type: application/json\r\n" +
	"X-Service-Authentication: code=\"DEMO\" date=\"2026-05-13 12:12:12\" hash=\"d0280aa11891c5368c86bcd8813efac422b0dfb8a3668f91b73075af10a62ef4\"\r\nContent-Length: 2\r\n\r\n{}"

var watchedAnswer = []byte("HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nDate: x\r\n\r\n{}")

func watchedConn() (*watched, []byte) {
	return &watched{Conn: &fakeConn{request: []byte(watchedRequest)}}, make([]byte, 4<<10)
}

// TestWatchingAllocatesNothing verifies that keeping a request until it is answered
// costs no memory per call.
func TestWatchingAllocatesNothing(t *testing.T) {
	c, buffer := watchedConn()
	allocated := testing.AllocsPerRun(100, func() {
		_, _ = c.Read(buffer)
		_, _ = c.Write(watchedAnswer)
	})
	if allocated > 0 || len(c.raw) > 0 {
		t.Errorf("got %v allocations and %d bytes left, want none", allocated, len(c.raw))
	}
}

func BenchmarkWatching(b *testing.B) {
	c, buffer := watchedConn()
	b.ReportAllocs()
	for b.Loop() {
		_, _ = c.Read(buffer)
		_, _ = c.Write(watchedAnswer)
	}
}

// TestRequestLength verifies where a request ends, whatever follows it.
func TestRequestLength(t *testing.T) {
	t.Parallel()
	const next = "GET /next HTTP/1.1\r\n\r\n"
	for _, request := range []string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
		watchedRequest,
		"POST / HTTP/1.1\r\ncontent-length:7\r\n\r\nGET \r\n\r",
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n4;a=\"b\"\r\n\r\n\r\n\r\n0\r\nT: x\r\n\r\n",
	} {
		for _, rest := range []string{"", next} {
			if got := requestLength([]byte(request + rest)); got != int64(len(request)) {
				t.Errorf("%q before %q: got %d, want %d", request, rest, got, len(request))
			}
		}
	}
	for raw, missing := range map[string]int64{
		"":                      0,
		"GET / HTTP/1.1\r\nHos": 0,
		"POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\nabc":                        97,
		"POST / HTTP/1.1\r\nContent-Length: 9223372036854775807\r\n\r\nabc":        0,
		"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n":                            0,
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffff\r\nabc":  0,
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc":            0,
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nTrailer: x\r\n": 0,
	} {
		if got := requestLength([]byte(raw)); got != int64(len(raw))+missing {
			t.Errorf("%q: got %d of %d, want %d more", raw, got, len(raw), missing)
		}
	}
}

// TestBodyArrivesLate answers a request before its body has come: the body does not
// belong to the next request.
func TestBodyArrivesLate(t *testing.T) {
	t.Parallel()
	c, buffer := watchedConn()
	arrive := func(text string) {
		c.Conn.(*fakeConn).request = []byte(text)
		_, _ = c.Read(buffer)
	}
	arrive("POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\na")
	_, _ = c.Write([]byte("HTTP/1.1 100 Continue\r\n\r\n"))
	_, _ = c.Write(watchedAnswer)
	_, _ = c.Write([]byte("the rest of the answer"))
	arrive("bcd")
	arrive("efGET /next")
	if got := string(c.raw); got != "GET /next" {
		t.Errorf("got %q", got)
	}
	arrive(strings.Repeat("x", len(buffer)))
	for range 40 {
		_, _ = c.Read(buffer)
	}
	if len(c.raw) != maxRaw || c.dropped == 0 {
		t.Errorf("got %d bytes and %d dropped, want %d and more", len(c.raw), c.dropped, maxRaw)
	}
	_, _ = c.Write(watchedAnswer)
	if c.raw != nil || c.dropped != 0 {
		t.Errorf("got %d bytes and %d dropped, want none", cap(c.raw), c.dropped)
	}
}
