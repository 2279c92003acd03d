package conn

import (
	"io"
	"net"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// maxRaw is the number of bytes of a request that are kept: as many as the
// server reads before it rejects the headers.
const maxRaw = MaxHeader + 8<<10

// maxReused is the largest buffer that a connection keeps for its next request.
const maxReused = 8 << 10

// lingering is how long a connection reads the rest of a refused body.
const lingering = time.Second

// watched is a connection that keeps the bytes of the requests that have no answer
// yet. The server reads and writes at the same time, hence the lock.
type watched struct {
	net.Conn
	plain  net.Conn // the connection itself
	reject func(Rejected) []byte

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

// Write writes, and replaces an answer of the server itself.
func (c *watched) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(c.replaced(p))
	return min(n, len(p)), err // the server expects the length of its own answer
}

// replaced returns what is written in place of p.
func (c *watched) replaced(p []byte) []byte {
	if !beginsAnswer(p) {
		return p
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.advance()
	if status, reason, ok := rejectionIn(p); ok {
		if answer := c.reject(newRejected(c.RemoteAddr(), c.raw, status, reason)); answer != nil {
			return answer
		}
	}
	return p
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

// NetConn returns the connection itself, below TLS.
func (c *watched) NetConn() net.Conn { return c.plain }

// CloseWrite ends the answer while the rest of a rejected request may still
// arrive, so that the client can read why.
func (c *watched) CloseWrite() error { return closeWrite(c.Conn) }

// Close closes the connection. Of a body that the server refused, the rest is read and
// discarded for a moment, because many clients send all of a request before they read,
// and a connection that is closed meanwhile takes the answer from them.
func (c *watched) Close() error {
	if c.isRefused() && closeWrite(c.Conn) == nil {
		_ = c.SetReadDeadline(clock.System().Add(lingering)) // a closed connection fails below
		_, _ = io.Copy(io.Discard, c.Conn)                   // until the client closes it, too
	}
	return c.Conn.Close()
}

// isRefused reports whether a part of the body of an answered request is still to come.
func (c *watched) isRefused() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.skip > 0
}

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
