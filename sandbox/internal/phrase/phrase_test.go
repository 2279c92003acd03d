package phrase_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

func TestLists(t *testing.T) {
	t.Parallel()
	type word string // callers list names of their own types
	for _, test := range []struct {
		words         []word
		or, and, list string
	}{
		{nil, "", "", ""},
		{[]word{"a"}, "a", "a", "a"},
		{[]word{"a", "b"}, "a or b", "a and b", "a, b"},
		{[]word{"a", "b", "c"}, "a, b or c", "a, b and c", "a, b, c"},
	} {
		if got := phrase.Or(test.words...); got != test.or {
			t.Errorf("Or(%q) = %q, want %q", test.words, got, test.or)
		}
		if got := phrase.And(test.words...); got != test.and {
			t.Errorf("And(%q) = %q, want %q", test.words, got, test.and)
		}
		if got := phrase.List(test.words...); got != test.list {
			t.Errorf("List(%q) = %q, want %q", test.words, got, test.list)
		}
	}
}

func TestDuration(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0:                         "0s",
		time.Second:               "1 second",
		90 * time.Second:          "1 minute 30 seconds",
		5 * time.Minute:           "5 minutes",
		25 * time.Hour:            "25 hours",
		time.Hour + time.Minute:   "1 hour 1 minute",
		1500 * time.Millisecond:   "1.5s",
		-time.Minute:              "-1m0s",
		2*time.Hour + time.Second: "2 hours 1 second",
	} {
		if got := phrase.Duration(d); got != want {
			t.Errorf("Duration(%s) = %q, want %q", d, got, want)
		}
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 0, ""},
		{"abc", 3, "abc"},
		{"abcdef", 5, "ab…"},
		{"abcdef", 1, "…"},
		{"ééééé", 8, "éé…"},
		{"ééééé", 7, "éé…"},
		{"\xff\xff\xff\xff\xff\xff", 5, "…"},
		{strings.Repeat("\x80", 100), 50, "…"},
	} {
		if got := phrase.Shorten(test.text, test.limit); got != test.want {
			t.Errorf("Shorten(%q, %d) = %q, want %q", test.text, test.limit, got, test.want)
		}
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a\tb\n é": "a\tb\n é", "a\r\x1b[31m\u009b": `a\r\x1b[31m\u009b`, "\u202e\u200b\U000E0041\ufe0f\u2028": `\u202e\u200b\U000e0041\ufe0f\u2028`, "a\xffb": "a\uFFFDb",
	} {
		if got := phrase.Visible(text); got != want {
			t.Errorf("Visible(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		most int
		want string
	}{
		{"", 10, ""},
		{strings.Repeat("a", 29), 10, strings.Repeat("a", 29)}, // the length would take as much
		{strings.Repeat("a", 30), 10, "aaaaaaaaaa… (30 bytes)"},
		{strings.Repeat("é", 15), 10, "ééééé… (30 bytes)"},
		{strings.Repeat("\n", 15), 10, "\n\n\n\n\n… (15 bytes)"},
		{strings.Repeat("\x00", 6), 12, "\x00\x00… (6 bytes)"},
		{strings.Repeat("\xff", 1000), 12, "\xff\xff… (1000 bytes)"},
	} {
		if got := phrase.Line(test.text, test.most); got != test.want {
			t.Errorf("Line(%q, %d) = %q, want %q", test.text, test.most, got, test.want)
		}
	}
	if got, want := phrase.Lines("a\n"+strings.Repeat("b", 5000)+"\nc"), "a\n"+strings.Repeat("b", phrase.MaxLine)+"… (5000 bytes)\nc"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	among := []string{"search-orders", "search-upsell", "customer-orders", "CustomerReference", "Limit", "Page",
		"customer-orders-forbidden", "retrieve-order", "cancel-order"}
	tests := []struct {
		name string
		want []string
	}{
		{"limit", []string{"Limit"}},
		{"Pgae", []string{"Page"}},
		{"search-order", []string{"search-orders"}},
		{"customer-order", []string{"customer-orders", "customer-orders-forbidden"}},
		{"forbidden", []string{"customer-orders-forbidden"}},
		{"order", []string{"cancel-order", "search-orders", "retrieve-order"}},
		{"CustomerRef", []string{"CustomerReference", "customer-orders"}},
		{"xyzzy", nil},
		{"", nil},
		{strings.Repeat("Page", 1000), nil},
	}
	for _, test := range tests {
		if got := phrase.Nearest(test.name, among); !slices.Equal(got, test.want) {
			t.Errorf("%.20q: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestSuggest(t *testing.T) {
	t.Parallel()
	many := strings.Split("abcdefghijk", "")
	tests := []struct {
		name  string
		among []string
		want  string
	}{
		{"Pgae", []string{"Page", "Limit"}, "did you mean Page?"},
		{"order", []string{"cancel-order", "login", "retrieve-order"}, "did you mean cancel-order or retrieve-order?"},
		{"xyzzy", []string{"Page", "Limit"}, "known: Page, Limit"},
		{"xyzzy", many, "known: a, b, c, d, e, f, g, h, i, j, …"},
		{"xyzzy", nil, "there are none"},
	}
	for _, test := range tests {
		if got := phrase.Suggest(test.name, test.among); got != test.want {
			t.Errorf("%s among %q: got %q, want %q", test.name, test.among, got, test.want)
		}
	}
}

func TestSome(t *testing.T) {
	t.Parallel()
	for total, want := range map[int]string{2: "a, b", 5: "a, b and 3 more"} {
		if got := phrase.Some([]string{"a", "b"}, total); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestCount(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 calls", 1: "1 call", 2: "2 calls"} {
		if got := phrase.Count(n, "call"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
