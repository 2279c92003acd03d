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

// nthShape is nth as it is written.
type nthShape struct {
	Operation word     `yaml:"operation" jsonschema:"required" jsonschema_description:"The operation whose calls are counted."`
	Call      positive `yaml:"call" jsonschema:"required" jsonschema_description:"The number of the call, from 1."`
}

func (nthShape) said() string { return "nth" }

func (r *reader) nth(written mapped[nthShape]) *nth {
	if written.at == nil {
		return nil
	}
	shape := written.of
	if !shape.Operation.isPresent() || !shape.Call.isPresent() {
		r.absent(fault(written.at, "nth must have operation and call, such as {operation: create-upsell, call: 2}"))
	}
	id := catalog.OperationID(shape.Operation.text)
	if _, known := catalog.Find(id); !known && shape.Operation.isPresent() {
		r.add(faultNear(shape.Operation.at, nearest(id, catalog.TargetIDs()), "unknown operation %s", id))
	}
	return &nth{id, r.number("call", shape.Call.word, 1, anyNumber)}
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

// duringShape is during as it is written.
type duringShape struct {
	Every duration `yaml:"every" jsonschema:"required" jsonschema_description:"How long a period is, on the account's clock."`
	For   duration `yaml:"for" jsonschema:"required" jsonschema_description:"How long the rule acts in each period, from its begin."`
}

func (duringShape) said() string { return "during" }

func (r *reader) during(written mapped[duringShape]) *during {
	if written.at == nil {
		return nil
	}
	shape := written.of
	if !shape.Every.isPresent() || !shape.For.isPresent() {
		r.absent(fault(written.at, "during must have every and for, such as {every: 30s, for: 5s}"))
		return nil
	}
	const such = "30s or 1h"
	made := &during{r.time("every", shape.Every, aYear, such), r.time("for", shape.For, aYear, such)}
	if made.every > 0 && made.length >= made.every {
		r.add(fault(shape.For.at, "for must be shorter than every, which is %s; got %s", shortDuration(made.every), shortDuration(made.length)))
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
