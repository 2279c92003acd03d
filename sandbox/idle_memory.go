package sandbox

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// idleBytes is how many bytes a sandbox without calls may allocate between two ticks: probes
// and signs of life need some.
const idleBytes = 4 << 20

// idleGoroutines is how many goroutines may end between two ticks without being a load: each of a
// stream or a connection leaves its stack and its buffers.
const idleGoroutines = 200

// idleMemory gives the memory of a load back to the system when the load is over. The
// runtime collects an idle process after two minutes only, and then keeps most of the
// collected memory.
type idleMemory struct {
	last   work // at the last tick
	loaded bool // whether there was a load since memory was given back
}

// tick gives memory back at the first quiet tick after a load.
func (m *idleMemory) tick() {
	before := m.last
	m.last = readWork()
	switch {
	case m.last.allocated-before.allocated > idleBytes || m.last.goroutines+idleGoroutines < before.goroutines:
		m.loaded = true
	case m.loaded:
		m.loaded = false
		runtime.GC() // pools lose their memory at the second collection
		debug.FreeOSMemory()
	}
}

// work measures the work of a process under load.
type work struct {
	allocated  uint64 // bytes since its start
	goroutines uint64
}

func readWork() work {
	samples := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}, {Name: "/sched/goroutines:goroutines"}}
	metrics.Read(samples)
	return work{allocated: samples[0].Value.Uint64(), goroutines: samples[1].Value.Uint64()}
}
