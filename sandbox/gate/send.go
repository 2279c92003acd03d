package gate

import (
	"context"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// HasAnswer reports whether the caller gets an answer at all: a reset or empty
// connection has none, and then the operation is not carried out either.
func HasAnswer(cut scenario.Cut) bool { return cut != scenario.Reset && cut != scenario.Empty }

// garble replaces a body by one that is neither JSON nor XML, where a scenario
// wants it.
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

// sent returns what of a body goes out.
func sent(cut scenario.Cut, body []byte) []byte {
	if cut == scenario.Truncate {
		return body[:len(body)/2]
	}
	return body
}

// How slowly an answer drips.
const (
	drops    = 20
	dropTime = 100 * time.Millisecond
)

// send writes an answer, or what a scenario leaves of it. The headers are
// those of the writer. An empty body that is cut announces a byte that never
// comes, so that the caller can tell; an answer that HTTP allows no body for
// loses its connection alone.
func send(w http.ResponseWriter, r *http.Request, cut scenario.Cut, status int, body []byte) {
	if !HasAnswer(cut) {
		hangUp(w, cut)
		return
	}
	length := len(body)
	if cut == scenario.Truncate {
		length = max(length, 1)
	}
	if status != http.StatusNoContent {
		w.Header()["Content-Length"] = []string{strconv.Itoa(length)}
	}
	w.WriteHeader(status)
	switch {
	case cut == scenario.Truncate:
		_, _ = w.Write(sent(cut, body))
		_ = http.NewResponseController(w).Flush() // else the beginning would be lost with the end
		panic(http.ErrAbortHandler)
	case cut == scenario.Drip && r.Method != http.MethodHead:
		drip(r.Context(), w, body)
	default:
		_, _ = w.Write(body) // a client that is gone has no use for an error
	}
}

// drip writes a body in small pieces, the rest of it at once when the sandbox
// is stopped.
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

// hangUp closes the connection of a call, or resets it.
func hangUp(w http.ResponseWriter, cut scenario.Cut) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // closes it as well
	}
	if cut == scenario.Reset {
		if secure, ok := conn.(interface{ NetConn() net.Conn }); ok {
			conn = secure.NetConn()
		}
		if plain, ok := conn.(*net.TCPConn); ok {
			_ = plain.SetLinger(0) // what is closed now is reset
		}
	}
	_ = conn.Close()
}
