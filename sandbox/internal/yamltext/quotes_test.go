package yamltext_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestMeantAsText expects the right form of values that YAML does not read as text.
func TestMeantAsText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"é: 1\non: *":                           `[2:5] aliases are not allowed, and a text that begins with * must be in quotes: write "*"`,
		"{é: a, on: *, b: c}":                   `[1:12] aliases are not allowed, and a text that begins with * must be in quotes: write "*"`,
		"on: *-orders # all\r\na: b":            `[1:5] aliases are not allowed, and a text that begins with * must be in quotes: write "*-orders"`,
		"when: !body.Enabled":                   `[1:5] tags are not allowed, and a text that begins with ! must be in quotes: write "!body.Enabled"`,
		"when: !body.Enabled\n":                 `[1:7] tags are not allowed, and a text that begins with ! must be in quotes: write "!body.Enabled"`,
		"[{at: $.Items[0], b: c}]":              `[1:7] a value with [ must be in quotes here: write "$.Items[0]"`,
		"{at: $.Items[*].Status, b: c}":         `[1:6] a value with [ must be in quotes here: write "$.Items[*].Status"`,
		`{when: a in ["1", "]"] && b(1), c: d}`: `[1:8] a value with [ must be in quotes here: write 'a in ["1", "]"] && b(1)'`,
		"a: {b: c {d}}":                         `[1:8] a value with { must be in quotes here: write "c {d}"`,
		"at: @x's":                              `[1:5] a text that begins with @ must be in quotes: write "@x's"`,
		`a: query.Page: "2"`:                    `[1:4] a value with a colon must be in quotes: write 'query.Page: "2"'`,
		`a: "2" == b or b == 'x'`:               `[1:4] a value that goes on after its quotes must be in quotes as a whole: write '"2" == b or b == ''x'''`,
		"a:\n  - b\n\tc: d":                     `[3:1] a tab must not indent a line: write spaces`,
		"a: |\n\tb":                             `[2:1] a tab must not indent a line: write spaces`,
		"a: b\n  c: d":                          `[1:4] mapping value is not allowed in this context: line 2 begins at column 3, and should begin at column 1`,
		"a:\n  - b: 1\n   c: 2":                 `[3:4] value is not allowed in this context: line 3 begins at column 4, and should begin at column 5`,
		"a:\n - b: 1\n  - b: 2":                 `[3:3] value is not allowed in this context: line 3 begins at column 3, and should begin at column 2`,
		"a:\n  b:\n    c: 1\n   d: 2":           `[4:4] value is not allowed in this context: line 4 begins at column 4, and should begin at column 5`,
		"a: {b: *" + strings.Repeat("x", 1000):  `[1:8] aliases are not allowed, and a text that begins with * must be in quotes`,
	} {
		err := read(t, text)
		if first, _, _ := strings.Cut(fmt.Sprint(err), "\n"); first != want {
			t.Errorf("%q: got  %s\nwant %s", text, first, want)
		}
	}
}
