package rehearse

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// now returns the time of the machine, with its monotonic part.
func now() time.Time { return clock.System() }

func since(begun time.Time) time.Duration { return now().Sub(begun) }
