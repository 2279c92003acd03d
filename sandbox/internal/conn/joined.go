package conn

import (
	"bytes"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// serverBuffer is the size in bytes of the buffer in front of each connection of
// package net/http.
const serverBuffer = 4 << 10

// joined is a connection that sends the beginning of a long answer together with the next
// bytes. The server writes its full buffer, with the headers and the first bytes of the
// body, and then the rest, and each write wakes the client.
type joined struct {
	net.Conn

	room []byte // for the held bytes

	mu   sync.Mutex // because Close may come while the server writes
	held []byte     // the beginning of an unfinished answer, empty for none
}

// Write writes, or holds the beginning of an answer until the next call.
func (c *joined) Write(p []byte) (int, error) {
	if held := c.release(); len(held) > 0 {
		both := net.Buffers{held, p}
		n, err := both.WriteTo(c.Conn)
		return max(int(n)-len(held), 0), err
	}
	if len(p) == serverBuffer && announcesMore(p) {
		c.hold(p)
		return len(p), nil
	}
	return c.Conn.Write(p)
}

func (c *joined) hold(p []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.room = append(c.room[:0], p...)
	c.held = c.room
}

// release returns the held bytes, and holds them no longer.
func (c *joined) release() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	held := c.held
	c.held = nil
	return held
}

// flush writes the held bytes, because the answer is cut behind them. A client that does
// not read must not keep the server from closing the connection.
func (c *joined) flush() {
	if held := c.release(); len(held) > 0 {
		_ = c.SetWriteDeadline(clock.System().Add(time.Second))
		_, _ = c.Conn.Write(held) // the client went away if this fails
	}
}

// Close closes the connection behind the held bytes.
func (c *joined) Close() error {
	c.flush()
	return c.Conn.Close()
}

// CloseWrite ends the answer.
func (c *joined) CloseWrite() error {
	c.flush()
	return closeWrite(c.Conn)
}

// announcesMore reports whether an answer begins with p, has a part of its body there,
// and its Content-Length says that more follows. The answer to HEAD has no body.
func announcesMore(p []byte) bool {
	head, body, whole := bytes.Cut(p, []byte("\r\n\r\n"))
	_, length, announced := bytes.Cut(head, []byte("\r\nContent-Length: "))
	if !whole || !announced || len(body) == 0 || !beginsAnswer(p) {
		return false
	}
	digits, _, _ := bytes.Cut(length, []byte("\r\n"))
	n, err := strconv.Atoi(string(digits))
	return err == nil && n > len(body)
}
