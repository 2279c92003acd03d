package main

import (
	"context"
	"os"
	"runtime"
	"runtime/metrics"
	"time"
)

// fewCores is the number of cores on which more threads than cores help. With one
// core they were slower, and with more it was not measured.
const fewCores = 2

// When the number of threads changes. The queue is that of goroutines which could run.
const (
	sampleInterval = 100 * time.Millisecond
	longQueue      = 3 * fewCores // some twelve calls at once
	shortQueue     = fewCores     // some four calls at once
	calmSamples    = 100          // how often the queue is short before the threads are fewer again
)

// adaptThreads runs twice as many threads as cores while many calls wait, until ctx
// is done. Clients on the same two cores take turns with the server, and the kernel
// then lets two threads of the server wait for one core while the other idles, because
// it moves no thread for the moments that a core idles. With a few calls at once more
// threads only wake each other, so those keep Go's default. GOMAXPROCS in the
// environment and a limit of the container win.
func adaptThreads(ctx context.Context) {
	if os.Getenv("GOMAXPROCS") != "" || runtime.NumCPU() != fewCores || runtime.GOMAXPROCS(0) != fewCores {
		return
	}
	ticks := time.NewTicker(sampleInterval)
	defer ticks.Stop()
	(&threads{}).adapt(ctx, ticks.C, runnable, func(more bool) {
		if more {
			runtime.GOMAXPROCS(2 * fewCores)
		} else {
			runtime.SetDefaultGOMAXPROCS()
		}
	})
}

// runnable returns the number of goroutines that could run and wait for a thread.
func runnable() float64 {
	sample := []metrics.Sample{{Name: "/sched/goroutines/runnable:goroutines"}}
	metrics.Read(sample)
	return float64(sample[0].Value.Uint64())
}

// threads decides whether more threads than cores run.
type threads struct {
	more  bool
	queue float64 // how long it was lately
	calm  int     // samples since the queue was not short
}

// adapt observes the queue at every tick until ctx is done, and sets what changes.
func (t *threads) adapt(ctx context.Context, ticks <-chan time.Time, queue func() float64, set func(more bool)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		before := t.more
		if t.observe(queue()); t.more != before {
			set(t.more)
		}
	}
}

// observe takes a sample of the queue.
func (t *threads) observe(waiting float64) {
	t.queue += (waiting - t.queue) / 4
	t.calm++
	if t.queue >= shortQueue {
		t.calm = 0
	}
	t.more = t.queue >= longQueue || t.more && t.calm < calmSamples
}
