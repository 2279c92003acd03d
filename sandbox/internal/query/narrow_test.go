package query_test

import (
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

// A text that every match must have narrows a list down.
func TestWhatEveryMatchHas(t *testing.T) {
	t.Parallel()
	fields := query.Fields[string]{
		query.Word("name", "name", func(s string) string { return s }).Names("customer"),
		query.Text("text", "text", func(s string, contains func([]byte) bool) bool { return contains([]byte(s)) }),
	}
	for _, test := range []struct {
		query    string
		literals []string
		requires bool
	}{
		{`name:a`, []string{"a"}, true},
		{`name:k,s`, []string{"k", "s"}, true},
		{`name:@ann`, []string{"7"}, true},
		{`name:a*b`, nil, true},
		{`name:*`, nil, true},
		{`name:a,""`, nil, false},
		{`-name:a`, nil, false},
		{`name:"a b"`, []string{"a b"}, true},
		{`name:é`, []string{"é"}, true},
		{`text:a name:b`, []string{"b"}, true},
		{`a`, nil, false},
		{``, nil, false},
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
	}
}
