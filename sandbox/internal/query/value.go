package query

import (
	"strings"
	"unicode"
)

// value is one alternative of a term: literal texts with a star between each two.
// One part is a literal without a star.
type value struct {
	parts []string
	at    span
}

// isAny reports whether the value is a star alone.
func (v value) isAny() bool { return len(v.parts) == 2 && v.parts[0] == "" && v.parts[1] == "" }

// literal returns the text of a value without a star.
func (v value) literal() (text string, ok bool) {
	if len(v.parts) != 1 {
		return "", false
	}
	return v.parts[0], true
}

// add appends a literal to the last part.
func (v *value) add(text string) {
	if len(v.parts) == 0 {
		v.parts = []string{""}
	}
	v.parts[len(v.parts)-1] += text
}

// star appends a star. Stars in a row are one.
func (v *value) star() {
	v.add("")
	if n := len(v.parts); n == 1 || v.parts[n-1] != "" {
		v.parts = append(v.parts, "")
	}
}

// String returns the value as a query spells it.
func (v value) String() string {
	var text strings.Builder
	for i, part := range v.parts {
		if i > 0 {
			text.WriteByte('*')
		}
		if part != "" || len(v.parts) == 1 {
			text.WriteString(Quote(part))
		}
	}
	return text.String()
}

// Quote returns a value for the text itself, in quotes when it needs them.
func Quote(text string) string {
	plain := text != "" && !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`,*"`, r) })
	if plain {
		return text
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
