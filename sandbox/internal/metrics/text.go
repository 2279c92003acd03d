package metrics

import (
	"fmt"
	"io"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	process "github.com/VictoriaMetrics/metrics"
)

// ServeHTTP serves the counts in the text format of Prometheus, version 0.0.4.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	var text strings.Builder
	for _, g := range m.gauges {
		fmt.Fprintf(&text, "# HELP %[1]s %[2]s\n# TYPE %[1]s gauge\n%[1]s %[3]d\n", prefix+g.name, g.help, g.read())
	}
	m.calls.write(&text)
	writeHistograms(&text, slices.SortedFunc(maps.Values(m.took), func(a, b *histogram) int { return strings.Compare(a.operation, b.operation) }))
	process.WriteProcessMetrics(&text)
	process.WriteFDMetrics(&text)
	_, _ = io.WriteString(w, text.String()) // an error means that the client went away
}

// prefix begins the name of each metric of a sandbox.
const prefix = "commerce_sandbox_"

// gauge is a value that is read when it is served.
type gauge struct {
	name, help string
	read       func() int64
}

// labels returns names and their values as they follow the name of a metric. The
// values are operations, statuses, codes and causes, which need no escapes.
func labels(pairs ...string) string {
	var each []string
	for pair := range slices.Chunk(pairs, 2) {
		each = append(each, pair[0]+`="`+pair[1]+`"`)
	}
	return "{" + strings.Join(each, ",") + "}"
}

// counters are the numbers of calls by labels.
type counters struct {
	lock   sync.RWMutex
	series map[string]*atomic.Uint64
}

// with returns the counter with the labels.
func (c *counters) with(labels string) *atomic.Uint64 {
	c.lock.RLock()
	found := c.series[labels]
	c.lock.RUnlock()
	if found != nil {
		return found
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.series == nil {
		c.series = map[string]*atomic.Uint64{}
	}
	if c.series[labels] == nil {
		c.series[labels] = &atomic.Uint64{}
	}
	return c.series[labels]
}

func (c *counters) write(text *strings.Builder) {
	const name = prefix + "calls_total"
	text.WriteString("# HELP " + name + " Number of calls by operation, status (0: no answer was sent), error code (empty: success) and cause " +
		"(who is at fault: client, scenario or sandbox; empty: nobody). Previews do not count.\n# TYPE " + name + " counter\n")
	c.lock.RLock()
	defer c.lock.RUnlock()
	for _, labels := range slices.Sorted(maps.Keys(c.series)) {
		fmt.Fprintf(text, "%s%s %d\n", name, labels, c.series[labels].Load())
	}
}

// bounds are the upper bounds of the buckets of durations; the last bucket has none.
var bounds = [...]time.Duration{
	100 * time.Microsecond, 250 * time.Microsecond, 500 * time.Microsecond,
	time.Millisecond, 2500 * time.Microsecond, 5 * time.Millisecond, 10 * time.Millisecond, 25 * time.Millisecond, 50 * time.Millisecond,
	100 * time.Millisecond, 250 * time.Millisecond, 500 * time.Millisecond,
	time.Second, 2500 * time.Millisecond, 5 * time.Second, 10 * time.Second, math.MaxInt64,
}

// histogram counts the durations of the calls of an operation.
type histogram struct {
	operation string
	buckets   [len(bounds)]atomic.Uint64
	sum       atomic.Int64 // in nanoseconds
}

func newHistogram(operation string) *histogram { return &histogram{operation: operation} }

func (h *histogram) observe(took time.Duration) {
	at, _ := slices.BinarySearch(bounds[:], took)
	h.buckets[at].Add(1)
	h.sum.Add(int64(took))
}

func writeHistograms(text *strings.Builder, all []*histogram) {
	const name = prefix + "call_duration_seconds"
	text.WriteString("# HELP " + name + " Time in seconds from the request until the answer begins, by operation.\n# TYPE " + name + " histogram\n")
	for _, h := range all {
		count := uint64(0)
		for i, bound := range bounds {
			count += h.buckets[i].Load()
			le := strconv.FormatFloat(bound.Seconds(), 'g', -1, 64)
			if bound == math.MaxInt64 {
				le = "+Inf"
			}
			fmt.Fprintf(text, "%s_bucket%s %d\n", name, labels("operation", h.operation, "le", le), count)
		}
		own := labels("operation", h.operation)
		fmt.Fprintf(text, "%[1]s_sum%[2]s %[3]s\n%[1]s_count%[2]s %[4]d\n", name, own, strconv.FormatFloat(time.Duration(h.sum.Load()).Seconds(), 'g', -1, 64), count)
	}
}
