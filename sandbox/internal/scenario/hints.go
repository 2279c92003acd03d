package scenario

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/file"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// meanings are the operators, quotes and values of other languages, and those of conditions in
// words, in lower case, with those of conditions.
var meanings = map[string]string{
	"=": "==", "===": "==", "!==": "!=", "<>": "!=", "=>": ">=", "=<": "<=", "=~": "matches", "~": "matches", "&": "&&",
	"“": `"`, "”": `"`, "„": `"`, "‘": `"`, "’": `"`,
	"is": "==", "eq": "==", "equals": "==", "ne": "!=", "like": "matches", "null": "nil", "none": "nil", "undefined": "nil",
	"and": "and", "or": "or", "not": "not", "in": "in", "contains": "contains", "startswith": "startsWith", "endswith": "endsWith",
	"matches": "matches", "true": "true", "false": "false", "nil": "nil",
}

// meaning returns what a sign or a word of other languages means, "" for none and for the right
// spelling.
func meaning(found string) string {
	meant := meanings[strings.ToLower(strings.ReplaceAll(found, "_", ""))]
	if meant == found {
		return ""
	}
	return meant
}

// signOrWord matches an operator, a quote or a word.
var signOrWord = regexp.MustCompile("[=!<>~&]+|[“”„‘’]|[A-Za-z_]+")

// unread returns the mistake where the library stopped reading: an operator or a quote of
// another language, or what the library says. It stops behind a NOT, because NOT could be a
// name.
func (n *notation) unread(err error) *ConditionError {
	var stopped *file.Error
	if !errors.As(err, &stopped) {
		return n.explain(err)
	}
	for _, span := range signOrWord.FindAllStringIndex(n.text, -1) {
		found, from, to := n.text[span[0]:span[1]], utf8.RuneCountInString(n.text[:span[0]]), utf8.RuneCountInString(n.text[:span[1]])
		meant := meaning(found)
		isNot := meant == "not" && strings.TrimSpace(string([]rune(n.text)[to:max(to, stopped.From)])) == ""
		if meant != "" && from <= stopped.From && (stopped.From < to || isNot) {
			return n.at(from, "unknown operator "+found, []string{meant})
		}
	}
	return n.explain(err)
}

// functionType matches the type of a function in a message.
var functionType = regexp.MustCompile(`func\([^()]*\) [a-z0-9]+`)

// explain returns a mistake found by the library, with what an unknown name may mean, and how a
// word is written.
func (n *notation) explain(err error) *ConditionError {
	var found *file.Error
	if !errors.As(err, &found) {
		return n.at(0, err.Error(), nil)
	}
	message := functionType.ReplaceAllString(strings.TrimSpace(found.Message), "function")
	if name, is := strings.CutPrefix(message, "unknown name "); is {
		return n.at(found.From, n.unknownName(name), n.nearest(name, found.From))
	}
	if name, is := strings.CutPrefix(message, "not enough arguments to call "); is && n.words[name] != nil {
		message = fmt.Sprintf("%s needs more: write %s", name, n.words[name].form)
	}
	return n.at(found.From, message, nil)
}

func (n *notation) unknownName(name string) string {
	return fmt.Sprintf("unknown name %s; known: %s", name, phrase.List(n.known...))
}

// nearest returns what an unknown name may mean: an operator, a text without quotes, or the
// names of this language and of the library closest to it.
func (n *notation) nearest(name string, offset int) []string {
	if meant := meaning(name); meant != "" {
		return []string{meant}
	}
	if slices.Contains(n.bare, offset) {
		return []string{strconv.Quote(name)}
	}
	return nearest(name, slices.AppendSeq(slices.Collect(maps.Keys(n.words)), maps.Keys(builtin.Index)))
}

// hyphened matches an input, or a part of the body, with a hyphen in its name.
var hyphened = regexp.MustCompile(`\b((?:query|path|header|body|answer|order|customer|campaign|subscription)(?:\.\w+|\[[^\[\]]*\])*?)\.(\w+(?:-\w+)+)`)

// at returns a mistake at an offset in characters. Within a name with a hyphen it is the hyphen,
// which is a minus there.
func (n *notation) at(offset int, message string, nearest []string) *ConditionError {
	for _, span := range hyphened.FindAllStringSubmatchIndex(n.text, -1) {
		from, to := utf8.RuneCountInString(n.text[:span[0]]), utf8.RuneCountInString(n.text[:span[1]])
		if from < offset && offset < to {
			offset, nearest = from, nil
			message = fmt.Sprintf("a name with a hyphen must be in brackets: write %s[%q]", n.text[span[2]:span[3]], n.text[span[4]:span[5]])
			break
		}
	}
	line, column := position(n.text, offset)
	return &ConditionError{Line: line, Column: column, Message: message, Nearest: nearest}
}

// position returns the line and the column, both from 1, of an offset in characters.
func position(text string, offset int) (line, column int) {
	characters := []rune(text)
	before := string(characters[:min(offset, len(characters))])
	lineStart := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[lineStart:]) + 1
}
