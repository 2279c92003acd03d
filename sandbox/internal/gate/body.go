package gate

import (
	"errors"
	"io"
	"net/http"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// ErrTooLarge reports a body larger than the operation accepts.
var ErrTooLarge = errors.New("the body is too large")

// firstRead is the most room, in bytes, for a body before any of it has arrived,
// whatever length it announces.
const firstRead = 64 << 10

// leastRead is the least growth, in bytes, of the buffer for a body of unknown length.
const leastRead = 512

// ReadBody returns the body of a request, up to a limit in bytes, and records it in the entry, if
// there is one. It does not begin to read a longer announced body, so that a client waiting for
// 100 Continue does not send it. The error is ErrTooLarge or, for a broken body, the reason,
// beside the part received.
func ReadBody(r *http.Request, entry *journal.Recorder, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, ErrTooLarge
	}
	announced := max(r.ContentLength, 0)
	body := make([]byte, 0, min(announced, firstRead)+1) // the last one for the end of the body
	for {
		if len(body) == cap(body) {
			body = slices.Grow(body, room(len(body), int(announced), int(limit)))
		}
		n, err := r.Body.Read(body[len(body):min(int64(cap(body)), limit+1)])
		if entry != nil {
			entry.RequestBody(body[len(body) : len(body)+n])
		}
		body = body[:len(body)+n]
		switch {
		case int64(len(body)) > limit:
			return nil, ErrTooLarge
		case errors.Is(err, io.EOF):
			r.Body = http.NoBody // Discard finds nothing left
			return body, nil
		case err != nil:
			return body, err
		}
	}
}

// room returns how many bytes more a full buffer of length bytes needs: the rest of the
// announced length, otherwise as many as it has, up to one byte beyond the limit.
func room(length, announced, limit int) int {
	if length <= announced {
		return announced + 1 - length
	}
	return min(max(length, leastRead), limit+1-length)
}

// Discard reads the rest of a body, up to a bound, and records it, because a client
// still sending would not read the answer. A client that waits for 100 Continue does
// not get one. Discarding needs no turn.
func Discard(r *http.Request, entry *journal.Recorder) {
	if r.Body == nil || r.Body == http.NoBody || r.Header["Expect"] != nil && entry.Request.BodySize == 0 {
		return
	}
	body := r.Body
	if turn, ok := body.(*Turn); ok {
		body = turn.ReadCloser
	}
	_, _ = io.CopyN(requestBody{entry}, body, catalog.MaxDiscarded) // the call does not need the body, so a broken one is no failure
}

// requestBody records the bytes written to it as a part of the request's body.
type requestBody struct{ entry *journal.Recorder }

// Write records a piece; it never fails.
func (s requestBody) Write(piece []byte) (int, error) {
	s.entry.RequestBody(piece)
	return len(piece), nil
}
