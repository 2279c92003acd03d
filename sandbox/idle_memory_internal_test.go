package sandbox

import (
	"runtime"
	"sync"
	"testing"
)

// TestIdleMemory makes a load that needs 100 MB and checks that the system has them
// again two ticks later.
func TestIdleMemory(t *testing.T) { //nolint:paralleltest // it measures the process
	var m idleMemory
	m.tick()
	before := held()
	load := make([][]byte, 0, 100)
	for range 100 {
		load = append(load, make([]byte, 1<<20))
	}
	for _, part := range load {
		part[0] = 1
	}
	runtime.KeepAlive(load)
	m.tick()
	if !m.loaded {
		t.Error("100 MB are no load")
	}
	m.tick()
	if kept := (held() - before) >> 20; m.loaded || kept > 30 {
		t.Errorf("the process keeps %d MB", kept)
	}
}

// held returns how many bytes the heap has of the system, in use or not.
func held() int64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return int64(s.HeapSys - s.HeapReleased)
}

// TestIdleMemoryAfterStreams checks that streams that end are a load too: they allocate
// nothing then, and leave much.
func TestIdleMemoryAfterStreams(t *testing.T) { //nolint:paralleltest // it measures the process
	var m idleMemory
	var streams sync.WaitGroup
	end := make(chan struct{})
	for range 2 * idleGoroutines {
		streams.Go(func() { <-end })
	}
	m.tick()
	m.tick() // what was before is given back
	if m.loaded {
		t.Error("streams that wait are a load")
	}
	close(end)
	streams.Wait()
	m.tick()
	if !m.loaded {
		t.Errorf("%d streams that ended are no load", 2*idleGoroutines)
	}
}
