package gate

import (
	"net/http"
	"sync/atomic"
	"time"
)

// headerValues has room for the values of the headers that most answers have, so that
// none of them is an allocation of its own.
type headerValues struct {
	room [6]string
	used int
}

// one returns a header's values, which are one.
func (h *headerValues) one(value string) []string {
	if h.used == len(h.room) {
		return []string{value}
	}
	at := h.used
	h.used++
	h.room[at] = value
	return h.room[at:h.used:h.used]
}

// dates keeps the value of a Date header that was written last, because a clock that
// does not show the real time is often frozen. It is safe for concurrent use.
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
