package sandbox

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// quiet is how many bytes a sandbox without calls may allocate between two ticks: probes
// and signs of life need some.
const quiet = 4 << 20

// idleMemory gives the memory of a load back to the system when the load is over,
// because the runtime collects an idle process after two minutes only, and then keeps
// most of what it has collected.
type idleMemory struct {
	allocated uint64 // by the process until the last tick
	loaded    bool   // whether there was a load since memory was given back
}

// tick gives memory back at the first quiet tick after a load.
func (m *idleMemory) tick() {
	before := m.allocated
	m.allocated = allocatedBytes()
	switch {
	case m.allocated-before > quiet:
		m.loaded = true
	case m.loaded:
		m.loaded = false
		runtime.GC() // pools lose their memory at the second collection
		debug.FreeOSMemory()
	}
}

// allocatedBytes returns how many bytes the process has allocated.
func allocatedBytes() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
