package yamltext

import (
	"math/rand/v2"
	"sort"
	"strings"
	"testing"
)

// parts are the parts of texts in the next test.
var parts = strings.Fields(`a b: c: - -- --- ... ? { } [ ] , : % & * ! | |- > >+ << ' '' " \" # @ x-y a:b |x é 1`)

// The scanner makes at most two tokens of a mark.
func TestTokensOfAMark(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	space := []string{"", "", " ", "\n", "\n  ", "\r\n", "\t", "\na: |\n  "}
	for range 5_000 {
		var b strings.Builder
		for range random.IntN(60) {
			b.WriteString(parts[random.IntN(len(parts))] + space[random.IntN(len(space))])
		}
		text := b.String()
		tokens, _ := scan(text)
		marks := sort.Search(len(text), func(marks int) bool {
			_, excess := within(text, marks)
			return excess == ""
		})
		if most := 2*marks + 2; len(tokens) > most {
			t.Fatalf("%q: got %d tokens, want at most %d", text, len(tokens), most)
		}
	}
}
