// Package metrics counts calls for Prometheus: how many ended how, how long they
// took, how many accounts there are, what the journal holds, and how the process
// fares. The registry is its own, so that two sandboxes in one process do not
// count each other's calls.
//
// Package gate tells it of every call that ends; it keeps nothing of a call but
// the counts. Which outcomes a suite met, and by which scenarios, is the subject
// of package coverage. Where the counts are served, and to whom, belongs to
// package control.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
)

// Labels for what has no name of its own. Scenarios make up codes; each as a
// label would make a series of its own.
const (
	noOperation = "none"
	madeUp      = "other"
)

// Metrics are the counts of one sandbox. They are safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	calls    *prometheus.CounterVec
	ended    map[ending]prometheus.Counter // children of calls, looked up once
	took     map[string]prometheus.Observer
	codes    map[string]bool // all of the catalogue
}

// ending is how a call ended. The operation is "" when the call met none, the
// status 0 when no answer was sent, the code "" after a success.
type ending struct {
	operation string
	status    int
	code      string
}

// New returns counts that stand at zero, beside what the book and the journal
// tell when they are asked.
func New(book *account.Registry, entries *journal.Journal) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "commerce_sandbox_calls_total",
			Help: "Calls by operation, status (0: no answer was sent) and error code (empty: a success).",
		}, []string{"operation", "status", "code"}),
		ended: map[ending]prometheus.Counter{},
		took:  map[string]prometheus.Observer{},
		codes: map[string]bool{"": true},
	}
	durations := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "commerce_sandbox_call_duration_seconds",
		Help:    "How long calls took until their answer began, by operation.",
		Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"operation"})
	m.resolve(durations)
	m.registry.MustRegister(m.calls, durations, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(gauges(book, entries)...)
	return m
}

// resolve makes the series of every outcome of the catalogue, so that a call
// finds its own without a search, and one that was never met reads 0.
func (m *Metrics) resolve(durations *prometheus.HistogramVec) {
	m.took[""] = durations.WithLabelValues(noOperation)
	for _, wire := range []catalog.Protocol{catalog.REST, catalog.SOAP} {
		m.expect("", catalog.GeneralFailures(wire))
	}
	for _, op := range catalog.Operations() {
		m.took[string(op.ID)] = durations.WithLabelValues(string(op.ID))
		m.expect(op.ID, append(op.Failures(), op.Success))
	}
}

func (m *Metrics) expect(op catalog.OperationID, outcomes []catalog.Outcome) {
	for _, o := range outcomes {
		end := ending{string(op), o.Status, string(o.Code)}
		m.codes[end.code] = true
		m.ended[end] = m.series(end)
	}
}

// series returns the counter of an ending.
func (m *Metrics) series(end ending) prometheus.Counter {
	operation, code := end.operation, end.code
	if operation == "" {
		operation = noOperation
	}
	if !m.codes[code] {
		code = madeUp
	}
	return m.calls.WithLabelValues(operation, strconv.Itoa(end.status), code)
}

// Ended counts a call: its operation, "" when it met none, the status it was
// answered with, 0 when it was not, and its error code, "" after a success.
func (m *Metrics) Ended(operation string, status int, code string, took time.Duration) {
	end := ending{operation, status, code}
	counter, expected := m.ended[end]
	if !expected {
		counter = m.series(end) // by another answer to an open question, or by a scenario
	}
	counter.Inc()
	m.took[operation].Observe(took.Seconds())
}

// Handler serves the counts in the formats that Prometheus reads.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// gauges are read when somebody asks.
func gauges(book *account.Registry, entries *journal.Journal) []prometheus.Collector {
	gauge := func(name, help string, read func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "commerce_sandbox_" + name, Help: help}, read)
	}
	return []prometheus.Collector{
		gauge("accounts", "Accounts there are.", func() float64 { return float64(len(book.All())) }),
		gauge("journal_bytes", "Bytes that the journals of all accounts hold.", func() float64 { return float64(entries.Bytes()) }),
		gauge("journal_dropped_entries", "Entries that a cap dropped from the journals of the present accounts since each was last cleared.",
			func() float64 {
				dropped := entries.Ring(journal.None).Counts().Dropped
				for _, a := range book.All() {
					dropped += a.Ring.Counts().Dropped
				}
				return float64(dropped)
			}),
	}
}
