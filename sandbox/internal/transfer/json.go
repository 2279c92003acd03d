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

// membersOf returns the members of an object. The text must be a valid one.
func membersOf(object []byte) (list []member) {
	d := jsontext.NewDecoder(bytes.NewBuffer(object))
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
	d := jsontext.NewDecoder(bytes.NewBuffer(array))
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
