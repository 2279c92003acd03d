package verify

import (
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// parts splits the condition into conditions that must all match, so that a
// call can match some of them. A condition that cannot be split is its only
// part.
func (x *expectation) parts() []*scenario.Condition {
	if x.condition == nil {
		return nil
	}
	var parts []*scenario.Condition
	for _, text := range conjuncts(x.Where) {
		part, err := scenario.Compile(text)
		if err != nil {
			return []*scenario.Condition{x.condition}
		}
		parts = append(parts, part)
	}
	return parts
}

// conjuncts splits an expression at its outermost "and" and "&&". It leaves an
// expression whole whose parts could mean something else alone, because an
// operator that binds more loosely joins them or a comment lies between.
func conjuncts(text string) []string {
	var parts []string
	depth, start := 0, 0
	for at := 0; at < len(text); {
		token := tokenAt(text, at)
		switch token {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case "//", "/*":
			return []string{text}
		}
		if depth == 0 && !isMember(text[:at]) {
			switch token {
			case "|", "?", ";", "or", "let", "if":
				return []string{text}
			case "&&", "and":
				parts = append(parts, strings.TrimSpace(text[start:at]))
				start = at + len(token)
			}
		}
		at += len(token)
	}
	return append(parts, strings.TrimSpace(text[start:]))
}

// isMember reports whether the name of a field follows.
func isMember(before string) bool { return strings.HasSuffix(strings.TrimSpace(before), ".") }

// tokenAt returns the token that begins there: a string, a word, a mark of two
// characters that matters here, or else one character.
func tokenAt(text string, at int) string {
	rest := text[at:]
	switch c := rest[0]; {
	case c == '"' || c == '\'' || c == '`':
		return quoted(rest)
	case isWord(c):
		end := 1
		for end < len(rest) && isWord(rest[end]) {
			end++
		}
		return rest[:end]
	}
	for _, mark := range []string{"&&", "//", "/*"} {
		if strings.HasPrefix(rest, mark) {
			return mark
		}
	}
	return rest[:1]
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// quoted returns the string that a text begins with, all of the text when it
// does not end.
func quoted(text string) string {
	for at := 1; at < len(text); at++ {
		switch {
		case text[at] == '\\' && text[0] != '`':
			at++
		case text[at] == text[0]:
			return text[:at+1]
		}
	}
	return text
}
