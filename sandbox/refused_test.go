package sandbox_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestRefusedBodiesLeaveNoMemory sends refused bodies of 1 MB to every kind of reader. The
// journal keeps some of those on the protocols.
func TestRefusedBodiesLeaveNoMemory(t *testing.T) { //nolint:paralleltest // it measures the process
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	million := func(part string) string { return strings.Repeat(part, 1_000_000/len(part)) }
	bodies := []struct{ method, path, body string }{
		{"POST", "/_sandbox/accounts/DEMO/world?dry_run=true&whole=true", million("%")},
		{"POST", "/_sandbox/accounts/DEMO/world", million("%")},
		{"POST", "/_sandbox/scenarios/check", million("- {")},
		{"PUT", "/_sandbox/scenarios/own", million("%")},
		{"POST", "/_sandbox/accounts/DEMO/records?kind=orders", `[{"RefNo":"` + million("1")},
		{"POST", "/_sandbox/accounts/DEMO/records", million(`{"orders":[`)},
		{"POST", "/_sandbox/accounts/DEMO/verdict", million("[")},
		{"PATCH", "/_sandbox/accounts/DEMO", million(`{"a":`)},
		{"POST", "/rest/6.0/orders/1/upload", million("x")},
		{"POST", "/soap/6.0", million("<a>")},
	}
	refuse := func(times int) {
		for n := range times {
			b := bodies[n%len(bodies)]
			if status, text := roundTrip(t, b.method, s.URL()+b.path, b.body); status < 400 && !strings.HasPrefix(text, `{"valid":false`) {
				t.Fatalf("%s: got %d %.200s", b.path, status, text)
			}
		}
	}
	before := heap()
	for _, times := range []int{20, 200} {
		refuse(times)
		if grown := (heap() - before) >> 20; grown > 20 {
			t.Errorf("%d refused bodies left %d MB", times, grown)
		}
	}
}

// heap returns how many bytes of the process are in use after a collection.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // pools lose their memory at the second
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
