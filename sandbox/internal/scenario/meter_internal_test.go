package scenario

import (
	"context"
	"errors"
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

// TestWorkOfConditions compares the work counted for a condition: what its operations read and
// make, but nothing for a comparison with a written value, which costs no more than that.
func TestWorkOfConditions(t *testing.T) {
	t.Parallel()
	c := bodyCall{body: map[string]any{"x": strings.Repeat("x", 100), "l": []any{1.0, 2.0, 3.0}, "t": []any{strings.Repeat("t", 50)}, "n": 5.0, "m": map[string]any{"ab": "c"}}}
	for text, want := range map[string]int{
		`body.x == "x"`: 0, `"x" != body.x`: 0, `any([1], body.x == "x")`: 100, `(1 < 2) == (2 < 3)`: 0, `body.n - body.n == 0`: 0, `body.x in ["a", "b"]`: 101, `body.l == [1, 2]`: 0,
		`body.x contains "x"`: 101, `body.x == body.x`: 202, `body.x in body.t`: 101 + 62, `body.n < body.n`: 2, `now == now`: 42, `date(now) == date(now)`: 420, `any([1], any([1], body.x == body.x))`: 402,
		`body.x + "abc" == ""`: 101, `"abc" + "d" == ""`: 0, `1 + 2 == 3`: 0, `body.n + 1 == 6`: 1, `body.x[1:] == ""`: 0, `date(now).Format(now) == ""`: 420,
		`len(body.t) == 1`: 1, `len(body.x) == 1`: 100, `first(body.t) == ""`: 62, `upper(body.x) == ""`: 101, `toJSON(body.t) == ""`: 620, `sort(body.l) == nil`: 340, `sum(body.l) == 1`: 34, `toJSON(body.m) == ""`: 160,
		`split(body.x, "x") == nil`: 1030, `map(body.l, # + 1) == nil`: 303, `uniq(body.l) == nil`: 102, `repeat(body.x, 2) == ""`: 202, `join(body.t) == ""`: 62, `join(body.t, ",") == ""`: 66, `replace(body.x, "x", "yy") == ""`: 308,
		`body.x matches "^x"`: 202, `body.x matches body.x`: 13626,
	} {
		condition, err := Compile(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		e := newEvaluation(t.Context(), c)
		if _, err := condition.run(e); e.work != want {
			t.Errorf("%s: got work %d (%v), want %d", text, e.work, err, want)
		}
	}
}

// TestSizeOf bounds the size of deep and shared values.
func TestSizeOf(t *testing.T) {
	t.Parallel()
	deep, shared := any("x"), any("x")
	for range maxLevels {
		deep, shared = []any{deep}, []any{shared, shared}
	}
	for _, test := range []struct {
		value any
		want  int
	}{
		{nil, 1}, {5, 1}, {"abc", 4}, {[]any{}, 1}, {[]any{1, "ab"}, 25}, {[]int{1, 2}, 23}, {map[any][]any{"k": {1}}, 25}, {[]any{nil}, 12},
		{deep, 1 + 11*maxLevels + 1}, {[]any{deep}, maxWork + 1}, {shared, maxWork + 1},
	} {
		if got := new(evaluation).sizeOf(test.value); got != test.want && (got <= maxWork || test.want <= maxWork) {
			t.Errorf("%.50v: got %d, want %d", test.value, got, test.want)
		}
	}
}

// TestSpend ends with too much work, and with the context that it looks at after some work.
func TestSpend(t *testing.T) {
	t.Parallel()
	e := &evaluation{ctx: t.Context(), work: maxWork - 5}
	if err := e.spend(5); err != nil {
		t.Errorf("the last work: %v", err)
	}
	if err := e.spend(1); !errors.Is(err, ErrUndecided) {
		t.Errorf("more work: got %v", err)
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	e = &evaluation{ctx: ctx}
	for range betweenLooks/turnWork - 1 {
		if err := e.spend(turnWork); err != nil {
			t.Fatalf("it looked too early: %v", err)
		}
	}
	if err := e.spend(turnWork); !errors.Is(err, context.Canceled) {
		t.Errorf("after the work: got %v", err)
	}
}
