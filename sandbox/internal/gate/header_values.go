package gate

import (
	"net/http"
	"sync/atomic"
	"time"
)

// headerValues has room for the usual headers of an answer, to save an allocation for
// each.
type headerValues []string

// one returns the values of a header with one value.
func (h *headerValues) one(value string) []string {
	if len(*h) == cap(*h) {
		*h = make([]string, 0, 6)
	}
	*h = append(*h, value)
	return (*h)[len(*h)-1 : len(*h) : len(*h)]
}

// dates keeps the last value of a Date header, because a clock that does not show the
// real time is often frozen. It is safe for concurrent use.
type dates struct{ last atomic.Pointer[writtenDate] }

type writtenDate struct {
	second int64
	text   string
}

// text returns a time as a header has it.
func (d *dates) text(t time.Time) string {
	if last := d.last.Load(); last != nil && last.second == t.Unix() {
		return last.text
	}
	written := &writtenDate{t.Unix(), t.Format(http.TimeFormat)}
	d.last.Store(written)
	return written.text
}
