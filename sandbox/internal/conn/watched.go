package conn

import (
	"io"
	"net"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// maxRaw is how many bytes of a request are kept: as many as the server reads before it
// rejects the headers.
const maxRaw = maxHeader + 8<<10

// maxReused is the largest buffer that a connection keeps for its next request.
const maxReused = 8 << 10

// lingering is how long a connection reads the rest of a refused request. It is a variable,
// because tests wait longer.
var lingering = time.Second

// watched is a connection that keeps the bytes of requests without an answer yet. The
// server reads and writes at the same time, hence the lock.
type watched struct {
	net.Conn
	plain  net.Conn // the connection itself
	reject func(Rejected) []byte

	mu     sync.Mutex
	raw    []byte    // begins with the next request to answer
	passed bool      // it begins behind that request, because the request was too long to keep
	rest   body      // to come of the request in front of raw
	reason string    // why the request is rejected although the server accepts it, "" if it is not
	ends   time.Time // when nothing is read any longer, zero before the last answer
}

// Read reads and keeps the bytes.
func (c *watched) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw = append(c.raw, p[c.rest.take(p[:n]):n]...)
	if len(c.raw) > maxRaw {
		c.passed = c.passed || c.pass()
		c.raw = c.raw[:min(len(c.raw), maxRaw)]
	}
	return n, err
}

// Write writes, and replaces the server's own answers, which end the connection.
func (c *watched) Write(p []byte) (int, error) {
	answer, rejected := c.replacement(p)
	if n, err := c.Conn.Write(answer); err != nil {
		return min(n, len(p)), err
	}
	if rejected {
		_ = c.end() // an error means that the client went away
	}
	return len(p), nil // the server expects the length of its own answer
}

// replacement returns the bytes to write in place of p, and whether they reject a request.
func (c *watched) replacement(p []byte) (answer []byte, rejected bool) {
	if !beginsAnswer(p) {
		return p, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.advance()
	reason, rejected := rejectionIn(p)
	if c.reason != "" {
		reason, rejected = c.reason, true
	}
	if !rejected {
		return p, false
	}
	if answer := c.reject(newRejected(c.RemoteAddr(), c.raw, statusOf(p), reason)); answer != nil {
		return answer, true
	}
	return p, true
}

// advance forgets the answered request.
func (c *watched) advance() {
	if !c.passed && !c.pass() {
		c.raw = nil // it cannot be read, so the connection ends
	}
	c.passed = false
}

// pass forgets the first request, and reports whether it can be read. The rest belongs to
// the next one, because a client may send it early.
func (c *watched) pass() bool {
	h := headOf(c.raw)
	if h.size == 0 {
		return false
	}
	c.rest = body{left: h.length}
	if h.chunked {
		c.rest = body{chunked: true}
	}
	end := h.size + c.rest.take(c.raw[h.size:])
	c.raw = c.raw[:copy(c.raw, c.raw[end:])]
	if len(c.raw) == 0 && cap(c.raw) > maxReused {
		c.raw = nil
	}
	return true
}

// NetConn returns the connection itself, below TLS.
func (c *watched) NetConn() net.Conn { return c.plain }

// CloseWrite ends the answer while the rest of a rejected request may still
// arrive, so that the client can read why.
func (c *watched) CloseWrite() error { return closeWrite(c.Conn) }

// Close closes the connection. It reads and discards the rest of a refused request for a
// moment, because many clients send all of a request before they read, and closing
// meanwhile would take the answer from them.
func (c *watched) Close() error {
	if c.isRefused() && c.end() == nil {
		_, _ = io.Copy(io.Discard, c.Conn) // until the client closes it, too
	}
	return c.Conn.Close()
}

// end ends the answer now, and the reading soon.
func (c *watched) end() error {
	c.mu.Lock()
	if c.ends.IsZero() {
		c.ends = clock.System().Add(lingering)
	}
	c.mu.Unlock()
	_ = c.SetReadDeadline(c.ends) // a closed connection fails below
	return closeWrite(c.Conn)
}

// isRefused reports whether a part of an answered request may still be to come.
func (c *watched) isRefused() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.ends.IsZero() || !c.passed && !c.rest.hasEnded()
}

// closeWrite ends the writes of a connection, or closes one that cannot be half closed.
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
