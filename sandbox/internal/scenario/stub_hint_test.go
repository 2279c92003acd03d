package scenario_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestLongStubs proposes the same rule for a path of a megabyte as for one of 300 bytes. Where
// each byte beyond the bound costs a turn, this takes half an hour.
func TestLongStubs(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"x", "ä", "/1", "'", "\x00", "\xff"} {
		path := func(bytes int) string { return "/orders/" + strings.Repeat(part, bytes/len(part)) }
		short, long := scenario.RESTStub("POST", path(300)), scenario.RESTStub("POST", path(1_000_000))
		if short != long || len(long) > 200 || !strings.Contains(long, "*'") && !strings.Contains(long, `*"`) {
			t.Errorf("%q: got %s and %s, want one rule with a pattern", part, short, long)
		}
	}
}

// TestStubHints proposes rules for calls outside of the interface, as YAML.
func TestStubHints(t *testing.T) {
	t.Parallel()
	rest := func(on string) string { return "rules: [{on: " + on + ", answer: {status: 200, body: '{}'}}]" }
	for _, test := range []struct{ got, want string }{
		{scenario.RESTStub("POST", "/carts/a b~"), rest(`'POST path:/carts/a b~'`)},
		{scenario.RESTStub("", "/carts"), rest(`'path:/carts'`)},
		{scenario.RESTStub("GET", "/a?b#c"), rest(`'GET path:/a*b*c'`)},
		{scenario.RESTStub("PUT", "/it's"), rest(`'PUT path:/it''s'`)},
		{scenario.RESTStub("PUT", `/a\b`), rest(`'PUT path:/a\b'`)},
		{scenario.RESTStub("PUT", "/ä"), rest(`'PUT path:/ä'`)},
		{scenario.RESTStub("PUT", "/\x1f"), rest(`"PUT path:/\x1f"`)},
		{scenario.RESTStub("PUT", "/\x7f"), rest(`"PUT path:/\x7f"`)},
		{scenario.RESTStub("TRACE", "/carts"), ""},
		{scenario.SOAPStub("placeOrder"), "rules: [{on: 'soap:placeOrder', answer: {status: 200}}]"},
		{scenario.SOAPStub("1"), ""},
	} {
		if test.got != test.want {
			t.Errorf("got %s, want %s", test.got, test.want)
		}
	}
	if scenario.SOAPStub(strings.Repeat("a", 100)) == "" || scenario.SOAPStub(strings.Repeat("a", 101)) != "" {
		t.Error("the name of an operation of SOAP is not bounded by 100 bytes")
	}
	for n := range 250 {
		whole := rest("'GET path:/" + strings.Repeat("x", n) + "'")
		got := scenario.RESTStub("GET", "/"+strings.Repeat("x", n))
		if len(whole) <= 200 && got != whole || len(whole) > 200 && (len(got) != 200 || !strings.Contains(got, "x*'")) {
			t.Errorf("%d characters: got %s", n, got)
		}
	}
}

// TestStubs names a stub by an active rule, or by a scenario of one call.
func TestStubs(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"rest": `rules: [{on: "GET path:/a/*", answer: {status: 200}}]`,
		"soap": `rules: [{on: "soap:placeOrder", answer: {status: 200}}]`,
		"free": `rules: [{on: "GET path:/a/*", before: credential, answer: {status: 200}}]`,
		"bare": `rules: [{on: "path:/a/*", answer: {status: 200}}]`,
	}))
	for _, test := range []struct {
		active, oneCall []string
		want            [3]bool // GET, POST, SOAP
	}{
		{nil, nil, [3]bool{}},
		{[]string{"bare"}, []string{"bare", "none"}, [3]bool{}},
		{[]string{"free"}, []string{"free"}, [3]bool{}},
		{[]string{"rest"}, nil, [3]bool{true, false, false}},
		{[]string{"bare"}, []string{"soap"}, [3]bool{false, false, true}},
		{[]string{"soap"}, []string{"rest"}, [3]bool{true, false, true}},
	} {
		director.DeactivateAll()
		activate(t, director, test.active...)
		got := [3]bool{director.Stubs("GET /a/b", test.oneCall), director.Stubs("POST /a/b", test.oneCall), director.Stubs("soap:placeOrder", test.oneCall)}
		if got != test.want {
			t.Errorf("%q and %q: got %v, want %v", test.active, test.oneCall, got, test.want)
		}
	}
}

// TestLengthOfASOAPStub bounds the name of an operation.
func TestLengthOfASOAPStub(t *testing.T) {
	t.Parallel()
	for length, wrong := range map[int]bool{1: false, 100: false, 101: true} {
		_, err := scenario.Parse("x", []byte(`rules: [{on: "soap:`+strings.Repeat("a", length)+`", answer: {status: 200}}]`))
		if (err != nil) != wrong {
			t.Errorf("%d characters: got %v", length, err)
		}
	}
}
