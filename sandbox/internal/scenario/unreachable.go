package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// Warning is about what is legal but probably not meant.
type Warning struct {
	yamltext.Fault
	Text string // with the place and the lines around it
}

// unreachable returns a warning for each rule that can never act, because earlier
// ones always end the search on all of its operations.
func unreachable(rules []rule, shapes []ruleShape) []Warning {
	var warnings []Warning
	for i := range rules {
		numbers, all := rules[i].coveredBy(rules[:i])
		if !all {
			continue
		}
		which := "rule " + numbers[0] + " ends"
		if len(numbers) > 1 {
			which = "rules " + phrase.And(numbers...) + " end"
		}
		err := yamltext.Short(fault(shapes[i].at, "rule %d can never act, because %s the search on every call that it is on; put rule %[1]d first", i+1, which))
		warnings = append(warnings, Warning{yamltext.Faults(err)[0], err.Error()})
	}
	return warnings
}

// coveredBy returns the numbers of the earlier rules that leave no call to the rule,
// and whether they leave none of any of its operations.
func (r *rule) coveredBy(earlier []rule) (numbers []string, all bool) {
	for _, id := range r.operations {
		at := slices.IndexFunc(earlier, func(e rule) bool { return e.endsAll(r, id) })
		if at < 0 {
			return nil, false
		}
		if number := fmt.Sprint(at + 1); !slices.Contains(numbers, number) {
			numbers = append(numbers, number)
		}
	}
	return numbers, len(r.operations) > 0
}

// endsAll reports whether the rule has an effect on every call of an operation on
// which a later rule could act.
func (r *rule) endsAll(later *rule, id catalog.OperationID) bool {
	acts := r.skip == 0 && r.chance >= 1 && r.times == 0 && r.limit == nil && !r.effect.Empty()
	sameCalls := r.when == nil || later.when != nil && r.when.text == later.when.text
	return acts && sameCalls && (r.early || !later.early) && slices.Contains(r.operations, id) && (id != catalog.UnknownPath || r.hasPathsOf(later))
}

// hasPathsOf reports whether the rule is on all paths of a later one.
func (r *rule) hasPathsOf(later *rule) bool {
	if r.paths == nil {
		return true
	}
	isOn := func(of pathName) bool {
		return slices.ContainsFunc(r.paths, func(p pathName) bool {
			return p.text == of.text || !strings.Contains(of.text, "*") && p.matches.MatchString(catalog.OutsidePath(of.text))
		})
	}
	return later.paths != nil && !slices.ContainsFunc(later.paths, func(of pathName) bool { return !isOn(of) })
}
