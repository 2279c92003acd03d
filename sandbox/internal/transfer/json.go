package transfer

import (
	"bytes"
	"iter"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// member is a member of a JSON object and its place in the object's text.
type member struct {
	name       string
	start, end int // of the name, and of the value
	value      []byte
}

// decoderOf returns a decoder of a valid text, which has no name twice in an object.
func decoderOf(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true))
}

// members yields the members of an object. The text must be a valid one.
func members(object []byte) iter.Seq[member] {
	return func(yield func(member) bool) {
		d := decoderOf(object)
		_, _ = d.ReadToken()
		for d.PeekKind() == '"' {
			name, _ := d.ReadValue()
			m := member{start: int(d.InputOffset()) - len(name), name: unquoted(name)}
			value, err := d.ReadValue()
			if err != nil {
				return
			}
			m.end = int(d.InputOffset())
			m.value = object[m.end-len(value) : m.end]
			if !yield(m) {
				return
			}
		}
	}
}

// unquoted returns the text of a name in JSON.
func unquoted(name []byte) string {
	if bytes.IndexByte(name, '\\') < 0 {
		return string(name[1 : len(name)-1])
	}
	text, _ := jsontext.AppendUnquote(nil, name) // it fails for no valid text
	return string(text)
}

// mayHave reports whether an object may have a member of a name. It reads nothing but
// bytes, so that most objects without one are not decoded.
func mayHave(object []byte, name string) bool {
	return bytes.Contains(object, []byte(`"`+name+`"`)) || bytes.Contains(object, []byte(`\u`))
}

// memberOf returns the first member of an object with a name.
func memberOf(object []byte, name string) (m member, ok bool) {
	if !mayHave(object, name) {
		return m, false
	}
	return firstMember(object, func(other string) bool { return other == name })
}

// firstMember returns the first member of an object whose name fits.
func firstMember(object []byte, fits func(name string) bool) (m member, ok bool) {
	for m := range members(object) {
		if fits(m.name) {
			return m, true
		}
	}
	return m, false
}

// elementsOf returns the elements of a list. The text must be a valid one.
func elementsOf(array []byte) (list [][]byte) {
	d := decoderOf(array)
	_, _ = d.ReadToken()
	for d.PeekKind() != ']' {
		value, err := d.ReadValue()
		if err != nil {
			return list
		}
		end := int(d.InputOffset())
		list = append(list, array[end-len(value):end])
	}
	return list
}

// without returns an object without one of its members.
func without(object []byte, m member) []byte {
	before := bytes.TrimRight(object[:m.start], " \t\r\n")
	behind := bytes.TrimLeft(object[m.end:], " \t\r\n")
	switch {
	case before[len(before)-1] == ',':
		before = before[:len(before)-1]
	case behind[0] == ',':
		behind = behind[1:]
	}
	return slices.Concat(before, behind)
}

// compacted returns valid JSON without white space between its parts.
func compacted(text []byte) []byte {
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

// given returns what a reader calls a JSON value.
func given(value []byte) string {
	switch value[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case 'n':
		return "null"
	}
	return shortened(string(value))
}
