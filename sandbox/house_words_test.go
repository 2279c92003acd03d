package sandbox_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// retired maps words that the project no longer uses to the ones it uses: one
// idea has one word, and that is the field's own where the field has one.
var retired = map[string]string{
	"anew":         "again",
	"bends":        "affects",
	"bent":         "affected",
	"in force":     "active",
	"leaned on":    "depends on",
	"leans on":     "depends on",
	"newcomer":     "a new account",
	"on the shelf": "in the library",
	"rests on":     "depends on",
	"settle":       "resolve, choose or parse",
	"settled":      "resolved, chosen or parsed",
	"settlement":   "settings",
	"settles":      "resolves, chooses or parses",
	"slip":         "mistake",
	"slips":        "mistakes",
	"tell":         "report, say or distinguish",
	"tells":        "reports, says or distinguishes",
	"told":         "reported or said",
}

// TestHouseWords finds retired words in code, comments, files of data and
// documents.
func TestHouseWords(t *testing.T) {
	t.Parallel()
	for _, file := range writtenFiles(t) {
		text, err := os.ReadFile(file)
		must(t, err)
		for _, b := range retiredWords(file, string(text)) {
			t.Errorf("%s: %s", b.at, b.what)
		}
	}
}

// TestHouseWordsBite verifies that the search sees words within identifiers,
// prose and broken lines, and nothing else.
func TestHouseWordsBite(t *testing.T) {
	t.Parallel()
	got := retiredWords("a.go", "isBent := inForce // RestsOn the\n// absent settlers, in forceful\n// words that are in\n// force, RestsOnAGuess")
	want := []breach{
		{"a.go:1", `"bent" is retired: say affected`},
		{"a.go:1", `"in force" is retired: say active`},
		{"a.go:1", `"rests on" is retired: say depends on`},
		{"a.go:3", `"in force" is retired: say active`},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// writtenFiles returns the paths of what people read in the module. The list of
// retired words itself is not among them, nor is what vendors wrote.
func writtenFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(moduleRoot, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains([]string{".git", "node_modules", "vendor"}, entry.Name()):
			return filepath.SkipDir
		case entry.Name() == "house_words_test.go":
			return nil
		case slices.Contains([]string{".go", ".md", ".yaml", ".yml", ".http", ".txt"}, filepath.Ext(path)):
			files = append(files, path)
		}
		return nil
	})
	must(t, err)
	return files
}

// mayHaveRetired reports whether the text has the letters of a retired word, or of
// the longest word of a retired phrase. Most files have none, and splitting a text
// into words takes long.
func mayHaveRetired(text string) bool {
	text = strings.ToLower(text)
	for given := range retired {
		words := strings.Fields(given)
		if strings.Contains(text, slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) })) {
			return true
		}
	}
	return false
}

var word = regexp.MustCompile(`[A-Z]+[a-z]*|[a-z]+`)

// readWord is a word of a text.
type readWord struct {
	word string
	line int
}

// isResult reports whether words begin the name of a result of a rehearsal: rests on a guess.
func isResult(given string, after []readWord) bool {
	var next string // an identifier spells it RestsOnAGuess, whose last two words are one here
	for _, w := range after[:min(2, len(after))] {
		next += w.word
	}
	return given == "rests on" && strings.HasPrefix(next, "aguess")
}

// retiredWords finds the retired words of a text in the order of their lines.
// An identifier counts as the words that it is made of.
func retiredWords(file, text string) []breach {
	if !mayHaveRetired(text) {
		return nil
	}
	var places []readWord
	line := 1
	for rest := text; rest != ""; {
		row, after, _ := strings.Cut(rest, "\n")
		for _, w := range word.FindAllString(row, -1) {
			places = append(places, readWord{strings.ToLower(w), line})
		}
		rest, line = after, line+1
	}
	begins := map[string]bool{}
	for given := range retired {
		first, _, _ := strings.Cut(given, " ")
		begins[first] = true
	}
	const longest = 3 // words of an entry
	var found []breach
	for i := range places {
		if !begins[places[i].word] {
			continue
		}
		var phrase []string
		for _, p := range places[i:min(i+longest, len(places))] {
			phrase = append(phrase, p.word)
			given := strings.Join(phrase, " ")
			if better, ok := retired[given]; ok && !isResult(given, places[i+len(phrase):]) {
				at := file + ":" + strconv.Itoa(places[i].line)
				found = append(found, breach{at, strconv.Quote(given) + " is retired: say " + better})
			}
		}
	}
	return found
}
