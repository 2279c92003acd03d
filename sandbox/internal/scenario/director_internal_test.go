package scenario

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// Only one of the callers competing for the last place gets it. They wait for each other,
// because the moment for two to get it is short.
func TestCountToIsExact(t *testing.T) {
	t.Parallel()
	const rounds, callers = 10_000, 2
	var ready [rounds]atomic.Int64
	var counts [rounds]atomic.Int64
	var taken atomic.Int64
	var group sync.WaitGroup
	for range callers {
		group.Go(func() {
			for round := range rounds {
				ready[round].Add(1)
				for ready[round].Load() < callers {
					runtime.Gosched()
				}
				if (&Decision{}).countTo(&counts[round], 1) {
					taken.Add(1)
				}
			}
		})
	}
	group.Wait()
	if got := taken.Load(); got != rounds {
		t.Errorf("%d places taken, want %d", got, rounds)
	}
}
