package yamltext_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

var limits = yamltext.Limits{Bytes: 1 << 20, Marks: 25_000}

// numbered returns n copies of a text with their number in it.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// deep returns n mappings within each other, written with indentation.
func deep(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// Texts that need much time or memory end before the parser sees them.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	const tooDeep = "the file nests too deeply: at most 50 lists and mappings may be within each other"
	const plain = "anchors, aliases and tags are not allowed: write the value itself"
	repeat := strings.Repeat
	for name, test := range map[string]struct{ text, want string }{
		"open lists":     {repeat("[", 1<<20), "[1:51] " + tooDeep},
		"closed lists":   {repeat("[", 200_000) + repeat("]", 200_000), "[1:51] " + tooDeep},
		"mappings":       {repeat("{a: ", 200_000), "[1:201] " + tooDeep},
		"indentation":    {deep(1400), "[51:51] " + tooDeep},
		"dashes":         {repeat("- ", 200_000), "[1:101] " + tooDeep},
		"lists of keys":  {repeat("- a:\n  ", 100) + repeat("- ", 60), ""},
		"question marks": {repeat("? ", 200_000), "[1:1] a key with ? is not allowed: write key: value"},
		"keys":           {numbered("k%d: 1\n", 20_000), "[201:1] a mapping must have at most 200 keys"},
		"keys in braces": {"{" + numbered("k%d: 1, ", 20_000), "a mapping must have at most 200 keys"},
		"words in braces": {"{" + numbered("k%d, ", 20_000),
			"a mapping must have at most 200 keys"},
		"documents":   {repeat("---\na: 1\n", 50_000), "[21:1] the file must be one document; this mark begins another"},
		"anchors":     {repeat("&a ", 300_000), "[1:1] " + plain},
		"aliases":     {"a: [" + repeat("*a, ", 200_000), `[1:5] aliases are not allowed, and a text that begins with * must be in quotes: write "*a"`},
		"tags":        {"a: " + repeat("!b ", 300_000), "[1:4] tags are not allowed, and a text that begins with ! must be in quotes"},
		"merge":       {"<<: {a: b}", "[1:1] " + plain},
		"values":      {"[" + repeat("a,", 200_000), "too many values, keys and marks"},
		"one line":    {"a: [" + repeat("{b: 1},", 33_000) + "}", ""},
		"quotes":      {repeat(`"`, 1<<20), ""},
		"colons":      {repeat(": ", 200_000), ""},
		"long key":    {repeat("x", 200_000) + ": [", ""},
		"comments":    {repeat("#\n", 200_000), ""},
		"large":       {repeat("x", 1<<20+1), "the file must have at most 1048576 bytes, got 1048577"},
		"not UTF-8":   {"\xff", "the file must be UTF-8"},
		"tab":         {"a:\n\t- b", "[2:1] a tab must not indent a line: write spaces"},
		"carriage":    {repeat("\r", 1<<20), ""},
		"bare scalar": {repeat("|\n", 50_000), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := read(t, test.text)
			if err != nil && len(err.Error()) > 10_000 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
			if test.want == "" {
				return
			}
			if err == nil || !strings.Contains(strings.SplitN(err.Error(), "\n", 2)[0], test.want) {
				t.Errorf("got  %.300v\nwant %s", err, test.want)
			}
		})
	}
}

// read reads a text. One that takes far too long meets the time limit of go test.
func read(t *testing.T, text string) error {
	t.Helper()
	_, err := yamltext.Read([]byte(text), limits)
	return err
}

func TestNesting(t *testing.T) {
	t.Parallel()
	repeat := strings.Repeat
	for name, of := range map[string]func(n int) string{
		"lists":       func(n int) string { return repeat("[", n) + repeat("]", n) },
		"mappings":    func(n int) string { return repeat("{a: ", n) + "1" + repeat("}", n) },
		"dashes":      func(n int) string { return repeat("- ", n) + "x" },
		"indentation": deep,
		"lists at the column of their key": func(n int) string {
			text := "a:\n"
			for i := range (n - 1) / 2 {
				text += repeat(" ", 2*i) + "- a:\n"
			}
			if n%2 == 0 {
				text += repeat(" ", n-2) + "- x"
			}
			return text
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := read(t, of(yamltext.MaxDepth+1)); err == nil || !strings.Contains(err.Error(), "nests too deeply") {
				t.Errorf("one level too many: got %v", err)
			}
			if err := read(t, of(yamltext.MaxDepth)); err != nil {
				t.Errorf("the deepest: got %v", err)
			}
		})
	}
}

// Worlds consist of long lists of small mappings.
func TestManyEntries(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"orders:\n" + numbered("- customer: c%d\n  lines:\n  - product: p\n", 3_000),
		`{"orders": [` + numbered(`{"customer": "c%d", "lines": [{"product": "p"}]},`, 1_500) + "]}",
		"records:\n  orders: |\n" + numbered("    {\"RefNo\":\"%d\",\"Items\":[{},{},{}]}\n\n", 10_000) + "customers: []\n",
	} {
		if err := read(t, text); err != nil {
			t.Errorf("%.50q: got %v", text, err)
		}
	}
}

// A false block literal counts with all its marks.
func TestFalseLiterals(t *testing.T) {
	t.Parallel()
	many := strings.Repeat(" {a: b},\n", 10_000)
	for _, text := range []string{
		"x: \"\na: |\n\"\nb: [\n" + many, "a: |\n" + many, "x: '\na: |\n  b'\n" + many,
		"a: [\n c: |\n  {},\n" + many, "a: |\n  x\r" + many, "a: |\n    x\n  y: [\n" + many,
	} {
		if err := read(t, text); strings.HasPrefix(text, "a: |\n {") {
			if err != nil {
				t.Errorf("%.30q: got %v", text, err)
			}
		} else if err == nil {
			t.Errorf("%.30q: got no error", text)
		}
	}
}

// FuzzRead reads any text within a time and a memory bounded by its length.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"a: [b, {c: d}]", "- - - x", "a:\n- b:\n  - c", "? a\n: b", "a: |\n  b\n", "\"a\\n\": 'b'", "---\na\n...\n", "&a *a !a <<", "#\n\ta: b"} {
		for _, times := range []int{1, 50, 2000} {
			f.Add(seed, times)
		}
	}
	f.Fuzz(func(t *testing.T, seed string, times int) {
		text := strings.Repeat(seed, max(0, min(times, 20_000/max(1, len(seed)))))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := yamltext.Read([]byte(text), limits)
		if err != nil {
			_ = err.Error()
		}
		runtime.ReadMemStats(&after)
		if after.TotalAlloc-before.TotalAlloc > 256<<20 {
			t.Errorf("%d bytes of %.100q took %d MB", len(text), seed, (after.TotalAlloc-before.TotalAlloc)>>20)
		}
	})
}

func TestControlCharacters(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a: b\nc: \"x\x00y\"\n": "the file must have no control characters, got U+0000 in line 2",
		"a: \x7f":               "the file must have no control characters, got U+007F in line 1",
		"a: \tb\r\nc: d":        "",
	} {
		if err := read(t, text); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}
