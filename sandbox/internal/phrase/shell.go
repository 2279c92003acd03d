package phrase

import "strings"

// ShellWord returns a text without control characters as one word of a POSIX shell, without
// quotes where none are needed.
func ShellWord(text string) string {
	harmful := func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_./:", c))
	}
	if text != "" && !strings.ContainsFunc(text, harmful) {
		return text
	}
	return ShellQuote(text)
}

// ShellQuote is ShellWord, always in quotes.
func ShellQuote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
