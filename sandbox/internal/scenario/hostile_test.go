package scenario_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// largeCall is a call with a body of half a megabyte.
var largeCall = &call{
	operation: catalog.CreateUpsell,
	query:     map[string]string{"Page": "2"},
	body:      `{"Text": "` + strings.Repeat("a", 500_000) + `", "List": [` + strings.Repeat("1,", 1000) + `1]}`,
}

const (
	tooMuch  = "the expression needs more than 10000000 bytes, with 10 for each list element and XML node and 100 for each turn of a loop"
	tooLarge = "memory budget exceeded"
)

// An expression beyond the time or memory of a call ends, and says so.
func TestHostileConditions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`len(reduce(1..60, {#acc + #acc}, "aaaaaaaaaa")) > 1`:                                             tooMuch,
		`let a = body.Text; let b = a+a; let c = b+b; let d = c+c; let e = d+d; e+e == e`:                 tooMuch,
		`len(repeat(body.Text, 1000000)) > 1`:                                                             tooMuch,
		`len(repeat("", 1000000000)) > 1`:                                                                 tooLarge,
		`len(join(map(1..40000, "a"), body.Text)) > 1`:                                                    tooMuch,
		`len(replace(body.Text, "", body.Text)) > 1`:                                                      tooMuch,
		`len(reduce(1..99, replace(#acc, "a", "aa"), "a")) > 1`:                                           tooMuch,
		`len(split(body.Text, "")) > len(split(body.Text, "")) + len(split(body.Text, ""))`:               tooMuch,
		`any(1..90000, body.Text contains "b")`:                                                           tooMuch,
		`any(1..90000, body.Text != body.Text + "")`:                                                      tooMuch,
		`body.Text matches "(a|aa){500}b{200}c"`:                                                          tooMuch,
		`len(uniq(1..90000)) > 1`:                                                                         tooMuch,
		`len(toJSON(reduce(1..30, [#acc, #acc], "a"))) > 1`:                                               tooMuch,
		`reduce(1..30, [#acc, #acc], "a") == reduce(1..30, [#acc, #acc], "a")`:                            tooMuch,
		`len(flatten(reduce(1..40, [#acc, #acc], ["a"]))) > 1`:                                            tooMuch,
		`len(string(reduce(1..30, [#acc, #acc], "a"))) > 1`:                                               tooMuch,
		`max(reduce(1..40, [#acc, #acc], [1])) > 1`:                                                       tooMuch,
		`toJSON(reduce(1..9000, [#acc], 1)) == ""`:                                                        tooMuch,
		`let a = 1..1000; count(a, {count(a, {count(a, {true}) == 1000}) == 1000}) == 1000`:               tooMuch,
		`len(map(1..99999, 1..99999)) > 1`:                                                                tooLarge,
		`len(1..2147483647) > 1`:                                                                          tooLarge,
		`sum(1..90000, len(upper(body.Text))) > 1`:                                                        tooMuch,
		`any(1..90000, query.Page == "1")`:                                                                tooMuch,
		`any(1..90000, xpath("//x") == "1")`:                                                              tooMuch,
		`len(reduce(1..60, date(now).Format(#acc + #acc), "Jan")) > 1`:                                    tooMuch,
		`len(reduce(1..60, concat(#acc, #acc), [1])) > 1`:                                                 tooMuch,
		`len(fromJSON(repeat("[", 5000) + repeat("]", 5000))) == len(fromJSON(repeat("[1,1],", 900000)))`: tooMuch,
		`"a" matches reduce(1..60, #acc + #acc, "(a|b){9}")`:                                              tooMuch,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			matched, err := match(t, text, largeCall)
			if matched || err == nil || err.Error() != want {
				t.Errorf("got %v, %.300v, want false, %s", matched, err, want)
			}
		})
	}
}

// Regular expressions are bounded one by one, and in sum too, because a scenario keeps them.
func TestLargePatterns(t *testing.T) {
	t.Parallel()
	const together = "the regular expressions may have at most 5000 instructions together"
	const whole = "a{1000}a{1000}a{499}b" // of 5,000 instructions before they are compiled
	part := `header.Page matches "` + strings.Repeat("a{400}", 5) + `"`
	most := `header.Page matches "` + whole + `" or header.Page matches "a{1000}a{1000}a{496}" or query.Page matches query.Limit`
	for text, want := range map[string]string{
		`query.Page matches "(a{1000}){10}" and true`:                  "invalid repeat count",
		`header.Page matches "` + strings.Repeat("a{1000}", 100) + `"`: `the regular expression "a{1000}a{1000}a{1000}a{1000}a{1000}a{100" is too large: it may have at most 5000 instructions (at character 13)`,
		part + " or " + part:                               "",
		part + " or " + part + " or " + part:               together + " (at character 125)",
		`header.Page matches "` + whole + `"`:              "",
		`header.Page matches "` + whole + `c"`:             "is too large",
		most:                                               "",
		most + ` or query.Page matches "a"`:                together + " (at character 139)",
		`query.Page matches "[" or query.Page matches "("`: "missing closing ]",
	} {
		if _, err := scenario.Compile(text); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: got  %v\nwant %s", text, err, want)
		}
	}
	refuse(t, "- {on: login, delay: 1ms, when: '"+strings.Join(strings.Split(most, " or ")[:2], "'}\n- {on: login, delay: 1ms, when: '")+"'}", "")
	refuse(t, strings.Repeat("- {on: login, delay: 1ms, when: '"+part+"'}\n", 3), "[4:33] when: "+together+"\n")
}

// A pattern is measured before it is compiled. The test runs alone, because it
// measures the memory of the process.
func TestLargePatternsCostNothing(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := scenario.Compile(`query.Page matches "` + strings.Repeat("a{1000}", 500) + `"`)
	runtime.ReadMemStats(&after)
	if made := after.TotalAlloc - before.TotalAlloc; err == nil || made > 20<<20 {
		t.Errorf("got %v after %d bytes", err, made)
	}
}

// Ordinary conditions need little of the budget.
func TestOrdinaryConditions(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`len(body.Text) > 400000 and body.Text startsWith "aaa" and body.Text matches "^a+$"`,
		`count(body.List, # == 1) == 1001`,
		`upper(body.Text) contains "AAA"`,
		`len(toJSON(body.List)) > 2000`,
		`"a" + "b" + query.Page == "ab2" and 1 + 2 == 3`,
		`string(5) + query.Page == "52" and split("a,b", ",") == ["a", "b"]`,
		`reduce(["a", "b"], #acc + #, "") == "ab" and date(now).Format("2006") == "2026"`,
	} {
		if matched, err := match(t, text, largeCall); !matched || err != nil {
			t.Errorf("%s: got %v, %v, want true", text, matched, err)
		}
	}
}

// A condition ends with its call.
func TestMatchEndsWithTheContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	condition, err := scenario.Compile(`count(1..90000, query.Page == "") == 90000`)
	must(t, err)
	ending := &endingCall{call: *exampleCall, cancel: cancel}
	if matched, err := condition.Match(ctx, ending); matched || err == nil || err.Error() != context.Canceled.Error() {
		t.Errorf("got %v, %v, want %v", matched, err, context.Canceled)
	}
	if ending.reads > 200 {
		t.Errorf("it read %d inputs after the call was over", ending.reads)
	}
}

// endingCall is over as soon as a condition reads it.
type endingCall struct {
	call
	cancel func()
	reads  int
}

func (c *endingCall) Query(string) string {
	c.cancel()
	c.reads++
	return ""
}

// The delays of a call are together at most an hour.
func TestDelaysAddUpToAnHour(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"one": `rules: [{on: "*", delay: 50m}]`, "two": `rules: [{on: "*", delay: 40m}]`,
	}))
	activate(t, director, "one", "two")
	d := decide(t, director, catalog.RetrieveOrder)
	want := "scenario two, rule 1: delay: the delays of a call are at most 1 hour together"
	exact := newDirector(t, libraryOf(t, map[string]string{"one": `rules: [{on: "*", delay: 20m}, {on: "*", delay: 40m}]`}), "one")
	if d := decide(t, exact, catalog.RetrieveOrder); d.Delay != time.Hour || len(d.Notes) > 0 {
		t.Errorf("an hour: got %s, %q", d.Delay, d.Notes)
	}
	if d.Delay != time.Hour || len(d.Notes) != 1 || !strings.Contains(d.Notes[0], "the delays of a call are at most 1 hour together") {
		t.Errorf("got %s, %q, want 1h, %q", d.Delay, d.Notes, want)
	}
}

// FuzzCondition compiles any text and evaluates it within a time and a memory
// bound.
func FuzzCondition(f *testing.F) {
	for _, seed := range []string{
		`query.Page == "1" and any(body.List, # > 1)`, `len(reduce(1..60, {#acc + #acc}, "a")) > 1`,
		`xpath("//x") matches "a{3}"`, `repeat(body.Text, 9) == join(split(body.Text, ""), "")`,
		`let a = 1..1000; count(a, count(a, true) > 1) > 1`, `toJSON(sort(map(1..99, # * 2))) != ""`,
		`replace(body.Text, "a", "bb") contains upper("b")`, `groupBy(1..9, # % 2)[1] == [1]`,
		`now.Format("Jan") == string(date("2026-01-01"))`, `keys({"a": 1}) == toPairs({"b": 2})[0]`, `$field(1) == "x" and $member(2).x == $count`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		condition, err := scenario.Compile(text)
		if err == nil {
			if _, err = condition.Match(t.Context(), largeCall); err != nil {
				_ = err.Error()
			}
		}
		runtime.ReadMemStats(&after)
		if after.TotalAlloc-before.TotalAlloc > 1<<30 {
			t.Errorf("%q took %d MB", text, (after.TotalAlloc-before.TotalAlloc)>>20)
		}
	})
}
