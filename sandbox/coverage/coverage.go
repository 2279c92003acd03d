// Package coverage counts which outcomes of the catalogue were met: for every
// operation its success and each of its failures, how often and by which
// scenarios. A Report shows the counts of one moment and can be written as
// text, Markdown or JSON and merged with those of other runs, so that a team
// learns which outcomes its suite never met.
//
// It knows the catalogue and counters. Which call ended how is told to it by
// package gate, whose counts it holds is up to the account that owns them, and
// the routes that show them belong to package control. Counts outlive the
// journal's entries and a reset; they do not outlive the process.
package coverage

import (
	"maps"
	"sync"
	"sync/atomic"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// Counters count the outcomes met by the calls of one account, or of all. They
// are safe for concurrent use; counting a call that no scenario bent takes no
// lock.
type Counters struct {
	met   []atomic.Int64 // by place in places
	other atomic.Int64

	mu        sync.Mutex         // guards scenarios
	scenarios []map[string]int64 // by place, then by name; nil where there were none
}

// New returns counters that stand at zero.
func New() *Counters {
	return &Counters{met: make([]atomic.Int64, len(places)), scenarios: make([]map[string]int64, len(places))}
}

// Count counts one call of an operation that ended with a status and code, the
// code "" for a success, and names the scenarios that bent it. The status is
// the one that the catalogue has for the outcome: where an open question
// decides it, the default, whatever was answered. What the catalogue does not
// know, such as an answer that a scenario made up, counts as other.
func (c *Counters) Count(operation catalog.OperationID, status int, code catalog.Code, scenarios ...string) {
	at, known := index[key{operation, code}]
	if !known || places[at].status != status {
		c.other.Add(1)
		return
	}
	c.met[at].Add(1)
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

// CountUnanswered counts a call whose caller was kept from its answer, as by a cut
// connection, so that no outcome was met.
func (c *Counters) CountUnanswered() { c.other.Add(1) }

// Clear puts all counters back to zero.
func (c *Counters) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.scenarios)
	for at := range c.met {
		c.met[at].Store(0)
	}
	c.other.Store(0)
}

// Report returns the counts of one moment.
func (c *Counters) Report() Report {
	r := blank()
	c.mu.Lock()
	defer c.mu.Unlock()
	for at := range r.Outcomes {
		r.Outcomes[at].Count = c.met[at].Load()
		r.Outcomes[at].Scenarios = maps.Clone(c.scenarios[at])
	}
	r.Other = c.other.Load()
	r.sum()
	return r
}

// key is what tells the outcomes of an operation apart.
type key struct {
	operation catalog.OperationID
	code      catalog.Code
}

// place is one outcome of one operation.
type place struct {
	key
	status     int
	documented bool
}

// places are all outcomes, in the order of the catalogue, and index is where
// each stands.
var (
	places = allPlaces()
	index  = indexed(places)
)

func allPlaces() []place {
	var all []place
	for _, op := range catalog.Operations() {
		for _, o := range append([]catalog.Outcome{op.Success}, op.Failures()...) {
			all = append(all, place{key{op.ID, o.Code}, o.Status, o.Documented})
		}
	}
	return all
}

func indexed(all []place) map[key]int {
	at := make(map[key]int, len(all))
	for i, p := range all {
		at[p.key] = i
	}
	return at
}
