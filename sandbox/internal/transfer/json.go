package transfer

import (
	"bytes"

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

// membersOf returns the members of an object. The text must be a valid one.
func membersOf(object []byte) (list []member) {
	d := decoderOf(object)
	_, _ = d.ReadToken()
	for d.PeekKind() == '"' {
		name, _ := d.ReadValue()
		m := member{start: int(d.InputOffset()) - len(name)}
		if unquoted, err := jsontext.AppendUnquote(nil, name); err == nil {
			m.name = string(unquoted)
		}
		value, err := d.ReadValue()
		if err != nil {
			return list
		}
		m.end = int(d.InputOffset())
		m.value = object[m.end-len(value) : m.end]
		list = append(list, m)
	}
	return list
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
func without(object []byte, members []member, i int) []byte {
	start, end := members[i].start, members[i].end
	switch {
	case i > 0:
		start = members[i-1].end
	case len(members) > 1:
		end = members[1].start
	}
	return append(append(make([]byte, 0, len(object)), object[:start]...), object[end:]...)
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
