package scenario

import (
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// listOverruled names the rules of a scenario activated before that do not act on calls ended by
// this one.
func (s *Scenario) listOverruled(before *Scenario) (texts []string) {
	for i := range before.rules {
		if number, on := s.overruling(&before.rules[i]); number > 0 {
			texts = append(texts, fmt.Sprintf("rule %d of %s does not act on calls that rule %d of %s ends, of %s", i+1, before.Name, number, s.Name, on))
		}
	}
	return texts
}

// overruling returns the number of the first rule that overrules one of an earlier
// scenario, and the operations of both, 0 for none.
func (s *Scenario) overruling(other *rule) (number int, on string) {
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
		if len(both) >= len(catalog.Operations()) {
			return i + 1, "every operation"
		}
		return i + 1, phrase.And(both...)
	}
	return 0, ""
}
