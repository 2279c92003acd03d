package sandbox

import (
	"bytes"
	"net"
	"sync"
	"sync/atomic"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// rejections is a listener that records what the server rejects before any handler
// sees it, such as a broken request line or endless headers. The server reports these
// to nobody, so each connection keeps the bytes of a request until it is answered.
type rejections struct {
	net.Listener
	gate *atomic.Pointer[gate.Gate] // nil until the sandbox is ready
}

// Accept returns the next connection, as a watched one.
func (l *rejections) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &watched{Conn: newTimed(c), gate: l.gate}, nil
}

// maxRaw is the number of bytes of a request that are kept: as many as the
// server reads before it rejects the headers.
const maxRaw = maxHeader + 8<<10

// maxReused is the largest buffer that a connection keeps for its next request.
const maxReused = 8 << 10

// watched is a connection that keeps the bytes of the requests that have no answer
// yet. The server reads and writes at the same time, hence the lock.
type watched struct {
	net.Conn
	gate *atomic.Pointer[gate.Gate]

	mu      sync.Mutex
	raw     []byte // begins with the request that is answered next
	dropped int64  // bytes behind raw that were not kept
	skip    int64  // bytes to come of the body of an answered request
}

// Read reads and keeps the bytes.
func (c *watched) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	fresh := p[:n]
	if c.skip > 0 {
		over := min(c.skip, int64(n))
		c.skip, fresh = c.skip-over, fresh[over:]
	}
	kept := min(len(fresh), maxRaw-len(c.raw))
	c.raw, c.dropped = append(c.raw, fresh[:kept]...), c.dropped+int64(len(fresh)-kept)
	return n, err
}

// Write writes, and records an answer of the server itself.
func (c *watched) Write(p []byte) (int, error) {
	answer := p
	c.mu.Lock()
	if beginsAnswer(p) {
		if g := c.gate.Load(); g != nil {
			if status, reason, ok := rejectionIn(p); ok {
				answer = reject(g, c.RemoteAddr().String(), c.raw, status, reason)
			}
		}
		c.advance()
	}
	c.mu.Unlock()
	n, err := c.Conn.Write(answer)
	return min(n, len(p)), err // the server expects the length of its own answer
}

// advance forgets the request that is answered. What remains belongs to the next one,
// because a client may send it early.
func (c *watched) advance() {
	end, all := requestLength(c.raw), int64(len(c.raw))+c.dropped
	c.skip = max(0, end-all)
	left := 0
	if end < all && c.dropped == 0 {
		left = copy(c.raw, c.raw[end:])
	}
	c.raw, c.dropped = c.raw[:left], 0
	if left == 0 && cap(c.raw) > maxReused {
		c.raw = nil
	}
}

// NetConn returns the connection itself.
func (c *watched) NetConn() net.Conn {
	if t, ok := c.Conn.(*timed); ok {
		return t.Conn
	}
	return c.Conn
}

// CloseWrite ends the answer while the rest of a rejected request may still
// arrive, so that the client can read why.
func (c *watched) CloseWrite() error { return closeWrite(c.Conn) }

// closeWrite ends what a connection writes, or closes one that cannot be half closed.
func closeWrite(c net.Conn) error {
	half, ok := c.(interface{ CloseWrite() error })
	if !ok {
		return c.Close()
	}
	return half.CloseWrite()
}

// beginsAnswer reports whether bytes begin a final answer. The server writes each
// answer from its beginning, and 100 Continue is not final.
func beginsAnswer(p []byte) bool {
	return len(p) > len("HTTP/1.1 2") && string(p[:7]) == "HTTP/1." && p[len("HTTP/1.1 ")] != '1'
}

// The marks of an answer that package net/http writes without a handler: no Date, or
// the status of an Expect header that it does not know, without an id of the journal.
var (
	unreadableMark  = []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n")
	expectationMark = []byte("HTTP/1.1 417 Expectation Failed\r\n")
	handledMark     = []byte("\r\nX-Sandbox-Request: ")
)

// rejectionIn returns the status line without the version, and the reason, of an answer
// that package net/http writes without a handler.
func rejectionIn(answer []byte) (status, reason string, ok bool) {
	line, _, _ := bytes.Cut(answer, []byte("\r\n"))
	switch {
	case bytes.HasPrefix(answer[len(line):], unreadableMark):
		reason = string(answer[len(line)+len(unreadableMark):])
	case bytes.HasPrefix(answer, expectationMark) && !bytes.Contains(answer, handledMark):
		reason = expectationReason
	default:
		return "", "", false
	}
	return string(line[len("HTTP/1.1 "):]), reason, true
}
