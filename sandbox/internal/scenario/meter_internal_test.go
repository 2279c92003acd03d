package scenario

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// TestSizeOf counts a value: one for each element, and the bytes of its texts, but no
// more than somewhat above a bound.
func TestSizeOf(t *testing.T) {
	t.Parallel()
	deep := any("x")
	for range 4 {
		deep = []any{deep}
	}
	for _, test := range []struct {
		value        any
		most, levels int
		want         int
	}{
		{nil, 100, 9, 1}, {5, 100, 9, 1}, {"abc", 100, 9, 4}, {"abc", 1, 9, 4},
		{[]any{}, 100, 9, 1}, {[]any{1, "ab"}, 100, 9, 5}, {[]any{"aaaa", "b"}, 5, 9, 6}, {[]any{"aaa", "b"}, 5, 9, 7},
		{map[string]any{}, 100, 9, 1}, {map[string]any{"ab": "cde"}, 100, 9, 7}, {map[string]any{"a": "", "b": ""}, 100, 9, 5}, {map[string]any{"a": "", "b": ""}, 2, 9, 3},
		{map[string]any{"a": "", "b": ""}, 3, 9, 5}, {map[string]any{"a": []any{"bb"}}, 100, 2, 102},
		{[]string{"a", "bc"}, 100, 9, 6}, {[]string{"aaaa", "b"}, 5, 9, 6}, {[]string{"aaa", "b"}, 5, 9, 7},
		{[]int{1, 2, 3}, 100, 9, 4}, {[3]int{}, 100, 9, 4}, {[]float64{1}, 100, 9, 2},
		{[][]any{{1, 2}, {}}, 100, 9, 5}, {[][]string{{"a"}}, 100, 9, 4}, {[][2]string{{"a", "b"}}, 100, 9, 6}, {[]error{nil, nil}, 100, 9, 3}, {[2]string{"ab", "c"}, 100, 9, 6}, {[][2]any{{"a", "bcd"}}, 100, 9, 8},
		{[][]any{{1, 2}, {1}}, 2, 9, 4}, {[][]any{{1, 2}, {1}}, 3, 9, 5}, {[]map[string]any{{"abc": 1}}, 100, 9, 2},
		{map[int]string{1: "ab"}, 100, 9, 5}, {map[any][]any{"k": {1, 2}}, 100, 9, 6}, {map[int]int{}, 100, 9, 1}, {map[int]string{1: "", 2: ""}, 1, 9, 3}, {map[int]string{1: "", 2: ""}, 2, 9, 5},
		{struct{}{}, 100, 9, 1},
		{deep, 100, 5, 6}, {deep, 100, 4, 101}, {deep, 100, 0, 101}, {[][]any{{1}}, 100, 2, 102},
		{map[int]string{1: ""}, 100, 1, 203}, {map[int][]any{1: {1}}, 100, 2, 103}, {[][]any{{1}, {"aaaa", "b"}}, 7, 9, 9},
	} {
		if got := sizeOf(test.value, test.most, test.levels); got != test.want {
			t.Errorf("%v up to %d on %d levels: got %d, want %d", test.value, test.most, test.levels, got, test.want)
		}
	}
}

// TestWork compares the work counted by each function in advance. None works beyond the
// limit.
func TestWork(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		do   func(*meter) (any, error)
		want any
		work int
	}{
		"a text":          {func(m *meter) (any, error) { return m.text(3, "abcd") }, "abcd", 12},
		"a value":         {func(m *meter) (any, error) { return m.value(2, "abc") }, "abc", 8},
		"a list":          {func(m *meter) (any, error) { return m.list(2, "abc") }, "abc", 6},
		"an empty list":   {func(m *meter) (any, error) { return m.list(2, []int(nil)) }, nil, 0},
		"nothing":         {func(m *meter) (any, error) { return m.list(2, nil) }, nil, 2},
		"a number":        {func(m *meter) (any, error) { return m.list(2, 7) }, 7, 2},
		"a mapping":       {func(m *meter) (any, error) { _, err := m.list(2, map[int]int{1: 1, 2: 2}); return nil, err }, nil, 4},
		"an array":        {func(m *meter) (any, error) { _, err := m.list(2, [3]int{}); return nil, err }, nil, 6},
		"a square":        {func(m *meter) (any, error) { _, err := m.square([]any{"a", "b", "c"}); return nil, err }, nil, 21},
		"another square":  {func(m *meter) (any, error) { _, err := m.square([2]int{}); return nil, err }, nil, 6},
		"square of a one": {func(m *meter) (any, error) { return m.square("abc") }, "abc", 4},
		"square of none":  {func(m *meter) (any, error) { return m.square(nil) }, nil, 1},
		"repeat":          {func(m *meter) (any, error) { return m.repeat("ab", 3) }, "ababab", 9},
		"repeat none":     {func(m *meter) (any, error) { return m.repeat("ab", 0) }, "", 0},
		"repeat nothing":  {func(m *meter) (any, error) { return m.repeat("", maxWork) }, "", maxWork},
		"join":            {func(m *meter) (any, error) { return m.join([]any{"a", "bc"}, ", ") }, "a, bc", 9},
		"join texts":      {func(m *meter) (any, error) { return m.join([]string{"a", "bc"}, "") }, "abc", 5},
		"replace":         {func(m *meter) (any, error) { return m.replace("aaa", "a", "bc", 2) }, "bcbca", 11},
		"matches":         {func(m *meter) (any, error) { return m.matches("abc", "^a") }, true, 1200 + 4*2},
		"matches not":     {func(m *meter) (any, error) { return m.matches("abc", "^b") }, false, 1200 + 4*2},
		"matches nothing": {func(m *meter) (any, error) { return m.matches(nil, "^b") }, false, 0},
		"by nothing":      {func(m *meter) (any, error) { return m.matches("a", nil) }, false, 0},
	} {
		m := &meter{ctx: t.Context()}
		got, err := test.do(m)
		if list, is := got.([]int); is && list == nil {
			got = nil
		}
		if err != nil || got != test.want || m.work != test.work {
			t.Errorf("%s: got %v with work %d (%v), want %v with %d", name, got, m.work, err, test.want, test.work)
		}
		m.work = maxWork - test.work + 1
		if got, err := test.do(m); test.work > 0 && (!errors.Is(err, errTooMuchWork) || name == "repeat" && got != "") {
			t.Errorf("%s beyond the limit: got %v (%v)", name, got, err)
		}
		m.work = maxWork - test.work
		if _, err := test.do(m); err != nil {
			t.Errorf("%s up to the limit: got %v", name, err)
		}
	}
}

// TestWorkRefused tries values and amounts that cannot be worked on.
func TestWorkRefused(t *testing.T) {
	t.Parallel()
	for want, do := range map[string]func(*meter) (any, error){
		"repeat needs a number of 0 or more, got -1": func(m *meter) (any, error) { return m.repeat("a", -1) },
		"join needs a list of texts, got int in it":  func(m *meter) (any, error) { return m.join([]any{"a", 1}, "") },
		"join needs a list of texts, got int":        func(m *meter) (any, error) { return m.join(1, "") },
		"invalid operation: int matches":             func(m *meter) (any, error) { return m.matches(1, "a") },
		"invalid operation: matches int":             func(m *meter) (any, error) { return m.matches("a", 1) },
		errTooMuchWork.Error():                       func(m *meter) (any, error) { return m.repeat("abc", 1<<62) },
		context.Canceled.Error(): func(m *meter) (any, error) {
			ctx, end := context.WithCancel(m.ctx)
			end()
			m.ctx = ctx
			return nil, m.spend(1)
		},
		"error parsing regexp: missing closing ): `(`": func(m *meter) (any, error) { return m.matches("a", "(") },
	} {
		m := &meter{ctx: t.Context()}
		if got, err := do(m); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v (%v), want %s", got, err, want)
		}
	}
	m := &meter{ctx: t.Context()}
	if m.spend(-1) == nil || m.work != maxWork || m.spend(1) == nil {
		t.Error("work goes on after too much of it")
	}
	m = &meter{ctx: t.Context()}
	if _, err := m.square(make([]struct{}, maxWork+1)); !errors.Is(err, errTooMuchWork) || m.work != maxWork {
		t.Errorf("got %v for the square of too many elements", err)
	}
}

// TestLooksAtTheContext looks at the context again after some more work, and in a loop
// after some turns.
func TestLooksAtTheContext(t *testing.T) {
	t.Parallel()
	ctx, end := context.WithCancel(t.Context())
	m := &meter{ctx: ctx}
	if err := m.spend(1); err != nil {
		t.Fatal(err)
	}
	end()
	if err := m.spend(betweenLooks - 1); err != nil {
		t.Errorf("it looked too early: %v", err)
	}
	if err := m.spend(1); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	m = &meter{ctx: ctx}
	for n := range stepsPerLook - 1 {
		if err := m.step(); err != nil {
			t.Fatalf("turn %d: %v", n+1, err)
		}
	}
	if err := m.step(); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	m = &meter{ctx: t.Context(), steps: maxSteps - 1}
	if err := m.step(); err != nil {
		t.Errorf("the last turn: %v", err)
	}
	if err := m.step(); !errors.Is(err, errTooManySteps) {
		t.Errorf("got %v", err)
	}
}
