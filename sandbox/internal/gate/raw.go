package gate

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// raw is a connection left to an answer by the server. It ends with the client, and when
// the sandbox stops.
type raw struct {
	net.Conn
	in       *bufio.Reader // the client's bytes behind its request
	released atomic.Bool   // no wait is due any more
}

// sendRaw writes an answer, or a part of it, to the connection of a call, and closes it.
// It panics, because the server and the router must not end an answer that they do not
// write.
func (d *delivery) sendRaw(c *Call, r *http.Request, status int) {
	connection := takeOver(c.Writer)
	defer panic(http.ErrAbortHandler)
	defer connection.end()
	defer context.AfterFunc(r.Context(), connection.end)()
	defer context.AfterFunc(c.Decision().HoldFor(0).Released, connection.release)()
	defer context.AfterFunc(c.life(), connection.end)()
	switch {
	case d.head >= 0:
		head := headOf(r, status, c.Writer.Header(), d.body)
		connection.write(head[:min(d.head, len(head))])
	case !d.lost:
		d.writeTo(connection, headOf(r, status, c.Writer.Header(), d.body))
	case c.Decision().Effect.Cut == scenario.Reset:
		connection.reset()
	}
}

// writeTo writes head and body, and waits until the connection is to be closed.
func (d *delivery) writeTo(connection *raw, head []byte) {
	if !connection.write(head) {
		return
	}
	for start := 0; start < len(d.body); start += d.piece {
		if start > 0 && !connection.wait(d.between) {
			return
		}
		if !connection.write(d.body[start:min(start+d.piece, len(d.body))]) {
			return
		}
	}
	if d.stale && !d.broken {
		connection.untilNext()
	}
}

// takeOver takes the connection of a call over from the server.
func takeOver(w http.ResponseWriter) *raw {
	if routed, ok := w.(interface{ Unwrap() http.ResponseWriter }); ok {
		w = routed.Unwrap() // because its Hijack panics where the writer below has none
	}
	connection, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // net/http then closes the connection
	}
	return &raw{Conn: connection, in: buffered.Reader}
}

// write writes a part of an answer, and reports whether the client takes it.
func (w *raw) write(part []byte) bool {
	_ = w.SetWriteDeadline(clock.System().Add(afterDelay)) // a closed connection fails below
	_, err := w.Write(part)
	return err == nil
}

// wait waits, and reports whether the client is still there. Its bytes are dropped.
func (w *raw) wait(d time.Duration) bool {
	w.waitUntil(clock.System().Add(d))
	_, err := io.Copy(io.Discard, w.in)
	return errors.Is(err, os.ErrDeadlineExceeded)
}

// untilNext waits until the next request arrives.
func (w *raw) untilNext() {
	w.waitUntil(clock.System().Add(scenario.MaxDelivery))
	_, _ = w.in.Peek(1)
}

// waitUntil bounds the next read.
func (w *raw) waitUntil(end time.Time) {
	_ = w.SetReadDeadline(end)
	if w.released.Load() { // perhaps before the deadline was set
		w.release()
	}
}

// release ends the present wait, and all later ones.
func (w *raw) release() {
	w.released.Store(true)
	_ = w.SetReadDeadline(clock.System())
}

// end closes the connection, if the client has not done so already.
func (w *raw) end() { _ = w.Close() }

// reset resets the connection.
func (w *raw) reset() {
	connection := w.Conn
	if secure, ok := connection.(interface{ NetConn() net.Conn }); ok {
		connection = secure.NetConn()
	}
	if plain, ok := connection.(*net.TCPConn); ok {
		_ = plain.SetLinger(0) // makes Close reset it, and TLS must not take leave first
	}
	_ = connection.Close()
}

// headOf returns the head of an answer as the server writes it.
func headOf(r *http.Request, status int, header http.Header, body []byte) []byte {
	var head bytes.Buffer
	text := cmp.Or(http.StatusText(status), "status code "+strconv.Itoa(status))
	fmt.Fprintf(&head, "HTTP/1.%d %03d %s\r\n", min(r.ProtoMinor, 1), status, text)
	if _, given := header["Date"]; !given {
		header.Set("Date", clock.System().UTC().Format(http.TimeFormat))
	}
	if _, given := header["Content-Type"]; !given && len(body) > 0 {
		header.Set("Content-Type", http.DetectContentType(body))
	}
	_ = header.Write(&head) // a buffer takes everything
	head.WriteString("\r\n")
	return head.Bytes()
}
