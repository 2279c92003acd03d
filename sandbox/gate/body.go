package gate

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
)

// ErrTooLarge says that a body is larger than the operation takes.
var ErrTooLarge = errors.New("the body is too large")

// firstRead is how much room is made for a body that says to be large before
// it has proved it.
const firstRead = 64 << 10

// ReadBody reads the body of a request up to a limit and notes it in the
// journal. One that says to be larger is not read at all, so that a client that
// waits to be told to go on keeps it. The error is ErrTooLarge, or says how the
// body broke off behind what is returned of it.
func ReadBody(r *http.Request, entry *journal.Recorder, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, ErrTooLarge
	}
	var body bytes.Buffer
	body.Grow(int(min(max(r.ContentLength, 0), firstRead)) + bytes.MinRead)
	if _, err := body.ReadFrom(io.TeeReader(io.LimitReader(r.Body, limit+1), sink{entry})); err != nil {
		return body.Bytes(), err
	}
	if int64(body.Len()) > limit {
		return nil, ErrTooLarge
	}
	r.Body = http.NoBody // all of it was read, and nothing is left to be thrown away
	return body.Bytes(), nil
}

// Discard reads what is left of a body and throws it away, up to a bound,
// because a client that is still sending would not read the answer. One that
// waits to be told to go on is not told.
func Discard(r *http.Request, entry *journal.Recorder) {
	if r.Body == nil || r.Body == http.NoBody || r.Header["Expect"] != nil && entry.Request.BodySize == 0 {
		return
	}
	_, _ = io.CopyN(sink{entry}, r.Body, catalog.MaxDiscarded) // a broken body is no reason to refuse
}

// sink notes the bytes written to it as a part of the request's body.
type sink struct{ entry *journal.Recorder }

// Write notes a piece; it never fails.
func (s sink) Write(piece []byte) (int, error) {
	s.entry.RequestBody(piece)
	return len(piece), nil
}
