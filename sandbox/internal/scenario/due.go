package scenario

import (
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// nth names a call of an operation by its number since the activation.
type nth struct {
	operation catalog.OperationID
	call      int64 // from 1
}

// String returns the call as people read it.
func (n nth) String() string { return fmt.Sprintf("call %d of %s", n.call, n.operation) }

var nthForm = form{must: "nth must be a mapping", needs: "nth must have operation and call, such as {operation: create-upsell, call: 2}", keys: []key{
	{"operation", word.require(), "The operation whose calls are counted."},
	{"call", number(1, anyNumber).require(), "The number of the call, from 1."},
}}

func (r *reader) nth(shape value) *nth {
	if !shape.isPresent() {
		return nil
	}
	operation := shape.of["operation"]
	id := catalog.OperationID(operation.text)
	if _, known := catalog.Find(id); !known && operation.isPresent() {
		r.add(faultNear(operation.at, nearest(id, catalog.TargetIDs()), "unknown operation %s", id))
	}
	return &nth{id, shape.of["call"].number}
}

// during is the first part of each period, from the activation on.
type during struct{ every, length time.Duration }

// String returns the part as people read it.
func (d during) String() string {
	return fmt.Sprintf("%s of every %s", shortDuration(d.length), shortDuration(d.every))
}

// has reports whether the part has a moment. A clock set back may be before the
// activation: the periods go on backwards.
func (d during) has(since, now time.Time) bool {
	into := now.Sub(since) % d.every
	if into < 0 {
		into += d.every
	}
	return into < d.length
}

var duringForm = form{must: "during must be a mapping", needs: "during must have every and for, such as {every: 30s, for: 5s}", keys: []key{
	{"every", span(aYear, "30s or 1h").require(), "How long a period is, on the account's clock."},
	{"for", span(aYear, "30s or 1h").require(), "How long the rule acts in each period, from its begin."},
}}

func (r *reader) during(shape value) *during {
	made := &during{shape.of["every"].span(), shape.of["for"].span()}
	if made.every == 0 || made.length == 0 {
		return nil
	}
	if made.length >= made.every {
		r.add(fault(shape.of["for"].at, "for must be shorter than every, which is %s; got %s", shortDuration(made.every), shortDuration(made.length)))
	}
	return made
}

// isDue reports whether nth and during let the rule act now. If the call itself
// names the scenario, the rule is due at any time.
func (s *selection) isDue(r *activeRule) bool {
	if r.activation == nil {
		return true
	}
	if d := r.rule.during; d != nil && !d.has(r.activation.since, s.call.Now()) {
		return false
	}
	n := r.rule.nth
	if n == nil {
		return true
	}
	latest, counted := s.decision.ordinals[r.counter]
	if !counted {
		latest = r.counter.calls.Load()
	}
	return latest == n.call
}
