package transcript

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxPlain is the longest argument of a command, because a system bounds
// the arguments of a program.
const maxPlain = 64 << 10

// isPlain reports whether a text can be part of a pasted command, because a
// terminal gives control characters a meaning.
func isPlain(text string) bool {
	return len(text) <= maxPlain && !strings.ContainsFunc(text, isControl)
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// isText reports whether a body can be an argument of curl in a pasted command: text
// without control characters other than line feed. A leading @ would make curl read a
// file.
func isText(body []byte) bool {
	return utf8.Valid(body) && body[0] != '@' && !bytes.ContainsFunc(body, func(r rune) bool { return r != '\n' && isControl(r) })
}

// octal returns a shell word for printf to make the text again.
func octal(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if c < ' ' || c > '~' || strings.IndexByte(`'\%`, c) >= 0 {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return "'" + b.String() + "'"
}

func hexadecimal(text string) string { return hex.EncodeToString([]byte(text)) }

// phpText returns a text as a string of PHP.
func phpText(text string) string {
	if isPlain(text) {
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case isControl(r):
			fmt.Fprintf(&b, `\x%02x`, r)
		case strings.ContainsRune(`\"$`, r):
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}
