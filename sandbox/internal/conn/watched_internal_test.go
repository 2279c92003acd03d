package conn

import (
	"net"
	"slices"
	"strings"
	"testing"
	"time"
)

func init() { lingering = time.Minute } // because a reader may stand still on a busy machine

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

// TestRequestEnds verifies where a request ends, whatever follows it, and in how many
// pieces it arrives before or after its answer.
func TestRequestEnds(t *testing.T) {
	t.Parallel()
	const next = "GET /next HTTP/1.1\r\n\r\n"
	for _, request := range []string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET / HTTP/1.1\nHost: x\n\n",
		"\r\n\r\nGET / HTTP/1.1\nHost: x\n\r\n",
		watchedRequest,
		"POST / HTTP/1.1\r\ncontent-length:7\r\n\r\nGET \r\n\r",
		"POST / HTTP/1.1\r\nContent-Length:\r\n\t7\r\n \r\nA: b\r\n 9\r\n\r\nGET \r\n\r",
		"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n4;a=\"b\"\r\n\r\n\r\n\r\na ;\r\n0123456789\r\n0\r\nT: x\r\n\r\n",
		"POST / HTTP/1.1\r\nContent-Length: 200000\r\n\r\n" + strings.Repeat("x", 200_000),
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.Repeat("1000\r\n"+strings.Repeat("x", 0x1000)+"\r\n", 50) + "0\r\n\r\n",
	} {
		for _, size := range []int{1, 7, 4 << 10} {
			for _, answered := range []int{headOf([]byte(request)).size, len(request), len(request + next)} {
				c := &watched{Conn: &fakeConn{}}
				arrive := func(text string) {
					for piece := range slices.Chunk([]byte(text), size) {
						c.Conn.(*fakeConn).request = piece
						_, _ = c.Read(make([]byte, size))
					}
				}
				arrive((request + next)[:answered])
				if c.passed != (answered > maxRaw) {
					t.Errorf("%.60q: passed is %t with %d bytes", request, c.passed, answered)
				}
				_, _ = c.Write(watchedAnswer)
				arrive((request + next)[answered:])
				if string(c.raw) != next || c.passed || c.isRefused() {
					t.Errorf("%.60q in pieces of %d, answered after %d: %.80q is left, passed %t, refused %t", request, size, answered, c.raw, c.passed, c.isRefused())
				}
			}
		}
	}
}

// TestRequestThatNeverEnds verifies what is kept of one.
func TestRequestThatNeverEnds(t *testing.T) {
	t.Parallel()
	for request, refused := range map[string]bool{
		"":                      false,
		"GET / HTTP/1.1\r\nHos": false,
		"POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\nabc":                        true,
		"POST / HTTP/1.1\r\nContent-Length: 9223372036854775807\r\n\r\nabc":        true,
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffff\r\nabc":  true,
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc":            true,
		"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nTrailer: x\r\n": true,
	} {
		c := &watched{Conn: &fakeConn{request: []byte(request)}}
		_, _ = c.Read(make([]byte, 4<<10))
		_, _ = c.Write(watchedAnswer)
		if len(c.raw) > 0 || c.isRefused() != refused {
			t.Errorf("%q: got %d bytes and %t, want none and %t", request, len(c.raw), c.isRefused(), refused)
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
	if len(c.raw) != maxRaw {
		t.Errorf("got %d bytes, want %d", len(c.raw), maxRaw)
	}
	_, _ = c.Write(watchedAnswer)
	if c.raw != nil {
		t.Errorf("got %d bytes, want none", cap(c.raw))
	}
}
