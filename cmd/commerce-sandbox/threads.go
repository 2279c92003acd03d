package main

import (
	"bytes"
	"context"
	"io/fs"
	"path"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"time"
)

// fewCores is the number of cores on which more threads than cores help. With one
// core they were slower, and with more it was not measured.
const fewCores = 2

// When the number of threads changes. The queue is that of goroutines which could run.
const (
	sampleInterval = 100 * time.Millisecond
	longQueue      = 3 * fewCores // some twelve calls at once
	shortQueue     = 3            // some six calls at once, while more threads run
	calmSamples    = 100          // samples with a short queue, one after the other, that end more threads: ten seconds
)

// mayAdapt reports whether adaptThreads applies to a machine with a number of cores. A
// GOMAXPROCS of the environment wins, and where a control group limits the time of the
// process more threads would only reach the limit sooner.
func mayAdapt(cores int, maxProcs string, root fs.FS) bool {
	return cores == fewCores && maxProcs == "" && !hasQuota(root)
}

// hasQuota reports whether the control group of the process, or one around it, limits
// the processor time. A container sees its own group as the root of all, and of the first
// version of control groups only that root is read.
func hasQuota(root fs.FS) bool {
	const groups = "sys/fs/cgroup"
	own, _ := fs.ReadFile(root, "proc/self/cgroup") // nothing on other systems
	for line := range strings.Lines(string(own)) {
		if group, isUnified := strings.CutPrefix(strings.TrimSpace(line), "0::"); isUnified {
			for at := path.Join(groups, group); strings.HasPrefix(at, groups); at = path.Dir(at) {
				limit, err := fs.ReadFile(root, path.Join(at, "cpu.max"))
				if err == nil && !bytes.HasPrefix(limit, []byte("max")) {
					return true
				}
			}
		}
	}
	quota, err := fs.ReadFile(root, groups+"/cpu/cpu.cfs_quota_us")
	return err == nil && !bytes.HasPrefix(quota, []byte("-"))
}

// adaptThreads runs twice as many threads as cores while many calls wait, until the
// function that it returns is called. Clients on the same two cores take turns with the
// server, and the kernel then lets two threads of the server wait for one core while the
// other idles, because it does not move a thread to a core that idles only briefly. With
// a few calls at once more threads only wake each other, so the program then keeps Go's
// default.
func adaptThreads() (end func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ticks := time.NewTicker(sampleInterval)
	var adapting sync.WaitGroup
	adapting.Go(func() { (&threads{}).adapt(ctx, ticks.C, runnable, setThreads) })
	return func() {
		ticks.Stop()
		cancel()
		adapting.Wait()
	}
}

// setThreads sets how many threads run Go at once.
func setThreads(n int) {
	if n == fewCores {
		runtime.SetDefaultGOMAXPROCS() // which follows a limit that is set later
		return
	}
	runtime.GOMAXPROCS(n)
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
	calm  int     // samples since that was not short
}

// adapt observes the queue at every tick, and sets another number of threads when it
// changes. When ctx is done it sets the first one.
func (t *threads) adapt(ctx context.Context, ticks <-chan time.Time, queue func() float64, set func(threads int)) {
	for {
		select {
		case <-ctx.Done():
			if t.more {
				set(fewCores)
			}
			return
		case <-ticks:
		}
		before := t.number()
		if t.observe(queue()); t.number() != before {
			set(t.number())
		}
	}
}

// number returns how many threads run.
func (t *threads) number() int {
	if t.more {
		return 2 * fewCores
	}
	return fewCores
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
