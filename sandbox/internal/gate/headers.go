package gate

import (
	"net/http"
	"sync/atomic"
	"time"
)

// headers are the headers of an answer. They have room for the usual ones, to save an
// allocation for each.
type headers struct {
	http.Header
	values []string
}

// set sets a header, by its canonical name.
func (h *headers) set(name, value string) {
	if len(h.values) == cap(h.values) {
		h.values = make([]string, 0, 6)
	}
	h.values = append(h.values, value)
	n := len(h.values)
	h.Header[name] = h.values[n-1 : n : n]
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
