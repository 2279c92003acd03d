package rehearse

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// place is a call by its operation, its record, and its number among the equal ones, from
// 1. Other calls may come in any order.
type place struct {
	operation catalog.OperationID
	key       string // the name of the record, "" when the calls of the operation are counted together
	call      int
}

// String returns the name of the place, such as create-upsell#1 or create-upsell(Summer)#1,
// without a number if rules do not count the call.
func (p place) String() string {
	name := string(p.operation)
	if p.key != "" {
		name += "(" + strings.ReplaceAll(url.QueryEscape(p.key), "+", "%20") + ")"
	}
	if p.call > 0 {
		name += fmt.Sprintf("#%d", p.call)
	}
	return name
}

// readPlace reads the name of a place, false when it is none.
func readPlace(name string) (p place, ok bool) {
	id, number, _ := strings.Cut(name, "#")
	call, err := strconv.Atoi(number)
	if err != nil || call < 1 {
		return p, false
	}
	id, key, keyed := strings.Cut(id, "(")
	if keyed {
		inside, closed := strings.CutSuffix(key, ")")
		if key, err = url.QueryUnescape(inside); !closed || err != nil || key == "" {
			return p, false
		}
	}
	return place{catalog.OperationID(id), key, call}, true
}

// spot is a call of a run.
type spot struct {
	place
	unfit []string // documented failures impossible without further parameters
}

// places returns the place of each call of a run. Calls refused before rules are tried do
// not count, as in rules, and those without an operation have none.
func (g *good) places(calls []client.Entry) []place {
	counts := map[place]int{}
	all := make([]place, len(calls))
	for i, e := range calls {
		p := place{operation: operationOf(e)}
		if g.keyed[p.operation] {
			op, _ := catalog.Find(p.operation)
			p.key = keyOf(op, e)
		}
		if all[i] = p; p.operation != "" && !refusedEarly(e) {
			counts[p]++
			all[i].call = counts[p]
		}
	}
	return all
}

// spots returns the calls of a run that rules count, in their order.
func (g *good) spots(calls []client.Entry) (all []spot) {
	for i, p := range g.places(calls) {
		if p.call == 0 {
			continue
		}
		s := spot{place: p}
		if op, known := catalog.Find(p.operation); known { // unless it is a neighbour
			s.unfit = unfit(op, calls[i])
		}
		all = append(all, s)
	}
	return all
}

// earlyChecks are the checks before the rules.
var earlyChecks = []string{"account", "credential", "session", "accept"}

func refusedEarly(e client.Entry) bool {
	return !slices.Contains(e.Scenarios.List(), ownName) && slices.ContainsFunc(e.Checks, func(c client.Check) bool {
		return !c.Passed && slices.Contains(earlyChecks, c.Name)
	})
}

// unfit returns documented failures that a call cannot end with, because it carries none of
// their parameters.
func unfit(op *catalog.Operation, e client.Entry) (codes []string) {
	for _, outcome := range op.Failures() {
		about := op.Concerns(outcome.Code)
		if len(about) > 0 && !slices.ContainsFunc(about, func(name string) bool { return carries(op, e, name) }) {
			codes = append(codes, string(outcome.Code))
		}
	}
	return codes
}

// carries reports whether a call has a parameter.
func carries(op *catalog.Operation, e client.Entry, name string) bool {
	if calls.Of(&e, nil).Address().Query().Has(name) || strings.Contains(op.Path, "{"+name+"}") {
		return true
	}
	_, element, inEnvelope := strings.Cut(name, "Items.")
	outer, _, _ := strings.Cut(element, ".")
	return inEnvelope && slices.ContainsFunc(opening.FindAllSubmatchIndex(e.Request.Body, -1), func(at []int) bool {
		behind := e.Request.Body[at[1]:]
		return string(e.Request.Body[at[2]:at[3]]) == outer && len(behind) > 0 && behind[0] == '<'
	})
}

// opening finds the beginnings of elements in an envelope, with the blanks behind each.
var opening = regexp.MustCompile(`<(?:\w+:)?(\w+)\b[^>/]*>\s*`)

// mayHaveKey reports whether calls of an operation, nil for a neighbour, name a record.
func mayHaveKey(op *catalog.Operation) bool {
	if op == nil {
		return false
	}
	_, by := op.NamedRecord()
	return len(by) > 0 || op.ID == catalog.CreateUpsell
}

// keyOf returns the name of a call's record, "" for none.
func keyOf(op *catalog.Operation, e client.Entry) string {
	if op.ID == catalog.CreateUpsell {
		var draft struct{ Name string }
		_ = json.Unmarshal(e.Request.Body, &draft) // an unreadable body has no name
		return draft.Name
	}
	return calls.Of(&e, nil).RecordName()
}

// condition returns the condition of a rule for calls of the key alone.
func (p place) condition() string {
	op, _ := catalog.Find(p.operation)
	_, by := op.NamedRecord()
	if len(by) == 0 {
		return "body.Name == " + strconv.Quote(p.key)
	}
	var all []string
	for _, parameter := range by {
		name := map[catalog.Place]string{catalog.InPath: "path.", catalog.InQuery: "query."}[parameter.In] + parameter.Parameter
		if parameter.In == catalog.InEnvelope {
			name = "subscription.reference"
		}
		all = append(all, name+" == "+strconv.Quote(p.key))
	}
	return strings.Join(all, " or ")
}

// firstAndLast leaves out the places between the first and the last of each operation: by
// the names of their records, because calls side by side come in any order.
func firstAndLast(all []spot) []spot {
	first, last := map[catalog.OperationID]place{}, map[catalog.OperationID]place{}
	for _, s := range slices.SortedStableFunc(slices.Values(all), func(a, b spot) int { return cmp.Compare(a.key, b.key) }) {
		if _, known := first[s.operation]; !known {
			first[s.operation] = s.place
		}
		last[s.operation] = s.place
	}
	return slices.DeleteFunc(slices.Clone(all), func(s spot) bool { return s.place != first[s.operation] && s.place != last[s.operation] })
}

func has(all []spot, p place) bool {
	return slices.ContainsFunc(all, func(s spot) bool { return s.place == p })
}

func names(spots []spot) string {
	var all []string
	for _, s := range spots {
		all = append(all, s.String())
	}
	return strings.Join(all, " ")
}
