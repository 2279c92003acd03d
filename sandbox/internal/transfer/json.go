package transfer

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"

// valueOf returns the value of a valid text, read only as far as enters allows.
func valueOf(text []byte, enters verbatim.Enters) verbatim.Value {
	v, _ := verbatim.Read(text, enters) // it fails for no valid text
	return v
}

// compactJSON returns valid JSON without white space between its parts.
func compactJSON(text []byte) []byte {
	compact := make([]byte, 0, len(text))
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\':
			compact = append(compact, c)
			i++
		case !quoted && (c == ' ' || c == '\n' || c == '\t' || c == '\r'):
			continue
		}
		compact = append(compact, text[i])
	}
	return compact
}

// kindName returns a reader's name for a JSON value.
func kindName(value []byte) string {
	switch value[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case 'n':
		return "null"
	}
	return shorten(string(value[:min(len(value), 2*maxShown)])) // no more of a long one is copied
}
