package sandboxtest

import (
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// wall is a clock that stands until it is moved.
type wall struct {
	start time.Time
	moved atomic.Int64 // nanoseconds
}

func newWall() *wall {
	start, _ := time.Parse(commerce.MomentFormat, Moment) // Moment is well-formed
	return &wall{start: start}
}

func (w *wall) now() time.Time { return w.start.Add(time.Duration(w.moved.Load())) }

func (w *wall) advance(d time.Duration) { w.moved.Add(int64(d)) }
