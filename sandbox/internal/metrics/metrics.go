// Package metrics counts calls for Prometheus: their outcomes and durations, the
// accounts, the size of the journal, and the state of the process. Each sandbox
// has a registry of its own, so that two sandboxes in one process do not count
// each other's calls.
//
// Package gate reports every call that ends; only the counts are kept. Package coverage
// counts the outcomes covered by a test suite. Package control serves the counts. The
// library of Prometheus keeps and writes them.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// Labels for calls without an operation, and for codes outside the catalogue: scenarios
// make up codes, and each would add a series.
const (
	noOperation = "none"
	otherCode   = "other"
)

// Metrics are the counts of one sandbox. They are safe for concurrent use.
type Metrics struct {
	served http.Handler
	calls  *prometheus.CounterVec
	ended  map[ending]prometheus.Counter  // series of calls, looked up once
	took   map[string]prometheus.Observer // durations by operation, "" for none
	codes  map[string]bool                // the codes of the catalogue
}

// ending is how a call ended. The operation is "" when the address has none, the
// status 0 when no answer was sent, the code and the cause "" after a success.
type ending struct {
	operation string
	status    int
	code      string
	cause     client.Cause
}

// New returns counts at zero. The number of accounts, the size of the journal and the
// numbers of faults and of dropped lines are read when the counts are served.
func New(accounts *account.Registry, entries *journal.Journal, faults, dropped func() float64) *Metrics {
	registry := prometheus.NewRegistry()
	m := &Metrics{
		served: handler(registry),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: prefix + "calls_total",
			Help: "Number of calls by operation, status (0: no answer was sent), error code (empty: success) and cause " +
				"(who is at fault: client, scenario or sandbox; empty: nobody). Previews do not count.",
		}, []string{"cause", "code", "operation", "status"}),
		ended: map[ending]prometheus.Counter{},
		took:  map[string]prometheus.Observer{},
		codes: map[string]bool{"": true},
	}
	durations := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    prefix + "call_duration_seconds",
		Help:    "Time in seconds from the request until the answer begins, by operation.",
		Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"operation"})
	registry.MustRegister(m.calls, durations, goRuntime(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), process{})
	registry.MustRegister(gauges(accounts, entries)...)
	registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: prefix + "faults_total",
		Help: "Number of calls and requests that a panic or an unexpected error made fail. GET /_sandbox/about shows the last one.",
	}, faults), prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: prefix + "dropped_log_lines_total",
		Help: "Number of lines of the log that were not written, because nobody read it.",
	}, dropped))
	m.resolve(durations)
	return m
}

// prefix begins the name of each metric of a sandbox.
const prefix = "commerce_sandbox_"

// resolve makes the series of every outcome of the catalogue, so that a call
// finds its own without a search, and an outcome without a call is shown as 0.
func (m *Metrics) resolve(durations *prometheus.HistogramVec) {
	m.took[""] = durations.WithLabelValues(noOperation)
	for _, protocol := range []catalog.Protocol{catalog.REST, catalog.SOAP} {
		m.add("", catalog.GeneralFailures(protocol))
	}
	for _, op := range catalog.Targets() {
		m.took[string(op.ID)] = durations.WithLabelValues(string(op.ID))
		outcomes := op.Failures()
		if op.Success.Status > 0 {
			outcomes = append(outcomes, op.Success)
		}
		m.add(op.ID, outcomes)
	}
}

func (m *Metrics) add(op catalog.OperationID, outcomes []catalog.Outcome) {
	for _, o := range outcomes {
		end := ending{string(op), o.Status, string(o.Code), likelyCause(o)}
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
		code = otherCode
	}
	return m.calls.WithLabelValues(string(end.cause), code, operation, strconv.Itoa(end.status))
}

// likelyCause returns who is at fault for an outcome without scenarios.
func likelyCause(o catalog.Outcome) client.Cause {
	switch o.Code {
	case "":
		return ""
	case catalog.InternalError, catalog.InsufficientStorage, catalog.AccountBusy:
		return client.BySandbox
	}
	return client.ByClient
}

// CountCall counts a call that took the time: its operation, "" when the address has
// none; its status, 0 when no answer was sent; its error code, "" after a success;
// who is at fault.
func (m *Metrics) CountCall(operation string, status int, code string, cause client.Cause, took time.Duration) {
	end := ending{operation, status, code, cause}
	counter, expected := m.ended[end]
	if !expected {
		counter = m.series(end) // another answer to an open question, or a scenario
	}
	counter.Inc()
	m.took[operation].Observe(took.Seconds())
}

// gauges returns the values to read when the counts are served.
func gauges(accounts *account.Registry, entries *journal.Journal) []prometheus.Collector {
	gauge := func(name, help string, read func() int64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: prefix + name, Help: help}, func() float64 { return float64(read()) })
	}
	return []prometheus.Collector{
		gauge("accounts", "Number of accounts.", func() int64 { return int64(len(accounts.All())) }),
		gauge("journal_bytes", "Bytes in the journals of all accounts.", entries.Bytes),
		gauge("journal_dropped_entries", "Number of entries dropped from the journals of the present accounts because of a limit, since each journal was last cleared.",
			func() int64 {
				dropped := entries.Ring(journal.None).Counts().Dropped
				for _, a := range accounts.All() {
					dropped += a.Ring.Counts().Dropped
				}
				return dropped
			}),
	}
}
