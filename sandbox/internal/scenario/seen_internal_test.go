package scenario

import (
	"maps"
	"slices"
	"testing"
)

// TestSeen shows what a condition read: the parts of a body that it names, as long as they are
// named, and otherwise the whole.
func TestSeen(t *testing.T) {
	t.Parallel()
	c := bodyCall{body: map[string]any{"Items": []any{map[string]any{"a": "first"}, map[string]any{"a": 2, "at": 1}}, "Name": "x"}}
	for text, want := range map[string]map[string]string{
		`body.Items[0].a == "x" or body.Items[-1].a == 3`: {"body.Items[0].a": `"first"`, "body.Items[-1].a": "2"},
		`body.Items[5].a == "x" or body["No-Name"] == 1`:  {"body.Items[5].a": `""`, `body["No-Name"]`: `""`},
		`body.Items[body.Items[1].at].a == 3`:             {"body.Items[1].at": "1", "body.Items[body.Items[1].at].a": "2"},
		`any(body.Items, .a == 3)`:                        {"body.Items": `[{"a":"first"},{"a":2,"at":1}]`},
		`len(body) == 3 or body.Name == "y"`:              {"body.Name": `"x"`},
		`body.Items[len(body.Items) - 1].a == 3`:          {"body.Items": `[{"a":"first"},{"a":2,"at":1}]`},
		`weekday(now) == "Sunday" or body == nil`:         {"now": "2026-05-13T12:00:00Z", "body": `{"Items":[{"a":"first"},{"a":2,"at":1}],"Name":"x"}`},
	} {
		condition, err := Compile(text)
		must(t, err)
		if got, _ := condition.Seen(t.Context(), c); !maps.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestConjuncts splits expressions.
func TestConjuncts(t *testing.T) {
	t.Parallel()
	cases := []struct {
		text string
		want []string
	}{
		{`a == "1"`, []string{`a == "1"`}},
		{`a == "1" and b == "2"&&c`, []string{`a == "1"`, `b == "2"`, `c`}},
		{`a == "x and y" && b == 'it\'s && so' and c == ` + "`and \\`", []string{`a == "x and y"`, `b == 'it\'s && so'`, "c == `and \\`"}},
		{`(a and b) and any(body.X, # == 1 and true) and {"and": 1}.and == 1`,
			[]string{`(a and b)`, `any(body.X, # == 1 and true)`, `{"and": 1}.and == 1`}},
		{`a and b or c`, []string{`a and b or c`}},
		{`a and b || c`, []string{`a and b || c`}},
		{`a ? b and c : d`, []string{`a ? b and c : d`}},
		{`let x = a; x and b`, []string{`let x = a; x and b`}},
		{`a and b // and c`, []string{`a`, `b // and c`}},
		{`brand == "x" and order`, []string{`brand == "x"`, `order`}},
		{`not a and b`, []string{`not a`, `b`}},
		{`"open`, []string{`"open`}},
		{"`a\\` and b", []string{"`a\\`", `b`}},
		{`a_and and zand and Zand`, []string{`a_and`, `zand`, `Zand`}},
		{`1 < a < 3 and b`, []string{`1 < a < 3`, `b`}},
		{`(a) and (b)`, []string{`(a)`, `(b)`}},
		{`a and and_ == 1`, []string{`a`, `and_ == 1`}},
		{`a. or and b`, []string{`a. or`, `b`}},
		{`a /* and */ and b`, []string{`a /* and */`, `b`}},
		{``, []string{``}},
	}
	for _, c := range cases {
		if got := Conjuncts(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.text, got, c.want)
		}
	}
}
