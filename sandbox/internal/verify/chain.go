package verify

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// chain finds steps of an order that depend on each other, by captured values or by the time
// between them. The first call of a step need not be the right one, so it tries the others too.
type chain struct {
	of    *expectation
	links []link

	failed  map[digest]bool  // starting points without the rest of the steps
	path    []*journal.Entry // the calls of the steps so far
	longest []*journal.Entry // the longest path
	why     string           // why a near call was not the step behind the longest path, "" for none
}

// link connects a step with the steps before and after it.
type link struct {
	gap     *gap // to the step before, nil for any
	names   []string
	capture map[string]*scenario.Value
}

const (
	maxCaptures = 20      // of a step
	maxStarts   = 100_000 // starting points remembered by a search
)

// add adds a step.
func (c *chain) add(step client.Step) error {
	g, err := readGap(step.Gap)
	switch {
	case err != nil:
		return err
	case g != nil && len(c.links) == 0:
		return invalid("move it to the second step", "gap is the time since the step before, which the first step does not have")
	case len(step.Capture) > maxCaptures:
		return invalid("leave some out", "a step may capture at most %d values, got %d", maxCaptures, len(step.Capture))
	}
	capture, err := c.compile(step.Capture)
	if err != nil {
		return err
	}
	c.links = append(c.links, link{gap: g, names: slices.Sorted(maps.Keys(capture)), capture: capture})
	return nil
}

func (c *chain) compile(capture map[string]string) (map[string]*scenario.Value, error) {
	compiled := map[string]*scenario.Value{}
	for _, name := range slices.Sorted(maps.Keys(capture)) {
		value, err := scenario.CompileValue(capture[name], c.names())
		if err != nil {
			return nil, invalid(`write an expression, such as "code": "answer.Code"`, "capture %s: %v", phrase.Shorten(name, maxName), err)
		}
		compiled[name] = value
	}
	return compiled, nil
}

// names returns the names captured by the steps so far.
func (c *chain) names() (names []string) {
	for _, l := range c.links {
		names = append(names, l.names...)
	}
	return names
}

// isNeeded reports whether steps depend on each other.
func (c *chain) isNeeded() bool {
	return slices.ContainsFunc(c.links, func(l link) bool { return l.gap != nil || len(l.names) > 0 })
}

// find returns the calls of the steps, as many as it finds.
func (c *chain) find(ctx context.Context) []*journal.Entry {
	c.failed, c.path, c.longest, c.why = map[digest]bool{}, nil, nil, ""
	c.follow(ctx, 0, map[string]any{})
	return c.longest
}

// follow finds the next step among the calls from one on, and the steps behind it. It
// reports whether all were found.
func (c *chain) follow(ctx context.Context, from int, captured map[string]any) bool {
	if len(c.path) == len(c.links) {
		return true
	}
	start := startOf(len(c.path), from, captured)
	if c.failed[start] || len(c.failed) == maxStarts {
		return false
	}
	if c.tryCalls(ctx, from, captured) {
		return true
	}
	c.failed[start] = true
	return false
}

// tryCalls is follow without regard to the starting points that failed.
func (c *chain) tryCalls(ctx context.Context, from int, captured map[string]any) bool {
	step := len(c.path)
	for at := from; at < len(c.of.of.entries) && ctx.Err() == nil; at++ {
		if c.of.Strict && step > 0 && at > from {
			return false
		}
		e := c.of.of.entries[at]
		values, fits := c.fits(ctx, e, captured)
		if !fits {
			continue
		}
		c.extend(e)
		if c.follow(ctx, at+1, values) {
			return true
		}
		c.path = c.path[:step]
	}
	return false
}

// extend adds a call to the path.
func (c *chain) extend(e *journal.Entry) {
	if c.path = append(c.path, e); len(c.path) > len(c.longest) {
		c.longest, c.why = slices.Clone(c.path), ""
	}
}

// digest stands for a long text, because many are remembered at a time.
type digest [sha256.Size]byte

// startOf names a starting point.
func startOf(step, from int, captured map[string]any) digest {
	values, _ := json.Marshal(captured) // texts, numbers and booleans can be written
	return sha256.Sum256(fmt.Appendf(nil, "%d %d %s", step, from, values))
}

// fits reports whether a call is the next step, and returns the captured values with
// it.
func (c *chain) fits(ctx context.Context, e *journal.Entry, captured map[string]any) (map[string]any, bool) {
	step, recorded := len(c.path), c.of.of.call(&e.Entry)
	if !c.isSelected(ctx, e, recorded, captured) {
		return nil, false
	}
	l := c.links[step]
	if l.gap != nil {
		if fault := l.gap.fault(c.path[step-1], e, mustAsk); fault != "" {
			c.explain(step, fault)
			return nil, false
		}
	}
	if len(l.names) == 0 {
		return captured, true
	}
	return c.capture(ctx, e, recorded, captured)
}

// isSelected reports whether a call matches the selection of the next step.
func (c *chain) isSelected(ctx context.Context, e *journal.Entry, recorded *call, captured map[string]any) bool {
	selected := c.of.selections[len(c.path)]
	if selected.isOpen() {
		return selected.isOfOperation(e) && selected.match(ctx, recorded, captured).matches
	}
	return c.of.resultOf(e, len(c.path)).matches
}

// capture returns the captured values with those of a call for the next step, false if it
// lacks one.
func (c *chain) capture(ctx context.Context, e *journal.Entry, recorded *call, captured map[string]any) (map[string]any, bool) {
	step, values := len(c.path), maps.Clone(captured)
	l := c.links[step]
	for _, name := range l.names {
		value, err := l.capture[name].Of(ctx, recorded, captured)
		if err != nil {
			c.explain(step, fmt.Sprintf("%s does not have %s: %s", identify(e), name, e.MaskedText(err.Error())))
			return nil, false
		}
		values[name] = value
	}
	return values, true
}

// explain keeps why a call was not the step behind the longest path.
func (c *chain) explain(step int, why string) {
	if step == len(c.longest) {
		c.why = why
	}
}
