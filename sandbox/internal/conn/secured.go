package conn

import (
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"regexp"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// secured is a watched connection with TLS. It makes the handshake itself, because the
// server makes it for a plain *tls.Conn only, and nobody can watch the bytes of one.
type secured struct {
	watched
	tls    *tls.Conn
	first  *opening
	log    *slog.Logger
	failed bool // the handshake
}

func newSecured(c net.Conn, o Options) *secured {
	first := &opening{Conn: c}
	conn := tls.Server(first, o.TLS)
	return &secured{watched: watched{Conn: conn, plain: c, reject: o.Reject}, tls: conn, first: first, log: o.Log}
}

// ConnectionState makes the handshake and returns its result. The server calls it once,
// before it reads.
func (c *secured) ConnectionState() tls.ConnectionState {
	_ = c.tls.SetDeadline(clock.System().Add(headerTimeout)) // a closed connection fails below
	err := c.tls.Handshake()
	if err == nil {
		_ = c.tls.SetDeadline(time.Time{})
	} else {
		c.failed = true
		c.fail(err)
	}
	c.first.bytes, c.first.ended = nil, true
	return c.tls.ConnectionState()
}

// fail answers a client that speaks HTTP without TLS, and logs any other failure.
func (c *secured) fail(err error) {
	raw := c.first.bytes
	var record tls.RecordHeaderError
	if errors.As(err, &record) && record.Conn != nil && beginsRequest.Match(raw) {
		answer := c.reject(newRejected(c.RemoteAddr(), raw, "400 Bad Request", "this address serves https; the request came without TLS"))
		if answer != nil {
			_, _ = record.Conn.Write(answer) // an error means that the client is gone
			return
		}
	}
	c.log.Warn("TLS handshake failed", slog.String("remote", c.RemoteAddr().String()), slog.Any("error", err))
}

// beginsRequest matches bytes that begin with the name of a method and a blank.
var beginsRequest = regexp.MustCompile("^[A-Z]{3,} ")

// Read reads. After a failed handshake nothing more comes.
func (c *secured) Read(p []byte) (int, error) {
	if c.failed {
		return 0, io.EOF
	}
	return c.watched.Read(p)
}

// maxOpening is how many bytes are kept of a possible request without TLS.
const maxOpening = 4 << 10

// opening is a connection that keeps its first bytes until the handshake ends.
type opening struct {
	net.Conn
	bytes []byte
	ended bool
}

// Read reads, and keeps the bytes.
func (c *opening) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if !c.ended {
		c.bytes = append(c.bytes, p[:min(n, maxOpening-len(c.bytes))]...)
	}
	return n, err
}
