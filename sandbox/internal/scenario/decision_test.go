package scenario_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// rulesOn returns a scenario of rules on one operation.
func rulesOn(rules ...string) string {
	text := "rules:\n"
	for _, r := range rules {
		text += "  - {on: search-orders, " + r + "}\n"
	}
	return text
}

// TestWhatADecisionDoes finds the effects in place of an answer, and the calls that end
// without their operation.
func TestWhatADecisionDoes(t *testing.T) {
	t.Parallel()
	for rule, want := range map[string]string{
		"delay: 1ms":                            "acts true, replaces false, skips false, empty true",
		"cut: drip":                             "acts true, replaces false, skips false, empty false",
		"cut: truncate":                         "acts true, replaces true, skips false, empty false",
		"cut: garbage":                          "acts true, replaces true, skips false, empty false",
		"cut: reset":                            "acts true, replaces true, skips true, empty false",
		"cut: empty":                            "acts true, replaces true, skips true, empty false",
		"cut: empty, after: true":               "acts true, replaces true, skips false, empty false",
		"answer: {status: 500}":                 "acts true, replaces true, skips true, empty false",
		"answer: {status: 500}, after: true":    "acts true, replaces true, skips false, empty false",
		"fail: INTERNAL_ERROR":                  "acts true, replaces true, skips false, empty false",
		"change: [{at: $.x, set: 1}]":           "acts true, replaces true, skips false, empty true",
		"limit: {calls: 9, per: 1s}":            "acts true, replaces false, skips false, empty true",
		"when: query.Page == \"9\", cut: reset": "acts false, replaces false, skips false, empty true",
	} {
		d := decide(t, newDirector(t, libraryOf(t, map[string]string{"s": rulesOn(rule)}), "s"), catalog.SearchOrders)
		got := fmt.Sprintf("acts %t, replaces %t, skips %t, empty %t", d.Acts(), d.Replaces(), d.Effect.SkipsOperation(), d.Effect.Empty())
		if got != want {
			t.Errorf("%s: got %s, want %s", rule, got, want)
		}
	}
}

// TestEnding names the scenario that ends a call, and that of edits but not of answers beside
// them.
func TestEnding(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{"ending": rulesOn("cut: reset"), "slowing": rulesOn("delay: 1ms"),
		"editing": rulesOn("change: [{at: $.x, set: 1}]"), "answering": "assume: {search-status: \"200\"}"})
	for active, want := range map[string]string{"ending": "ending", "slowing": ""} {
		if got := decide(t, newDirector(t, library, active), catalog.SearchOrders).Ending(); got != want {
			t.Errorf("%s: got %q, want %q", active, got, want)
		}
	}
	op, _ := catalog.Find(catalog.SearchOrders)
	d := decide(t, newDirector(t, library, "answering", "editing"), op.ID)
	if got := d.Commit(op, op.Success, catalog.SearchStatus); !slices.Equal(got, []string{"editing"}) {
		t.Errorf("got %q", got)
	}
}

// TestDelivery combines the deliveries of rules. The latest activated scenario comes first,
// also when its rule reads how the call ended.
func TestDelivery(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"early": rulesOn("pace: 1KB/s, length: +4, keep_alive: stale"),
		"late":  rulesOn("when: status == 200, pace: 2KB/s"),
	}), "early", "late")
	d := decide(t, director, catalog.SearchOrders)
	want := scenario.Delivery{Pace: 1000, Length: 4, Stale: true}
	if d.Delivery != want {
		t.Errorf("got %+v, want %+v", d.Delivery, want)
	}
	d = director.DecideLate(t.Context(), &ended{call: call{operation: catalog.SearchOrders}, status: 200}, d)
	if want.Pace = 2000; d.Delivery != want {
		t.Errorf("after the call: got %+v, want %+v", d.Delivery, want)
	}
}

// TestRulesOfRefusedCalls tries rules before the credential, and all rules of scenarios named
// in the credential itself, on calls that fail a check.
func TestRulesOfRefusedCalls(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, map[string]string{"plain": rulesOn("delay: 1ms"), "early": rulesOn("before: credential, delay: 2ms"), "other": rulesOn("delay: 4ms"), "late": rulesOn("when: status == 401, delay: 8ms")})
	for _, test := range []struct {
		oneCall, inCredential []string
		want                  time.Duration
		waits                 bool
	}{
		{nil, nil, 2, false},
		{[]string{"other"}, nil, 2, false},
		{[]string{"other"}, []string{"other"}, 6, false},
		{[]string{"other"}, []string{"plain"}, 2, false},
		{[]string{"other", "late"}, []string{"other", "late"}, 6, true},
	} {
		director := newDirector(t, library, "plain", "early", "late")
		begun, err := director.Begin(catalog.SearchOrders, test.oneCall)
		must(t, err)
		d := director.DecideEarly(t.Context(), &call{operation: catalog.SearchOrders}, begun, test.inCredential)
		if d.Delay != test.want*time.Millisecond || d.Waits() != test.waits {
			t.Errorf("%q, in the credential %q: got %s, waits %t", test.oneCall, test.inCredential, d.Delay, d.Waits())
		}
		d = director.DecideLate(t.Context(), &ended{call: call{operation: catalog.SearchOrders}, status: 401}, d)
		if want := d.Delay > 10*time.Millisecond; want != test.waits {
			t.Errorf("%q: got %s after the call", test.oneCall, d.Delay)
		}
	}
}

// TestRulesOnPaths acts on paths outside of the interface by their names, and on operations
// beside them.
func TestRulesOnPaths(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"paths": `rules: [{on: ["path:/a/*", "POST path:/carts", "* path:/any", "soap:placeOrder", login], delay: 1ms}]`,
		"place": `rules: [{on: "PUT path:/orders/new", place: COMPLETE}]`,
	}), "paths", "place")
	on := func(operation catalog.OperationID, parameter, path string) scenario.Decision {
		return decideOn(t, director, &call{operation: operation, path: map[string]string{parameter: path}})
	}
	for _, test := range []struct {
		operation       catalog.OperationID
		parameter, path string
		want            bool
	}{
		{catalog.UnknownPath, catalog.WholePath, "/a/b", true}, {catalog.UnknownPath, catalog.WholePath, "/a", true}, {catalog.UnknownPath, catalog.WholePath, "/ab", false},
		{catalog.UnknownPath, catalog.StubName, "POST /carts", true}, {catalog.UnknownPath, catalog.StubName, "PUT /carts", false}, {catalog.UnknownPath, catalog.StubName, "POST /carts/", false},
		{catalog.UnknownPath, catalog.StubName, "PATCH /any", true}, {catalog.UnknownPath, catalog.StubName, "soap:placeOrder", true}, {catalog.UnknownPath, catalog.StubName, "soap:placeOrders", false},
		{catalog.UnknownPath, catalog.StubName, "GET /x /any", false}, {catalog.Login, "", "", true}, {catalog.SearchOrders, "", "", false},
	} {
		if got := on(test.operation, test.parameter, test.path).Acts(); got != test.want {
			t.Errorf("%s %s: acts %t", test.operation, test.path, got)
		}
	}
	if d := on(catalog.UnknownPath, catalog.StubName, "PUT /orders/new"); d.Effect.Place != catalog.Complete || d.Effect.Empty() || d.Effect.SkipsOperation() || d.Ending() != "place" {
		t.Errorf("got %+v", d.Effect)
	}
}

// TestRulesOnUnknownPaths acts on every path outside of the interface.
func TestRulesOnUnknownPaths(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{"outside": `rules: [{on: unknown-path, delay: 1ms}]`}), "outside")
	if !decide(t, director, catalog.UnknownPath).Acts() || decide(t, director, catalog.Login).Acts() {
		t.Error("the rule does not act on unknown paths alone")
	}
}

// TestMovesOfADecision collects the moves of each rule that acts.
func TestMovesOfADecision(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"moving": `rules: [{on: login, delay: 1ms}, {on: login, do: {before: {complete: order 7}, after: [{advance: 1d}]}}]`,
		"after":  `rules: [{on: login, do: {after: {approve: order 8}}}]`,
		"before": `rules: [{on: login, do: {before: {approve: order 9}}}]`,
	}), "moving", "after", "before")
	var got []string
	for _, by := range decide(t, director, catalog.Login).Moves {
		for _, m := range by.Moves {
			got = append(got, fmt.Sprintf("%s %d after=%t: %s", by.Scenario, by.Rule, m.After, m))
		}
	}
	want := []string{"before 1 after=false: approve order 9", "after 1 after=true: approve order 8", "moving 2 after=false: complete order 7", "moving 2 after=true: advance the clock by 24h"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// hooked is a call that does something while a condition reads its headers.
type hooked struct {
	call
	hook func()
}

func (c *hooked) Header(name string) string {
	c.hook()
	return c.call.Header(name)
}

// TestTheLastCallIsTakenMeanwhile leaves the last affected call to another one, which ends
// while the rule is tried.
func TestTheLastCallIsTakenMeanwhile(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{"once": `rules: [{on: login, when: 'header["A"] == ""', cut: reset}]`}))
	must(t, director.Activate("once", client.ActivationLimits{Times: 1}))
	begun, err := director.Begin(catalog.Login, nil)
	must(t, err)
	var other scenario.Decision
	d := director.Decide(t.Context(), &hooked{call: call{operation: catalog.Login}, hook: func() { other = decide(t, director, catalog.Login) }}, begun)
	if !other.Acts() || d.Acts() {
		t.Errorf("the other call is affected: %t, this one: %t; want only the other", other.Acts(), d.Acts())
	}
}

// TestRawAnswers returns the bodies that are the same on both protocols.
func TestRawAnswers(t *testing.T) {
	t.Parallel()
	body := "text"
	for _, test := range []struct {
		answer scenario.Answer
		want   string
		raw    bool
	}{{scenario.Answer{Body: &body}, "text", true}, {scenario.Answer{}, "", true}, {scenario.Answer{Code: "X", Message: "m"}, "", false}} {
		if got, raw := test.answer.Raw(); string(got) != test.want || raw != test.raw {
			t.Errorf("%+v: got %q, %t", test.answer, got, raw)
		}
	}
}

// TestTriggers verifies how each scenario came to act on a call.
func TestTriggers(t *testing.T) {
	t.Parallel()
	own := map[string]string{}
	for _, name := range []string{"flag", "times", "period", "both", "account", "named"} {
		own[name] = rulesOn("delay: 1ms")
	}
	director := newDirector(t, libraryOf(t, own), "flag")
	for name, limits := range map[string]client.ActivationLimits{"times": {Times: 2}, "period": {For: time.Hour}, "both": {Times: 1, For: time.Hour}, "account": {}} {
		must(t, director.Activate(name, limits))
	}
	d := decide(t, director, catalog.SearchOrders, "named")
	for name, want := range map[string]client.TriggerBy{"flag": client.TriggerBaseline, "times": client.TriggerTimes, "period": client.TriggerPeriod, "both": client.TriggerTimes, "account": client.TriggerAccount, "named": "", "other": ""} {
		if got := d.Trigger(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestPreviewCountsNothing previews a call often: it decides as the next call would.
func TestPreviewCountsNothing(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{"s": rulesOn("skip: 1, times: 1, fail: INTERNAL_ERROR", "limit: {calls: 1, per: 1h}")}))
	must(t, director.Activate("s", client.ActivationLimits{Times: 2}))
	op, _ := catalog.Find(catalog.SearchOrders)
	made := func(begin func(catalog.OperationID, []string) (scenario.Decision, error)) string {
		d, err := begin(catalog.SearchOrders, nil)
		must(t, err)
		d = director.Decide(t.Context(), &call{operation: catalog.SearchOrders}, d)
		d.Commit(op, op.Success)
		return fmt.Sprint(failure(d), d.Effect.Answer != nil, d.Headers["X-RateLimit-Remaining"])
	}
	for n := range 5 {
		var previews []string
		for range 3 {
			previews = append(previews, made(director.Preview))
		}
		before := fmt.Sprint(director.Active())
		got := made(director.Begin)
		if slices.ContainsFunc(previews, func(p string) bool { return p != got }) {
			t.Errorf("call %d: got %s, the previews said %s", n+1, got, previews)
		}
		if n < 2 && fmt.Sprint(director.Active()) == before {
			t.Errorf("call %d counted nothing", n+1)
		}
	}
}
