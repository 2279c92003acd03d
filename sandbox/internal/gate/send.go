package gate

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// HasAnswer reports whether the client gets an answer. A reset or empty connection
// has none, and then the operation is not carried out either.
func HasAnswer(cut scenario.Cut) bool { return cut != scenario.Reset && cut != scenario.Empty }

// garble replaces a body by bytes that are neither JSON nor XML, if the cut is
// garbage.
func garble(cut scenario.Cut, body []byte) []byte {
	if cut != scenario.Garbage {
		return body
	}
	garbled := make([]byte, max(len(body), 64))
	for i := range garbled {
		garbled[i] = byte(i*167 + 0x80)
	}
	return garbled
}

// written returns the part of a body that the client gets.
func written(cut scenario.Cut, body []byte) []byte {
	if cut == scenario.Truncate {
		return body[:len(body)/2]
	}
	return body
}

// The pieces of an answer that drips, and the time between two.
const (
	drops    = 20
	dropTime = 100 * time.Millisecond
)

// send writes an answer, or the part of it that a scenario lets through. The
// headers are those of the writer. A truncated empty body announces one byte that
// never comes, because otherwise the client could not notice; where HTTP allows
// no body, the connection ends behind the headers.
func send(c *Call, r *http.Request, cut scenario.Cut, status int, body []byte) {
	w := c.Writer
	if !HasAnswer(cut) {
		hangUp(w, cut)
		return
	}
	length := len(body)
	if cut == scenario.Truncate {
		length = max(length, 1)
	}
	if status != http.StatusNoContent {
		w.Header()["Content-Length"] = c.values.one(strconv.Itoa(length))
	}
	Protect(w.Header())
	w.WriteHeader(status)
	switch {
	case cut == scenario.Truncate:
		_, _ = w.Write(written(cut, body))
		_ = http.NewResponseController(w).Flush() // otherwise the client would not get the beginning either
		panic(http.ErrAbortHandler)
	case cut == scenario.Drip && r.Method != http.MethodHead:
		drip(r.Context(), w, body)
	default:
		_, _ = w.Write(body) // an error means that the client went away
	}
}

// The values of the headers that Protect sets. All answers share them, so that no
// call allocates any.
var (
	noSniff = []string{"nosniff"}
	noStore = []string{"no-store"}
)

// Protect keeps browsers from guessing the type of an answer, and caches from keeping
// it. A scenario may say otherwise. The journal leaves these headers out, because
// every answer has them.
func Protect(h http.Header) {
	if h["X-Content-Type-Options"] == nil {
		h["X-Content-Type-Options"] = noSniff
	}
	if h["Cache-Control"] == nil {
		h["Cache-Control"] = noStore
	}
}

// drip writes a body in small pieces, and the rest at once when the sandbox
// stops.
func drip(ctx context.Context, w http.ResponseWriter, body []byte) {
	flusher := http.NewResponseController(w)
	piece := len(body)/drops + 1
	for start := 0; start < len(body); start += piece {
		if _, err := w.Write(body[start:min(start+piece, len(body))]); err != nil {
			return
		}
		if err := flusher.Flush(); err != nil {
			return
		}
		pause(ctx, dropTime)
	}
}

// hangUp closes the connection of a call, or resets it. It panics, because the server and
// the router must not end an answer that there is not.
func hangUp(w http.ResponseWriter, cut scenario.Cut) {
	if routed, ok := w.(interface{ Unwrap() http.ResponseWriter }); ok {
		w = routed.Unwrap() // because its Hijack panics where the writer below has none
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // net/http then closes the connection
	}
	if cut == scenario.Reset {
		if secure, ok := conn.(interface{ NetConn() net.Conn }); ok {
			conn = secure.NetConn()
		}
		if plain, ok := conn.(*net.TCPConn); ok {
			_ = plain.SetLinger(0) // makes Close reset the connection
		}
	}
	_ = conn.Close()
	panic(http.ErrAbortHandler)
}
