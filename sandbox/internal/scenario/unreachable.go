package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/token"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// Warning is about a legal but probably unintended rule.
type Warning struct {
	yamltext.Fault
	Text string // with the place and the lines around it
}

// namedHandle is a handle in a move, with the warning about it where it is unknown.
type namedHandle struct {
	Warning
	name string
}

// isID matches the ids of records, which no usual handle resembles.
var isID = regexp.MustCompile(`^(?:[0-9A-Z-]*|[0-9a-f-]{36})$`)

// handle keeps the handle in a move for Warnings.
func (r *reader) handle(name string, at *token.Token) {
	if !isID.MatchString(name) {
		r.handles = append(r.handles, namedHandle{warning(at, "do: unknown handle %s", name), name})
	}
}

// Warnings returns the warnings about the scenario, none for nil. known returns the
// handles of an account or of the known worlds, nil when nobody knows them.
func (s *Scenario) Warnings(known func() []string) []Warning {
	if s == nil {
		return nil
	}
	var names []string
	if len(s.handles) > 0 {
		names = known()
	}
	warnings := slices.Clone(s.warnings)
	for _, h := range s.handles {
		if names != nil && !slices.Contains(names, h.name) {
			near := hint(nearest(h.name, names))
			w := Warning{h.Fault, strings.Replace(h.Text, h.Message, h.Message+near, 1)}
			w.Message += near
			warnings = append(warnings, w)
		}
	}
	return warnings
}

// unreachable returns a warning for each rule that can never act, because others of the
// file always end its calls.
func unreachable(rules []rule, shapes []value) []Warning {
	var warnings []Warning
	for i := range rules {
		numbers, all := rules[i].coveredBy(rules, i)
		if !all {
			continue
		}
		which, advice := "rule "+numbers[0]+" ends", fmt.Sprintf("put rule %d first", i+1)
		if len(numbers) > 1 {
			which = "rules " + phrase.And(numbers...) + " end"
		}
		if !rules[i].ends() {
			advice = "put it into a scenario that is activated later"
		}
		warnings = append(warnings, warning(shapes[i].at, "rule %d can never act, because %s every call that it is on; %s", i+1, which, advice))
	}
	return warnings
}

func warning(at *token.Token, format string, values ...any) Warning {
	err := yamltext.Short(fault(at, format, values...))
	return Warning{yamltext.Faults(err)[0], err.Error()}
}

// passedOver returns a warning for each name of paths that also fits operations, if
// the rule does not name these. Operations are no paths outside of the interface.
func passedOver(rules []rule, shapes []value) []Warning {
	var warnings []Warning
	for i, rule := range rules {
		for _, path := range rule.paths {
			var fits []catalog.OperationID
			for _, op := range catalog.Operations() {
				if path.fits(op) && !slices.Contains(rule.operations, op.ID) {
					fits = append(fits, op.ID)
				}
			}
			if fits != nil {
				is, other := "paths outside of the interface", ", or the other calls there by "+anyMethod+" "+path.text
				if path.isStub() {
					is, other = "calls that are none of an operation", ""
				}
				warnings = append(warnings, warning(shapes[i].of["on"].at, "%s is on %s only, so not on %s; name the operations that are meant%s",
					path.text, is, phrase.And(fits...), other))
			}
		}
	}
	return warnings
}

// fits reports whether the name also fits the calls of an operation. Those of SOAP have no
// path.
func (p pathName) fits(op *catalog.Operation) bool {
	path := catalog.OutsidePath(op.Path)
	if p.isStub() {
		path = op.Method + " " + path
	}
	return p.matches.MatchString(path)
}

// coveredBy returns the numbers of the rules that leave no call to the rule at a place,
// and whether they cover all its operations. For a rule that ends calls only earlier
// ones count.
func (r *rule) coveredBy(rules []rule, place int) (numbers []string, all bool) {
	others := rules
	if r.ends() {
		others = rules[:place]
	}
	for _, id := range r.operations {
		at := slices.IndexFunc(others, func(e rule) bool { return e.endsAll(r, id) })
		if at < 0 {
			return nil, false
		}
		if number := fmt.Sprint(at + 1); !slices.Contains(numbers, number) {
			numbers = append(numbers, number)
		}
	}
	return numbers, true
}

// endsAll reports whether the rule ends every call of an operation before another
// rule could act on it.
func (r *rule) endsAll(other *rule, id catalog.OperationID) bool {
	acts := r.skip == 0 && r.always() && !r.effect.Empty()
	sameCalls := r.when == nil || other.when != nil && r.when.text == other.when.text
	return acts && r.overrules(other, 0) && sameCalls && (r.early || !other.early) && slices.Contains(r.operations, id) && (id != catalog.UnknownPath || r.hasPathsOf(other))
}

// hasPathsOf reports whether the rule is on all paths of a later one.
func (r *rule) hasPathsOf(later *rule) bool {
	if r.paths == nil {
		return true
	}
	isOn := func(of pathName) bool {
		return slices.ContainsFunc(r.paths, func(p pathName) bool {
			return p.text == of.text || !strings.Contains(of.path, "*") && p.matches.MatchString(strings.TrimLeft(of.method+" "+of.path, " "))
		})
	}
	return later.paths != nil && !slices.ContainsFunc(later.paths, func(of pathName) bool { return !isOn(of) })
}

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
