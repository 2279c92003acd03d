package gate

import (
	"net/http"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// garble replaces a body by bytes of neither JSON nor XML, if the cut is garbage.
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

// send writes the answer of a call, or the part of it that a scenario lets through,
// with the headers of the writer. Where HTTP allows no body, a cut one ends the
// connection behind the headers.
func (d *delivery) send(c *Call, r *http.Request, status int, h *headers) {
	w := c.Writer
	if status != http.StatusNoContent {
		h.set("Content-Length", strconv.Itoa(d.length))
	}
	if status == http.StatusNoContent || r.Method == http.MethodHead {
		d.body = nil
	}
	Protect(h.Header)
	if d.between > 0 || d.isRaw() {
		c.Turn.End() // because the answer may take an hour
	}
	if d.isRaw() {
		d.sendRaw(c, r, status)
	}
	w.WriteHeader(status)
	if d.between == 0 {
		_, _ = w.Write(d.body) // an error means that the client went away
		return
	}
	d.sendPieces(c)
}

// The values of the headers set by Protect. All answers share them, and no call
// allocates any.
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

// sendPieces writes a body in pieces, and the rest at once when the sandbox stops. If the
// account ends meanwhile, it ends the connection.
func (d *delivery) sendPieces(c *Call) {
	flusher := http.NewResponseController(c.Writer)
	for start := 0; start < len(d.body); start += d.piece {
		if start > 0 && c.pause(c.Decision().HoldFor(d.between)) != nil {
			panic(http.ErrAbortHandler)
		}
		if _, err := c.Writer.Write(d.body[start:min(start+d.piece, len(d.body))]); err != nil {
			return
		}
		if err := flusher.Flush(); err != nil {
			return
		}
	}
}
