package main

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// TestThreads observes queues as calls at once make them, one after the other.
func TestThreads(t *testing.T) {
	t.Parallel()
	var th threads
	for _, step := range []struct {
		name    string
		queue   []float64 // repeated
		samples int
		more    bool
	}{
		{"one caller", []float64{0, 1}, 600, false},
		{"four callers", []float64{1, 2, 3, 2}, 600, false},
		{"a moment of a crowd", []float64{14}, 1, false},
		{"four callers after it", []float64{1, 2, 3, 2}, 600, false},
		{"sixteen callers", []float64{8, 3, 13, 9}, 10, true},
		{"sixteen callers in more threads", []float64{0, 5, 12, 3}, 600, true},
		{"nobody for a while", []float64{0}, 90, true},
		{"sixteen callers again", []float64{0, 5, 12, 3}, 8, true},
		{"few callers for a while", []float64{0, 1}, 90, true},
		{"few callers for long", []float64{0, 1}, 30, false},
		{"nobody", []float64{0}, 600, false},
	} {
		for i := range step.samples {
			th.observe(step.queue[i%len(step.queue)])
		}
		if th.more != step.more {
			t.Errorf("after %s: got more threads %t, want %t", step.name, th.more, step.more)
		}
	}
}

// TestThreadsAreSet adapts the threads to a crowd that comes and goes.
func TestThreadsAreSet(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	ticks := make(chan time.Time, 500)
	for range cap(ticks) {
		ticks <- time.Time{}
	}
	samples := 0
	var got []bool
	(&threads{}).adapt(ctx, ticks, func() float64 {
		samples++
		switch {
		case samples == cap(ticks):
			cancel()
			return 0
		case samples < 100 || samples > 200:
			return 0
		}
		return 12
	}, func(more bool) { got = append(got, more) })
	if want := []bool{true, false}; !slices.Equal(got, want) {
		t.Errorf("got %v set, want %v", got, want)
	}
}

// TestRunnable reads the queue while more goroutines could run than threads exist.
func TestRunnable(t *testing.T) {
	t.Parallel()
	var done atomic.Bool
	defer done.Store(true)
	for range 100 + runtime.GOMAXPROCS(0) {
		go func() {
			for !done.Load() {
			}
		}()
	}
	for deadline := time.Now().Add(10 * time.Second); runnable() < 50; {
		if time.Now().After(deadline) {
			t.Fatal("the queue stays short")
		}
	}
}
