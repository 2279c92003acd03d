package scenario

import (
	"strings"
	"testing"
	"time"
)

// bodyCall is a call with a body.
type bodyCall struct {
	Call
	body any
}

func (c bodyCall) Body() any      { return c.body }
func (c bodyCall) Now() time.Time { return time.Date(2026, time.May, 13, 12, 0, 0, 0, time.UTC) }

// TestWorkOfConditions compares the work counted for a condition: what it reads and makes, and
// in loops also what it compares. A comparison with a written value costs nothing elsewhere.
func TestWorkOfConditions(t *testing.T) {
	t.Parallel()
	c := bodyCall{body: map[string]any{"x": strings.Repeat("x", 100), "l": []any{1.0, 2.0, 3.0}, "t": []any{strings.Repeat("t", 50)}, "n": 5.0}}
	for text, want := range map[string]int{
		`body.x == "x"`: 0, `"x" != body.x`: 0, `body.x contains "x"`: 0, `(1 < 2) == (2 < 3)`: 0, `body.n - body.n == 0`: 0, `(body.x ?? body.t) == "x"`: 0,
		`body.x == body.x`: 202, `body.x in body.t`: 153, `body.n < body.n`: 2, `body.x startsWith body.x`: 202, `now == now`: 40, `date(now) == date(now)`: 400,
		`any([1], body.x == "x")`: 101, `any([1], "x" == body.x)`: 101, `any([1], body.x == body.x)`: 202, `any([1], any([1], body.x == body.x))`: 202, `any([1], body.x endsWith "x")`: 101,
		`any([1, 2], # == 3)`: 0, `any([1], (body.x ?? body.t) == "x")`: 101, `any([1], now == now)`: 40, `toJSON(toPairs(body)) == ""`: 1714, `any([1], date(now).Format("2006") == "x")`: 214, `any(body.t, # == "x")`: 51, `any([1], date(now) == date(now))`: 400, `any([1], hour(now) == 3)`: 0, `any([1], (1 < 2) == true)`: 0,
		`body.x + "abc" == ""`: 101, `"abc" + "d" == ""`: 0, `1 + 2 == 3`: 0, `body.n + 1 == 6`: 1,
		`body.x[1:] == ""`: 101, `body.l[1:] == nil`: 4, `date(now).Format("2006") == ""`: 210, `date(now).Format(now) == ""`: 400,
		`len(body.t) == 1`: 1, `len(body.x) == 1`: 100, `reverse(body.t) == nil`: 1, `first(body.t) == ""`: 0, `upper(body.x) == ""`: 101, `trim(string(body.n)) == ""`: 11,
		`toJSON(body.t) == ""`: 520, `sort(body.l) == nil`: 80, `split(body.x, "x") == nil`: 1616, `sum(body.l) == 1`: 4, `map(body.l, # + 1) == nil`: 3, `filter(body.t, true) == nil`: 0,
		`uniq(body.l) == nil`: 12, `repeat(body.x, 2) == ""`: 202, `join(body.t) == ""`: 51, `join(body.t, ",") == ""`: 52, `replace(body.x, "x", "yy") == ""`: 302, `replace(body.x, "x", "yy", 1) == ""`: 302,
		`body.x matches "^x"`: 202, `body.x matches "^" + body.n`: 1, `body.x matches body.x`: 13626,
	} {
		condition, err := Compile(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		e, got := &evaluation{call: c, ctx: t.Context()}, 0
		_, err = condition.run(e)
		if e.meter != nil {
			got = e.meter.work
		}
		if got != want {
			t.Errorf("%s: got work %d (%v), want %d", text, got, err, want)
		}
	}
}
