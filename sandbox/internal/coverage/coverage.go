// Package coverage counts the outcomes of the catalogue covered by calls: for
// every operation its success and each of its failures, with the scenarios that
// affected the calls.
//
// Package gate reports how each call ended, package account owns the counters
// of an account, package control shows them, and package client reads, merges
// and writes the reports. Counts outlive the entries of the journal and a reset
// of the account, but not the process.
package coverage

import (
	"maps"
	"sync"
	"sync/atomic"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Counters count the outcomes of the calls of one account, or of all. They are
// safe for concurrent use; counting a call without scenarios takes no lock.
type Counters struct {
	calls []atomic.Int64 // by place in places
	last  []atomic.Pointer[client.LastCall]
	other atomic.Int64

	outside atomic.Int64

	mu        sync.Mutex         // guards scenarios
	scenarios []map[string]int64 // by place, then by name; nil where there are none
}

// New returns counters at zero.
func New() *Counters {
	return &Counters{
		calls: make([]atomic.Int64, len(places)), last: make([]atomic.Pointer[client.LastCall], len(places)),
		scenarios: make([]map[string]int64, len(places)),
	}
}

// Count counts a call of an operation by its final status and code, the code ""
// for a success, and the scenarios that affected it. The call must not change
// afterwards. The status is the catalogue's for the outcome; where an open
// question decides the status, it is the default status. An outcome outside of
// the catalogue, such as a scenario's own answer, counts as other.
func (c *Counters) Count(call *client.LastCall, operation catalog.OperationID, status int, code catalog.Code, scenarios ...string) {
	at, known := index[key{operation, code}]
	if !known || places[at].status != status {
		c.other.Add(1)
		return
	}
	c.calls[at].Add(1)
	c.came(at, call)
	if len(scenarios) == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.scenarios[at] == nil {
		c.scenarios[at] = map[string]int64{}
	}
	for _, name := range scenarios {
		c.scenarios[at][name]++
	}
}

// came keeps the call as the last one of its outcome, unless a later one has
// overtaken it.
func (c *Counters) came(at int, call *client.LastCall) {
	for {
		last := c.last[at].Load()
		if last != nil && last.Time.After(call.Time) || c.last[at].CompareAndSwap(last, call) {
			return
		}
	}
}

// CountUnanswered counts a call without a whole answer at the client, for
// example because a scenario cut the connection. It covers no outcome.
func (c *Counters) CountUnanswered() { c.other.Add(1) }

// CountOutside counts a call of a path outside of the interface. It covers no
// outcome.
func (c *Counters) CountOutside() { c.outside.Add(1) }

// Clear sets all counters to zero.
func (c *Counters) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.scenarios)
	for at := range c.calls {
		c.calls[at].Store(0)
		c.last[at].Store(nil)
	}
	c.other.Store(0)
	c.outside.Store(0)
}

// Report returns the counts of one moment, without an account. The answers decide
// which outcomes are documented.
func (c *Counters) Report(answers catalog.Answers) client.CoverageReport {
	r := client.CoverageReport{Outcomes: make([]client.CoverageOutcome, len(places))}
	c.mu.Lock()
	defer c.mu.Unlock()
	for at, p := range places {
		r.Outcomes[at] = client.CoverageOutcome{
			Operation: string(p.operation), Status: p.status, Code: string(p.code), Documented: p.outcome.DocumentedUnder(answers),
			Count: c.calls[at].Load(), Scenarios: maps.Clone(c.scenarios[at]), Last: c.last[at].Load(), Provoke: p.provoke,
		}
	}
	r.Other, r.Outside = c.other.Load(), c.outside.Load()
	r.Sum()
	return r
}

// key identifies an outcome.
type key struct {
	operation catalog.OperationID
	code      catalog.Code
}

// place is one outcome of one operation.
type place struct {
	key
	status  int
	outcome catalog.Outcome
	provoke string // name of a scenario, "" for a success
}

// places are all outcomes, in the order of the catalogue. index finds the place
// of an outcome.
var (
	places = allPlaces()
	index  = indexPlaces(places)
)

func allPlaces() []place {
	var all []place
	for _, op := range catalog.Operations() {
		for _, o := range append([]catalog.Outcome{op.Success}, op.Failures()...) {
			p := place{key: key{op.ID, o.Code}, status: o.Status, outcome: o}
			if o.Code != "" {
				p.provoke = catalog.FailureScenario(op.ID, o.Code)
			}
			all = append(all, p)
		}
	}
	return all
}

func indexPlaces(all []place) map[key]int {
	at := make(map[key]int, len(all))
	for i, p := range all {
		at[p.key] = i
	}
	return at
}
