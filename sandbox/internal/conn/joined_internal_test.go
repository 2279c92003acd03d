package conn

import (
	"bytes"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"
)

// writtenConn keeps what is written to it.
type writtenConn struct {
	net.Conn
	written bytes.Buffer
	closed  bool
}

func (c *writtenConn) Write(p []byte) (int, error) { return c.written.Write(p) }

func (c *writtenConn) SetWriteDeadline(time.Time) error { return nil }

func (c *writtenConn) Close() error {
	c.closed = true
	return nil
}

// beginning returns the first bytes of an answer that fill the buffer of the server.
func beginning(head string) []byte {
	p := []byte("HTTP/1.1 200 OK\r\n" + head + "\r\n\r\n")
	return append(p, bytes.Repeat([]byte("x"), serverBuffer-len(p))...)
}

// TestJoined verifies which beginnings of answers wait for the rest, and that none is
// lost when the connection is closed behind it.
func TestJoined(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		first []byte
		held  bool
	}{
		{"more follows", beginning("Content-Type: x\r\nContent-Length: 9000"), true},
		{"whole", beginning("Content-Length: " + strconv.Itoa(serverBuffer-len("HTTP/1.1 200 OK\r\nContent-Length: 4056\r\n\r\n"))), false},
		{"no length", beginning("Transfer-Encoding: chunked"), false},
		{"buffer not full", beginning("Content-Length: 9000")[:100], false},
		{"no body", beginning("Content-Length: 9000\r\nA: " + strings.Repeat("a", serverBuffer-len("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\nA: \r\n\r\n"))), false},
		{"the middle of a body", bytes.Repeat([]byte("x"), serverBuffer), false},
		{"not final", append([]byte("HTTP/1.1 100 Continue\r\nContent-Length: 9000\r\n\r\n"), make([]byte, 4046)...)[:serverBuffer], false},
	} {
		for _, end := range []string{"rest", ""} {
			conn := &writtenConn{}
			c := &joined{Conn: conn}
			if n, err := c.Write(test.first); n != len(test.first) || err != nil {
				t.Errorf("%s: got %d, %v", test.name, n, err)
			}
			if held := conn.written.Len() == 0; held != test.held {
				t.Errorf("%s: held is %t, want %t", test.name, held, test.held)
			}
			if end != "" {
				if n, err := c.Write([]byte(end)); n != len(end) || err != nil {
					t.Errorf("%s: got %d, %v for the rest", test.name, n, err)
				}
			}
			if err := c.Close(); err != nil || !conn.closed {
				t.Errorf("%s: not closed, %v", test.name, err)
			}
			if got, want := conn.written.String(), string(test.first)+end; got != want {
				t.Errorf("%s: %d bytes were written, want %d", test.name, len(got), len(want))
			}
		}
	}
}
