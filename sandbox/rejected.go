package sandbox

import (
	"bytes"
	"net"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/rest"
)

// rejections is a listener that notes what the server refuses before any
// handler sees it, such as a request line that is none or headers without end.
// The server tells nobody of these, so the bytes of each request are kept until
// it is answered. A refusal under the REST base is given the shape of section
// 2.5. What arrives by TLS is left alone: its bytes mean nothing here.
type rejections struct {
	net.Listener
	gate atomic.Pointer[gate.Gate] // nil until the sandbox is ready
}

// Accept returns the next connection, watched.
func (l *rejections) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &watched{Conn: c, listener: l}, nil
}

// maxRaw is how much of a request is kept: all that the server reads of
// headers before it refuses them.
const maxRaw = maxHeader + 8<<10

// maxReused keeps one large request from living on with its connection.
const maxReused = 8 << 10

// watched is a connection that keeps what it read since it last wrote. The
// server reads and writes at once, hence the lock.
type watched struct {
	net.Conn
	listener *rejections

	mu  sync.Mutex
	raw []byte
}

// Read reads and keeps what it read.
func (c *watched) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw = append(c.raw, p[:min(n, maxRaw-len(c.raw))]...)
	return n, err
}

// Write writes, and notes an answer that the server gives by itself.
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
	return min(n, len(p)), err // the server knows of its own answer only
}

// shaped gives an answer of the server's own the shape of the REST wire when
// the request, as far as its first line can be read, was meant for that.
func shaped(raw, answer []byte) []byte {
	line, _, _ := bytes.Cut(raw, []byte("\r\n"))
	words := strings.Fields(string(line))
	if len(words) < 2 || !rest.Serves(words[1]) {
		return answer
	}
	return rest.Rejected(answer)
}

// NetConn returns the connection that is watched.
func (c *watched) NetConn() net.Conn { return c.Conn }

// CloseWrite ends the answer, while the rest of a refused request may still
// arrive: the server closes a connection so to let the client read why.
func (c *watched) CloseWrite() error {
	half, ok := c.Conn.(interface{ CloseWrite() error })
	if !ok {
		return c.Close()
	}
	return half.CloseWrite()
}

// isRejection reports whether an answer is one that package net/http writes
// without a handler: these have no date, and no handler can leave it out.
func isRejection(answer []byte) bool {
	_, headers, _ := bytes.Cut(answer, []byte("\r\n"))
	return bytes.HasPrefix(headers, []byte("Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"))
}
