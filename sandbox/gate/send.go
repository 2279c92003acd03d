package gate

import (
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// Answered reports whether the caller gets an answer at all: a reset or empty
// connection has none, and then the operation is not carried out either.
func Answered(cut scenario.Cut) bool { return cut != scenario.Reset && cut != scenario.Empty }

// Garble replaces a body by one that is neither JSON nor XML, where a scenario
// wants it.
func Garble(cut scenario.Cut, body []byte) []byte {
	if cut != scenario.Garbage {
		return body
	}
	garbled := make([]byte, max(len(body), 64))
	for i := range garbled {
		garbled[i] = byte(i*167 + 0x80)
	}
	return garbled
}

// How slowly an answer drips.
const (
	drops    = 20
	dropTime = 100 * time.Millisecond
)

// Send writes an answer, or what a scenario leaves of it. The headers are
// those of the writer.
func Send(w http.ResponseWriter, cut scenario.Cut, status int, body []byte) {
	if !Answered(cut) {
		hangUp(w, cut)
		return
	}
	if status != http.StatusNoContent {
		w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	}
	w.WriteHeader(status)
	switch cut {
	case scenario.Truncate:
		_, _ = w.Write(body[:len(body)/2])
		_ = http.NewResponseController(w).Flush() // else the beginning would be lost with the end
		panic(http.ErrAbortHandler)
	case scenario.Drip:
		drip(w, body)
	default:
		_, _ = w.Write(body) // a client that is gone has no use for an error
	}
}

// drip writes a body in small pieces.
func drip(w http.ResponseWriter, body []byte) {
	flusher := http.NewResponseController(w)
	piece := len(body)/drops + 1
	for start := 0; start < len(body); start += piece {
		if _, err := w.Write(body[start:min(start+piece, len(body))]); err != nil {
			return
		}
		if err := flusher.Flush(); err != nil {
			return
		}
		time.Sleep(dropTime)
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
