package phrase

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible escapes characters invisible to people, because they can change how a terminal
// shows other text, or hide instructions to an agent. Line feeds and tabs stay.
func Visible(text string) string {
	if utf8.ValidString(text) && !strings.ContainsFunc(text, invisible) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if !invisible(r) {
			b.WriteRune(r)
			continue
		}
		escaped := strconv.QuoteRuneToASCII(r)
		b.WriteString(escaped[1 : len(escaped)-1])
	}
	return b.String()
}

func invisible(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector, unicode.Zl, unicode.Zp))
}
