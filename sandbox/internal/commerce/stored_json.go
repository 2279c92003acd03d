package commerce

import (
	"bytes"
	"iter"
)

// What follows reads stored JSON several times as fast as a decoder, because it does
// not check it: what is stored is valid.

// members yields the names and the values of a JSON object.
func members(object []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(name, value []byte) bool) {
		for rest := inside(object, '{'); len(rest) > 0 && rest[0] == '"'; {
			end := textEnd(rest)
			name, value := rest[1:max(end-1, 1)], skipBlanks(rest[end:])
			if bytes.IndexByte(name, '\\') >= 0 {
				name = []byte(scalar(rest))
			}
			end = valueEnd(value)
			if !yield(name, value[:end]) {
				return
			}
			rest = skipBlanks(value[end:])
		}
	}
}

// elements yields the values of a JSON array.
func elements(array []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for rest := inside(array, '['); len(rest) > 0 && rest[0] != ']'; {
			end := valueEnd(rest)
			if !yield(rest[:end]) {
				return
			}
			rest = skipBlanks(rest[end:])
		}
	}
}

// inside returns what follows the brace or bracket that a value begins with, nothing when
// it begins with another character.
func inside(value []byte, open byte) []byte {
	if value = skipBlanks(value); len(value) == 0 || value[0] != open {
		return nil
	}
	return skipBlanks(value[1:])
}

// skipBlanks skips blanks, and the separators between values.
func skipBlanks(text []byte) []byte {
	for i, c := range text {
		switch c {
		case ' ', '\t', '\r', '\n', ',', ':':
		default:
			return text[i:]
		}
	}
	return nil
}

// valueEnd returns the length of the JSON value that a text begins with.
func valueEnd(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i += textEnd(text[i:]) - 1
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			if depth > 0 {
				continue
			}
			return bareEnd(text)
		}
		if depth <= 0 {
			return min(i+1, len(text))
		}
	}
	return len(text)
}

// bareEnd returns the length of the number or word that a text begins with.
func bareEnd(text []byte) int {
	for i, c := range text {
		switch c {
		case ',', '}', ']', ' ', '\t', '\r', '\n':
			return i
		}
	}
	return len(text)
}

// textEnd returns the length of the JSON string that a text begins with.
func textEnd(text []byte) int {
	for end := 1; ; end++ {
		next := bytes.IndexByte(text[min(end, len(text)):], '"')
		if next < 0 {
			return len(text)
		}
		end += next
		slashes := 0
		for text[end-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return end + 1
		}
	}
}
