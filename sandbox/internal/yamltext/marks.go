package yamltext

import (
	"fmt"
	"strings"
)

// within returns the part of a text before it exceeds the limit of marks or of empty
// lines, and a message about the excess, "" when the part is all of it. The scanner
// makes at most two tokens of a mark, but makes all tokens of the text before anybody
// can count them.
func within(text string, limit int) (part, excess string) {
	halves, empty := 2*limit, 0
	for i := range len(text) {
		switch c, rest := text[i], text[i+1:]; {
		case c == '\n', c == '\r' && !strings.HasPrefix(rest, "\n"):
			empty++
		case c != ' ' && c != '\r':
			empty = 0
		}
		if empty > maxEmptyLines+1 {
			return text[:i], fmt.Sprintf("the file has too many empty lines: at most %d may follow each other; this is the last value before them", maxEmptyLines)
		}
		if halves -= halvesOfMark(text[i], text[i+1:]); halves < 0 {
			return text[:i], fmt.Sprintf("the file has too many values, keys and marks: at most %d; this is the last that fits", limit)
		}
	}
	return text, ""
}

// halvesOfMark returns how many halves of a mark a character is. A quoted value has
// two quotes. A hyphen without a blank behind it is a part of a value.
func halvesOfMark(c byte, rest string) int {
	switch c {
	case '"', '\'':
		return 1
	case '-', '?':
		if rest != "" && strings.IndexByte(" \t\r\n", rest[0]) < 0 {
			return 0
		}
		return 2
	case '{', '}', '[', ']', ',', ':', '%', '&', '*', '!', '|', '>', '<', '#', '@', '`', '\t', '\n', '\r':
		return 2
	}
	return 0
}
