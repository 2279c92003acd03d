package yamltext

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/token"
)

// asText returns the value at a token in quotes, for YAML to read it as text: up to
// the end of the line, and within brackets up to the end of the entry.
func asText(text string, from *token.Token, withinBrackets bool) string {
	number := from.Position.Line
	for line := range strings.Lines(text) {
		if number--; number == 0 {
			text = strings.TrimRight(line, "\r\n")
			break
		}
	}
	for range from.Position.Column - 1 {
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
	if withinBrackets {
		text = text[:endOfEntry(text)]
	}
	if at := strings.Index(text, " #"); at >= 0 && !strings.ContainsAny(text[:at], `"'([`) {
		text = text[:at]
	}
	return quote(strings.TrimSpace(text))
}

// endOfEntry returns the end of the entry of a list or mapping in brackets at the
// start of a text.
func endOfEntry(text string) int {
	var open int
	var quote rune
	for at, c := range text {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case strings.ContainsRune("[{(", c):
			open++
		case open == 0 && strings.ContainsRune(",]}", c):
			return at
		case strings.ContainsRune("]})", c):
			open--
		}
	}
	return len(text)
}

// quote returns a text in double quotes, or in single ones if it has double quotes or backslashes.
func quote(text string) string {
	if !strings.ContainsAny(text, `"\`) {
		return strconv.Quote(text)
	}
	return inSingle(text)
}

func inSingle(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Quote returns a text as a scalar in single quotes, or with escapes in double ones for what
// cannot be printed.
func Quote(text string) string {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return inSingle(text)
}

// mustBeQuoted returns the fault of a value that YAML does not read as text. It does
// not show the quoted form of a long one.
func mustBeQuoted(at *token.Token, why, text string) error {
	if len(text) > maxMessage/2 {
		return faultAt(at, "%s", why)
	}
	return Suggest(faultAt(at, "%s: write %s", why, text), text)
}

// explain returns a fault of the parser with the form that was probably meant, for a
// value with a colon or with a quoted text at its start.
func explain(fault error, text string) error {
	var pointed *yaml.SyntaxError
	if !errors.As(fault, &pointed) || pointed.Token == nil {
		return fault
	}
	at := pointed.Token
	onLine := func(t *token.Token, is ...token.Type) bool {
		for _, kind := range is {
			if t != nil && t.Type == kind && t.Position.Line == at.Position.Line {
				return true
			}
		}
		return false
	}
	switch {
	case onLine(at.Prev, token.MappingValueType) && onLine(at.Next, token.MappingValueType):
		return mustBeQuoted(at, "a value with a colon must be in quotes", asText(text, at, false))
	case onLine(at.Prev, token.DoubleQuoteType, token.SingleQuoteType) && onLine(at.Prev.Prev, token.MappingValueType):
		return mustBeQuoted(at.Prev, "a value that goes on after its quotes must be in quotes as a whole", asText(text, at.Prev, false))
	}
	if line, is, should := findMisfit(text, at.Position.Line); should > 0 {
		return faultAt(at, "%s: line %d begins at column %d, and should begin at column %d", pointed.Message, line, is, should)
	}
	return fault
}
