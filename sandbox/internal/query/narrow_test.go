package query_test

import (
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

// What a query says of all its matches narrows a list down.
func TestWhatEveryMatchHas(t *testing.T) {
	t.Parallel()
	fields := query.Fields[string]{
		query.Word("name", "name", func(s string) string { return s }).Names("customer"),
		query.Text("text", "text", func(s string, contains func([]byte) bool) bool { return contains([]byte(s)) }),
	}
	for _, test := range []struct {
		query       string
		literals    []string
		requires    bool
		may, mayNot []string // JSON of subjects
	}{
		{`name:a`, []string{"a"}, true, []string{`"A"`, `"\u0061"`}, []string{`"b"`}},
		{`name:k,s`, []string{"k", "s"}, true, []string{`"S"`, "\"\u212a\"", "\"\u017f\""}, []string{`"x"`}},
		{`name:@ann`, []string{"7"}, true, []string{`7`}, []string{`8`}},
		{`name:a*b`, nil, true, []string{`"xAxBx"`}, []string{`"ba"`}},
		{`name:*`, nil, true, []string{`"b"`}, nil},
		{`name:a,""`, nil, false, []string{`"b"`}, nil},
		{`-name:a`, nil, false, []string{`"b"`}, nil},
		{`name:"a b"`, []string{"a b"}, true, []string{`"b"`}, nil},
		{`name:é`, []string{"é"}, true, []string{`"b"`}, nil},
		{`text:a name:b`, []string{"b"}, true, []string{`"ab"`}, []string{`"a"`, `"b"`}},
		{`a`, nil, false, []string{`"a"`}, []string{`"b"`}},
		{``, nil, false, []string{`"b"`}, nil},
	} {
		q, err := fields.ParseNamed(test.query, now, func(string, string) (id, message, hint string) { return "7", "", "" })
		if err != nil {
			t.Fatal(err)
		}
		if literals, known := q.Literals("name"); !slices.Equal(literals, test.literals) || known != (test.literals != nil) {
			t.Errorf("%s: got literals %q (%t), want %q", test.query, literals, known, test.literals)
		}
		if got := q.Requires("name"); got != test.requires {
			t.Errorf("%s: got %t for a name that every match has", test.query, got)
		}
		accept := q.Prefilter("name", "text")
		for _, json := range test.may {
			if accept != nil && !accept([]byte(json)) {
				t.Errorf("%s: %s is left out", test.query, json)
			}
		}
		for _, json := range test.mayNot {
			if accept == nil || accept([]byte(json)) {
				t.Errorf("%s: %s is not left out", test.query, json)
			}
		}
	}
}
