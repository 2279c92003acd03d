package scenario_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Rules of one file and of several act together on one call: delays add up, edits come
// in the order of activation, and one rule ends the call.
func TestRulesCompose(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{
		"one-file": `rules: [{on: login, cut: drip}, {on: login, change: [{at: //a, set: x}], delay: 1s}, {on: login, cut: reset}, {on: login, delay: 2s}]`,
		"refused":  `rules: [{on: login, answer: {status: 503}}, {on: login, change: [{at: //b, set: x}]}]`,
		"edited":   `rules: [{on: login, delay: 4s, change: [{at: //c, set: x}]}]`,
		"cut":      `rules: [{on: login, cut: empty}]`,
		"sized":    `rules: [{on: login, pace: 1KB/s}]`,
	})
	for _, test := range []struct {
		active  []string
		oneCall []string
		want    decided
	}{
		{[]string{"one-file"}, nil, decided{cut: scenario.Drip, delay: 3 * time.Second, edits: "//a", acted: "one-file",
			notes: []string{"scenario one-file, rule 3: overruled by scenario one-file, rule 1"}}},
		{[]string{"one-file", "edited"}, nil, decided{cut: scenario.Drip, delay: 7 * time.Second, edits: "//a //c", acted: "edited one-file",
			notes: []string{"scenario one-file, rule 3: overruled by scenario one-file, rule 1"}}},
		{[]string{"edited", "one-file"}, nil, decided{cut: scenario.Drip, delay: 7 * time.Second, edits: "//c //a", acted: "one-file edited",
			notes: []string{"scenario one-file, rule 3: overruled by scenario one-file, rule 1"}}},
		{[]string{"refused", "edited"}, nil, decided{status: 503, delay: 4 * time.Second, edits: "//c", acted: "edited refused",
			notes: []string{"scenario refused, rule 2: overruled by scenario refused, rule 1"}}},
		{[]string{"edited", "refused"}, nil, decided{status: 503, acted: "refused", notes: []string{
			"scenario refused, rule 2: overruled by scenario refused, rule 1", "scenario edited, rule 1: overruled by scenario refused, rule 1"}}},
		{[]string{"cut", "sized"}, nil, decided{cut: scenario.Empty, acted: "cut", notes: []string{
			"scenario sized, rule 1: overruled by scenario cut, rule 1"}}},
		{[]string{"sized", "refused"}, nil, decided{status: 503, acted: "refused sized", notes: []string{
			"scenario refused, rule 2: overruled by scenario refused, rule 1"}}},
		{[]string{"cut", "edited"}, nil, decided{cut: scenario.Empty, acted: "cut", notes: []string{
			"scenario edited, rule 1: overruled by scenario cut, rule 1"}}},
		{[]string{"cut", "refused"}, nil, decided{status: 503, acted: "refused", notes: []string{
			"scenario cut, rule 1: overruled by scenario refused, rule 1", "scenario refused, rule 2: overruled by scenario refused, rule 1"}}},
		{[]string{"refused"}, []string{"edited", "cut"}, decided{cut: scenario.Empty, acted: "cut", notes: []string{
			"scenario refused, rule 1: overruled by scenario cut, rule 1", "scenario edited, rule 1: overruled by scenario cut, rule 1",
			"scenario refused, rule 2: overruled by scenario cut, rule 1"}}},
		{[]string{"edited"}, []string{"refused"}, decided{status: 503, acted: "refused", notes: []string{
			"scenario refused, rule 2: overruled by scenario refused, rule 1", "scenario edited, rule 1: overruled by scenario refused, rule 1"}}},
		{nil, []string{"edited", "refused"}, decided{status: 503, delay: 4 * time.Second, edits: "//c", acted: "edited refused", notes: []string{
			"scenario refused, rule 2: overruled by scenario refused, rule 1"}}},
	} {
		director := newDirector(t, library)
		activate(t, director, test.active...)
		if got := decidedBy(decide(t, director, catalog.Login, test.oneCall...)); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q and %q:\ngot  %+v\nwant %+v", test.active, test.oneCall, got, test.want)
		}
	}
}

// decided is a decision in short.
type decided struct {
	status int
	cut    scenario.Cut
	delay  time.Duration
	edits  string // where they are
	acted  string
	notes  []string
}

func decidedBy(d scenario.Decision) decided {
	short := decided{cut: d.Effect.Cut, delay: d.Delay, notes: d.Notes}
	if d.Effect.Answer != nil {
		short.status = d.Effect.Answer.Status
	}
	var edits []string
	for _, by := range d.Edits {
		for _, e := range by.Edits {
			edits = append(edits, e.At)
		}
	}
	short.edits, short.acted = strings.Join(edits, " "), strings.Join(d.ActingScenarios(), " ")
	return short
}

// TestOverruledOfActiveOnes names the rules of earlier activated scenarios that leave calls
// to a later one.
func TestOverruledOfActiveOnes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ earlier, later, want string }{
		{`{on: "*", cut: empty}`, `{on: "*", cut: reset}`, "every operation"},
		{`{on: [login, search-orders], cut: empty}`, `{on: "*", cut: reset}`, "search-orders and login"},
		{`{on: login, cut: empty}`, `{on: search-orders, cut: reset}`, ""},
		{`{on: login, cut: empty}`, `{on: login, delay: 1ms}`, ""},
		{`{on: login, delay: 1ms}`, `{on: login, cut: reset}`, ""},
		{`{on: "path:/b", cut: empty}`, `{on: "path:/a/*", cut: reset}`, ""},
		{`{on: [login, "path:/b"], cut: empty}`, `{on: [login, "path:/a/*"], cut: reset}`, "login"},
		{`{on: "path:/a/b", cut: empty}`, `{on: "path:/a/*", cut: reset}`, "unknown-path"},
		{`{on: "path:/a/*", cut: empty}`, `{on: "path:/a/b", cut: reset}`, "unknown-path"},
	} {
		director := newDirector(t, libraryOf(t, map[string]string{"earlier": "rules: [" + test.earlier + "]", "later": "rules: [" + test.later + "]"}))
		activate(t, director, "earlier", "later")
		var want []string
		if test.want != "" {
			want = []string{"rule 1 of earlier does not act on calls that rule 1 of later ends, of " + test.want}
		}
		if got := director.Active(); !slices.Equal(got[0].Overrules, want) || got[1].Overrules != nil {
			t.Errorf("%s behind %s: got %q", test.later, test.earlier, got[0].Overrules)
		}
	}
}

// An overruled rule counts nothing: its skip, its chance and its times begin with the
// first call left to it.
func TestOverruledRulesSpendNothing(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{
		"twice":   `rules: [{on: login, times: 2, cut: reset}]`,
		"skipped": `rules: [{on: login, skip: 1, times: 1, fail: AUTHENTICATION_FAILED}]`,
		"edited":  `rules: [{on: login, times: 1, change: [{at: //a, set: x}]}]`,
		"limited": `rules: [{on: login, limit: {calls: 1, per: 1h}}]`,
		"often":   `rules: [{on: login, chance: 50%, times: 3, fail: AUTHENTICATION_FAILED}]`,
	})
	story := func(calls int, active ...string) (all []string) {
		director := newDirector(t, library)
		activate(t, director, active...)
		for range calls {
			d := decide(t, director, catalog.Login)
			all = append(all, slices.Concat([]string{""}, d.ActingScenarios())[len(d.ActingScenarios())])
		}
		return all
	}
	for _, test := range []struct {
		active []string
		want   []string
	}{
		{[]string{"skipped", "twice"}, []string{"twice", "twice", "", "skipped", ""}},
		{[]string{"edited", "twice"}, []string{"twice", "twice", "edited", "", ""}},
		{[]string{"limited", "twice"}, []string{"twice", "twice", "", "limited", "limited"}},
		{[]string{"twice", "skipped"}, []string{"twice", "skipped", "twice", "", ""}},
	} {
		if got := story(5, test.active...); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.active, got, test.want)
		}
	}
	alone := story(20, "often")
	if after := story(22, "often", "twice"); !slices.Equal(after[2:], alone) || after[0] != "twice" || after[1] != "twice" {
		t.Errorf("behind two overruled calls chance chooses %q, alone %q", after, alone)
	}
}

// A finished rule is not overruled, because it would not have acted.
func TestSpentRulesAreNotOverruled(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"spent": `rules: [{on: login, times: 1, cut: empty}, {on: login, skip: 9, cut: empty}, {on: login, when: header.X == "1", cut: empty}]`,
		"later": `rules: [{on: login, skip: 1, cut: reset}]`,
	}))
	activate(t, director, "spent", "later")
	decide(t, director, catalog.Login)
	if got := decide(t, director, catalog.Login); got.Effect.Cut != scenario.Reset || got.Notes != nil {
		t.Errorf("got %q, %q", got.Effect.Cut, got.Notes)
	}
}

// TestNotesOfOverruledRules mentions a rule that a later scenario leaves no calls, if it
// would have acted.
func TestNotesOfOverruledRules(t *testing.T) {
	t.Parallel()
	for rule, noted := range map[string]bool{"": true, "skip: 1, ": false, "every: 2, ": false, "chance: 0.001%, ": false, "times: 1, ": true, "times: 2, ": true} {
		director := newDirector(t, libraryOf(t, map[string]string{"earlier": `rules: [{on: login, ` + rule + `cut: empty}]`, "later": `rules: [{on: login, cut: reset}]`}), "earlier", "later")
		if d := decide(t, director, catalog.Login); (len(d.Notes) == 1) != noted {
			t.Errorf("%s: got %q", rule, d.Notes)
		}
		director.Deactivate("later")
		decide(t, director, catalog.Login)
		activate(t, director, "later")
		if d := decide(t, director, catalog.Login); (len(d.Notes) == 1) != (noted && rule != "times: 1, " || rule == "skip: 1, " || rule == "every: 2, ") {
			t.Errorf("%s, after it acted: got %q", rule, d.Notes)
		}
	}
}

// An activation names the rules of earlier scenarios that it leaves out, and where.
func TestOverrules(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"first":  `rules: [{on: [login, search-orders], change: [{at: /header/X, set: x}]}, {on: retrieve-order, cut: reset}, {on: "*", delay: 1s}]`,
		"second": `rules: [{on: search-upsell, cut: drip}, {on: [login, retrieve-order, search-orders], answer: {status: 503}}]`,
		"third":  `rules: [{on: "*", cut: empty}]`,
		"paths":  `rules: [{on: "path:/a/*", answer: {status: 200}}]`,
		"path":   `rules: [{on: "path:/a/b", answer: {status: 200}}, {on: "path:/c", answer: {status: 200}}]`,
	}))
	activate(t, director, "first", "second", "paths", "path")
	second := []string{"rule 1 of first does not act on calls that rule 2 of second ends, of login and search-orders",
		"rule 2 of first does not act on calls that rule 2 of second ends, of retrieve-order"}
	for _, test := range []struct {
		name string
		want map[string][]string
	}{
		{"first", map[string][]string{"path": {"rule 1 of paths does not act on calls that rule 1 of path ends, of unknown-path"},
			"first": {"rule 2 of second does not act on calls that rule 2 of first ends, of retrieve-order"}}},
		{"second", map[string][]string{"path": {"rule 1 of paths does not act on calls that rule 1 of path ends, of unknown-path"}, "second": second}},
		{"third", map[string][]string{"path": {"rule 1 of paths does not act on calls that rule 1 of path ends, of unknown-path"}, "second": second,
			"third": {"rule 1 of second does not act on calls that rule 1 of third ends, of search-upsell",
				"rule 2 of second does not act on calls that rule 1 of third ends, of search-orders, retrieve-order and login",
				"rule 1 of first does not act on calls that rule 1 of third ends, of search-orders and login",
				"rule 2 of first does not act on calls that rule 1 of third ends, of retrieve-order"}}},
	} {
		activate(t, director, test.name) // moves to the front
		got := map[string][]string{}
		for _, a := range director.Active() {
			if a.Overrules != nil {
				got[a.Name] = a.Overrules
			}
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", test.name, got, test.want)
		}
	}
}
