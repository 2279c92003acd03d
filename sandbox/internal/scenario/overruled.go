package scenario

import (
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// listOverruled names the rules of a scenario activated before that do not act on calls ended by
// this one, each with the first rule that ends them.
func (s *Scenario) listOverruled(before *Scenario) (texts []string) {
	for n := range before.rules {
		other := &before.rules[n]
		for i := range s.rules {
			r := &s.rules[i]
			var both []catalog.OperationID
			for _, id := range r.operations {
				if slices.Contains(other.operations, id) && (id != catalog.UnknownPath || r.hasPathsOf(other) || other.hasPathsOf(r)) {
					both = append(both, id)
				}
			}
			if len(both) == 0 || !r.overrules(other, 1) {
				continue
			}
			on := phrase.And(both...)
			if len(both) >= len(catalog.Operations()) {
				on = "every operation"
			}
			texts = append(texts, fmt.Sprintf("rule %d of %s does not act on calls that rule %d of %s ends, of %s", n+1, before.Name, i+1, s.Name, on))
			break
		}
	}
	return texts
}
