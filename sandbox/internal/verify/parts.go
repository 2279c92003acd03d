package verify

import (
	"context"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// part is a condition of a selection. All parts must match.
type part interface {
	// matches reports whether a call satisfies the part.
	matches(ctx context.Context, c *calls.Call) bool
	// difference returns the values of a call that does not satisfy the part.
	difference(ctx context.Context, c *calls.Call) client.Difference
}

// split splits the selection into its parts, because a call may match some of
// them. An indivisible condition is the only part.
func (x *selection) split() {
	for _, term := range x.terms {
		x.parts = append(x.parts, termPart{term})
	}
	if x.condition == nil {
		return
	}
	for _, text := range scenario.Conjuncts(x.Where) {
		condition, err := scenario.CompileRecorded(text)
		if err != nil {
			x.parts = []part{conditionPart{x.condition}}
			return
		}
		x.parts = append(x.parts, conditionPart{condition})
	}
}

// termPart is a term of a query.
type termPart struct{ *calls.Term }

func (p termPart) matches(_ context.Context, c *calls.Call) bool { return p.Matches(c) }

func (p termPart) difference(_ context.Context, c *calls.Call) client.Difference {
	given := map[string]string{}
	if value, ok := p.ValueOf(c); ok {
		given[p.Name()] = phrase.Shorten(value, maxGiven)
	}
	return client.Difference{Expected: p.String(), Given: given}
}

// maxGiven bounds a value of a difference, in bytes.
const maxGiven = 500

// conditionPart is a part of a condition.
type conditionPart struct{ condition *scenario.Condition }

func (p conditionPart) matches(ctx context.Context, c *calls.Call) bool {
	matches, _ := p.condition.Match(ctx, c)
	return matches
}

func (p conditionPart) difference(ctx context.Context, c *calls.Call) client.Difference {
	d := client.Difference{Expected: p.condition.String()}
	if _, err := p.condition.Match(ctx, c); err != nil {
		d.Error = err.Error()
	}
	d.Given, _ = p.condition.Seen(ctx, c)
	return d
}
