package phrase

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxLine is how many bytes a text may take in a line of an error or of the log: with
// its surroundings, the line has at most 2 KB.
const MaxLine = 1300

// Line cuts a text to at most the given number of bytes in JSON, XML and the log, because
// they write a byte as up to ten. A longer one ends with its length.
func Line(text string, most int) string {
	size, end := 0, 0
	for at, r := range text {
		if size <= most {
			end = at
		}
		if size += encodedSize(r); size > most+len("… (1000000 bytes)") {
			return fmt.Sprintf("%s… (%d bytes)", text[:end], len(text))
		}
	}
	return text
}

// encodedSize returns how many bytes a character takes at most in JSON, XML or the log.
func encodedSize(r rune) int {
	switch {
	case r == '\n', r == '\t', r == '\\':
		return len(`\n`)
	case strings.ContainsRune(`"&<>'`, r), r < ' ', r == utf8.RuneError:
		return len(`\u0000`)
	case !unicode.IsPrint(r):
		return len(`\U00000000`)
	}
	return utf8.RuneLen(r)
}

// Lines returns a text with each line cut as by Line.
func Lines(text string) string {
	if len(text) <= MaxLine/len(`\U00000000`) {
		return text
	}
	lines := strings.Split(text, "\n")
	for n, line := range lines {
		lines[n] = Line(line, MaxLine)
	}
	return strings.Join(lines, "\n")
}

// WithText returns an error with another text. errors.Is and errors.As look into err.
func WithText(err error, text string) error { return &worded{err, text} }

type worded struct {
	err  error
	text string
}

// Error returns the text.
func (e *worded) Error() string { return e.text }

// Unwrap returns the error behind the text.
func (e *worded) Unwrap() error { return e.err }
