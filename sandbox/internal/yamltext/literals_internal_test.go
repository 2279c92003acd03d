package yamltext

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/goccy/go-yaml/token"
)

// A literal put back equals the scanner's token of the whole text.
func TestLiteralsAsScanned(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	lines := []string{"a: |", "b: |-", "  c: |+", "- d: |", "e: >", "x: \"", "\"", "  y", "   y z ", "    {\"a\": [1]}", "      # z", "", "", " ", "    ", "   \té", "\tz", "f: 1", "# g", "---", "  h: 'i'", "k\r"}
	taken := 0
	for range 5_000 {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteString(lines[random.IntN(len(lines))] + []string{"\n", "\n", "\n", "\r\n"}[random.IntN(4)])
		}
		text := strings.TrimSuffix(b.String(), []string{"", "\n"}[random.IntN(2)])
		s := newSource(text)
		tokens, fault := scan(s.short)
		if !s.restore(tokens, fault == nil) || fault != nil {
			continue
		}
		taken += len(s.taken)
		want, _ := scan(text)
		if got, want := spelled(tokens), spelled(want); got != want {
			t.Fatalf("%q:\ngot  %s\nwant %s", text, got, want)
		}
	}
	if taken < 100 {
		t.Errorf("only %d literals were taken out", taken)
	}
}

// spelled returns tokens with their lines; that of a literal at the end of a text is
// its last for the scanner, and nothing shows it.
func spelled(tokens token.Tokens) string {
	var b strings.Builder
	for i, t := range tokens {
		line := t.Position.Line
		if i > 0 && tokens[i-1].Type == token.LiteralType {
			line = 0
		}
		fmt.Fprintf(&b, "%d %v %q %q; ", line, t.Type, t.Value, t.Origin)
	}
	return b.String()
}
