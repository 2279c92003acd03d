// Package metrics counts calls for Prometheus: their outcomes and durations, the
// accounts, the size of the journal, and the state of the process. Each sandbox
// has a registry of its own, so that two sandboxes in one process do not count
// each other's calls.
//
// Package gate reports every call that ends; only the counts are kept. Package
// coverage counts which outcomes a test suite has covered. Package control serves
// the counts.
//
// The text format of Prometheus is written here, because the library of Prometheus
// links its protobuf format, which is a twelfth of the program. A small library
// reads the state of the process, which differs by operating system.
package metrics

import (
	"strconv"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// Labels for calls without an operation, and for codes that the catalogue does not
// have: scenarios make up codes, and each would add a series.
const (
	noOperation = "none"
	otherCode   = "other"
)

// Metrics are the counts of one sandbox. They are safe for concurrent use.
type Metrics struct {
	calls  counters
	ended  map[ending]*atomic.Uint64 // series of calls, looked up once
	took   map[string]*histogram     // durations by operation, "" for none
	codes  map[string]bool           // the codes of the catalogue
	gauges []gauge
}

// ending is how a call ended. The operation is "" when the address has none, the
// status 0 when no answer was sent, the code and the cause "" after a success.
type ending struct {
	operation string
	status    int
	code      string
	cause     client.Cause
}

// New returns counts at zero. The number of accounts and the size of the journal
// are read when the counts are served.
func New(accounts *account.Registry, entries *journal.Journal) *Metrics {
	m := &Metrics{
		ended:  map[ending]*atomic.Uint64{},
		took:   map[string]*histogram{},
		codes:  map[string]bool{"": true},
		gauges: gauges(accounts, entries),
	}
	m.resolve()
	return m
}

// resolve makes the series of every outcome of the catalogue, so that a call
// finds its own without a search, and an outcome without a call is shown as 0.
func (m *Metrics) resolve() {
	m.took[""] = newHistogram(noOperation)
	for _, protocol := range []catalog.Protocol{catalog.REST, catalog.SOAP} {
		m.add("", catalog.GeneralFailures(protocol))
	}
	for _, op := range catalog.Targets() {
		m.took[string(op.ID)] = newHistogram(string(op.ID))
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
func (m *Metrics) series(end ending) *atomic.Uint64 {
	operation, code := end.operation, end.code
	if operation == "" {
		operation = noOperation
	}
	if !m.codes[code] {
		code = otherCode
	}
	return m.calls.with(labels("cause", string(end.cause), "code", code, "operation", operation, "status", strconv.Itoa(end.status)))
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

// Ended counts a call that took the time: its operation, "" when the address has
// none; its status, 0 when no answer was sent; its error code, "" after a success;
// who is at fault.
func (m *Metrics) Ended(operation string, status int, code string, cause client.Cause, took time.Duration) {
	end := ending{operation, status, code, cause}
	counter, expected := m.ended[end]
	if !expected {
		counter = m.series(end) // another answer to an open question, or a scenario
	}
	counter.Add(1)
	m.took[operation].observe(took)
}

// gauges returns the values that are read when the counts are served.
func gauges(accounts *account.Registry, entries *journal.Journal) []gauge {
	return []gauge{
		{"accounts", "Number of accounts.", func() int64 { return int64(len(accounts.All())) }},
		{"journal_bytes", "Bytes in the journals of all accounts.", func() int64 { return int64(entries.Bytes()) }},
		{"journal_dropped_entries", "Number of entries dropped from the journals of the present accounts because of a limit, since each journal was last cleared.",
			func() int64 {
				dropped := int64(entries.Ring(journal.None).Counts().Dropped)
				for _, a := range accounts.All() {
					dropped += int64(a.Ring.Counts().Dropped)
				}
				return dropped
			}},
	}
}
