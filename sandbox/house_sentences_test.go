package sandbox_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The relative words of the comments: at most so many in a hundred sentences, and at most so
// many sentences in a hundred with two or more.
const (
	maxRelativeWords = 30
	maxHeavy         = 3
)

// TestHouseSentences keeps the sentences of the comments direct, over all Go files. It
// prints the heaviest sentences.
func TestHouseSentences(t *testing.T) {
	t.Parallel()
	words, heavy := 0, 0
	var sentences []string
	for _, file := range writtenFiles(t) {
		if filepath.Ext(file) != ".go" {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		must(t, err)
		for _, group := range parsed.Comments {
			for _, s := range sentencesOf(group.Text()) {
				sentences = append(sentences, file+": "+s)
				n := relativeWords(s)
				words += n
				if n > 1 {
					heavy++
				}
			}
		}
	}
	if words*100 <= maxRelativeWords*len(sentences) && heavy*100 <= maxHeavy*len(sentences) {
		return
	}
	slices.SortStableFunc(sentences, func(a, b string) int { return relativeWords(b) - relativeWords(a) })
	t.Errorf("%d sentences have %d relative words, and %d have two or more; say the heaviest in two sentences, or shorter:\n%s",
		len(sentences), words, heavy, strings.Join(sentences[:20], "\n"))
}

// TestHouseSentencesBite counts by hand.
func TestHouseSentencesBite(t *testing.T) {
	t.Parallel()
	got := sentencesOf("A call that is refused; who is at fault is\nsaid by what it lacks. Whatever. It ends: the rest,\nthat thing, stays.\n")
	want := []string{"A call that is refused", "who is at fault is said by what it lacks", "It ends", "the rest, that thing, stays."}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for i, n := range []int{1, 2, 0, 1} {
		if got := relativeWords(want[i]); got != n {
			t.Errorf("%s: got %d relative words, want %d", want[i], got, n)
		}
	}
}

var (
	sentenceEnd  = regexp.MustCompile(`[.;:!?]\s+`)
	relativeWord = regexp.MustCompile(`(?i)\b(that|which|whose|those|what|who)\b`)
)

// sentencesOf returns the sentences of a comment with two words or more.
func sentencesOf(comment string) []string {
	all := sentenceEnd.Split(strings.Join(strings.Fields(comment), " "), -1)
	return slices.DeleteFunc(all, func(s string) bool { return len(strings.Fields(s)) < 2 })
}

func relativeWords(sentence string) int { return len(relativeWord.FindAllString(sentence, -1)) }
