package main

import (
	"context"
	"io/fs"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"
)

// TestMayAdapt asks for machines with control groups of both versions.
func TestMayAdapt(t *testing.T) {
	t.Parallel()
	files := func(namesAndTexts ...string) fs.FS {
		m := fstest.MapFS{}
		for pair := range slices.Chunk(namesAndTexts, 2) {
			m[pair[0]] = &fstest.MapFile{Data: []byte(pair[1])}
		}
		return m
	}
	for name, test := range map[string]struct {
		cores    int
		maxProcs string
		root     fs.FS
		want     bool
	}{
		"no groups":               {2, "", files(), true},
		"one core":                {1, "", files(), false},
		"three cores":             {3, "", files(), false},
		"GOMAXPROCS":              {2, "2", files(), false},
		"container":               {2, "", files("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/cpu.max", "max 100000\n"), true},
		"container with a limit":  {2, "", files("proc/self/cgroup", "0::/\n", "sys/fs/cgroup/cpu.max", "50000 100000\n"), false},
		"limit of a group around": {2, "", files("proc/self/cgroup", "1:name=systemd:/\n0::/a/b\n", "sys/fs/cgroup/a/cpu.max", "150000 100000\n", "sys/fs/cgroup/a/b/cpu.max", "max 100000\n"), false},
		"limit of another group":  {2, "", files("proc/self/cgroup", "0::/a\n", "sys/fs/cgroup/b/cpu.max", "150000 100000\n"), true},
		"group out of sight":      {2, "", files("proc/self/cgroup", "0::/../..\n"), true},
		"first version":           {2, "", files("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n"), true},
		"first, with a limit":     {2, "", files("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n"), false},
	} {
		if got := mayAdapt(test.cores, test.maxProcs, test.root); got != test.want {
			t.Errorf("%s: got %t, want %t", name, got, test.want)
		}
	}
}

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
		{"six callers in more threads", []float64{3, 4, 3, 3}, 600, true},
		{"four callers after a crowd", []float64{1, 2, 3, 2}, 110, false},
		{"sixteen callers once more", []float64{8, 3, 13, 9}, 10, true},
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

// TestThreadsAreSet adapts the threads to crowds that come and go.
func TestThreadsAreSet(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	ticks := make(chan time.Time, 500)
	for range cap(ticks) {
		ticks <- time.Time{}
	}
	samples := 0
	var got []int
	(&threads{}).adapt(ctx, ticks, func() float64 {
		samples++
		switch {
		case samples == cap(ticks):
			cancel()
			return 12
		case samples < 100 || 200 < samples && samples < 400:
			return 0
		}
		return 12
	}, func(threads int) { got = append(got, threads) })
	if want := []int{4, 2, 4, 2}; !slices.Equal(got, want) {
		t.Errorf("got %v set, want %v", got, want)
	}
}

// TestRunnable reads the queue while goroutines wait for something else, and then while
// more of them could run than there are threads.
func TestRunnable(t *testing.T) {
	t.Parallel()
	begin := make(chan struct{})
	var done atomic.Bool
	var all sync.WaitGroup
	for range 200 + runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for <-begin; !done.Load(); {
			}
		})
	}
	within := func(what string, holds func(queue float64) bool) {
		for deadline := time.Now().Add(10 * time.Second); !holds(runnable()); {
			if time.Now().After(deadline) {
				t.Errorf("the queue never is %s", what)
				return
			}
		}
	}
	within("short", func(queue float64) bool { return queue < 100 })
	close(begin)
	within("long", func(queue float64) bool { return queue > 100 })
	done.Store(true)
	all.Wait()
}
