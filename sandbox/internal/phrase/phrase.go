// Package phrase builds the parts of messages common to all packages: a list of choices,
// a shortened value, the names that a person may have meant.
//
// It leaves the message itself, and the kind of its error, to its callers.
package phrase

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Or returns "a, b or c", and "" when there is no word.
func Or[T ~string](words ...T) string { return join(words, " or ") }

// And returns "a, b and c", and "" when there is no word.
func And[T ~string](words ...T) string { return join(words, " and ") }

// List returns "a, b, c", and "" when there is no word.
func List[T ~string](words ...T) string { return join(words, ", ") }

func join[T ~string](words []T, last string) string {
	var text strings.Builder
	for i, word := range words {
		switch {
		case i > 0 && i == len(words)-1:
			text.WriteString(last)
		case i > 0:
			text.WriteString(", ")
		}
		text.WriteString(string(word))
	}
	return text.String()
}

const ellipsis = "…"

// Some lists words, and how many more there are.
func Some(words []string, total int) string {
	text := strings.Join(words, ", ")
	if more := total - len(words); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// Count returns a number of things, such as 1 call or 2 calls.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Duration returns a duration in hours, minutes and seconds, such as 10 minutes or 1 hour 30
// minutes, and one with parts of a second as Go writes it.
func Duration(d time.Duration) string {
	if d < time.Second || d%time.Second != 0 {
		return d.String()
	}
	var words []string
	for _, unit := range []struct {
		of   time.Duration
		noun string
	}{{time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		if n := d / unit.of; n > 0 {
			words = append(words, Count(int(n), unit.noun))
		}
		d %= unit.of
	}
	return strings.Join(words, " ")
}

// Shorten returns text when it has at most limit bytes, and otherwise a copy of
// its beginning with an ellipsis: at most limit bytes, cut between characters,
// without the rest of a long text in memory. A limit below the three bytes of
// the ellipsis returns the ellipsis alone.
func Shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	end := max(0, limit-len(ellipsis))
	for back := 0; back < utf8.UTFMax-1 && end > 0 && !utf8.RuneStart(text[end]); back++ {
		end--
	}
	return strings.ToValidUTF8(text[:end], "") + ellipsis
}
