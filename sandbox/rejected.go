package sandbox

import (
	"bytes"
	"net"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
)

// rejections is a listener that records what the server rejects before any
// handler sees it, such as a broken request line or endless headers. The server
// reports these to nobody, so each connection keeps the bytes of a request until
// it is answered. An error below the REST base gets the shape of section 2.5. TLS
// connections are left alone, because their bytes are encrypted here.
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
	return &watched{Conn: c, listener: l}, nil
}

// maxRaw is the number of bytes of a request that are kept: as many as the
// server reads before it rejects the headers.
const maxRaw = maxHeader + 8<<10

// maxReused is the largest buffer that a connection keeps for its next request.
const maxReused = 8 << 10

// watched is a connection that keeps the bytes read since its last write. The
// server reads and writes at the same time, hence the lock.
type watched struct {
	net.Conn
	listener *rejections

	mu  sync.Mutex
	raw []byte
}

// Read reads and keeps the bytes.
func (c *watched) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw = append(c.raw, p[:min(n, maxRaw-len(c.raw))]...)
	return n, err
}

// Write writes, and records an answer of the server itself.
func (c *watched) Write(p []byte) (int, error) {
	c.mu.Lock()
	answer := p
	if g := c.listener.gate.Load(); g != nil && isRejection(p) {
		answer = shaped(c.raw, p)
		g.Reject(c.RemoteAddr().String(), c.raw, p, answer)
	}
	c.raw = c.raw[:0]
	if cap(c.raw) > maxReused {
		c.raw = nil
	}
	c.mu.Unlock()
	n, err := c.Conn.Write(answer)
	return min(n, len(p)), err // the server expects the length of its own answer
}

// shaped returns an answer of the server itself in the shape of the REST protocol
// if the request line names a path below the REST base.
func shaped(raw, answer []byte) []byte {
	line, _, _ := bytes.Cut(raw, []byte("\r\n"))
	words := strings.Fields(string(line))
	if len(words) < 2 || !rest.Serves(words[1]) {
		return answer
	}
	return rest.Rejected(answer)
}

// NetConn returns the connection itself.
func (c *watched) NetConn() net.Conn { return c.Conn }

// CloseWrite ends the answer while the rest of a rejected request may still
// arrive, so that the client can read why.
func (c *watched) CloseWrite() error {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if !ok {
		return c.Close()
	}
	return half.CloseWrite()
}

// isRejection reports whether package net/http wrote an answer without a handler:
// only these have no Date header.
func isRejection(answer []byte) bool {
	_, headers, _ := bytes.Cut(answer, []byte("\r\n"))
	return bytes.HasPrefix(headers, []byte("Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"))
}
