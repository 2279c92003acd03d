// Package verbatim reads a JSON text into a tree of values with their places in the
// text, and changes the text in place. All other parts keep their bytes, their order
// and their place, including names unknown to any type.
//
// The package leaves the meaning of the texts to its callers.
package verbatim

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// Change lays the differences of two JSON texts over a third one and returns the
// result: where before and after are equal, text stays as it is, whatever it has
// there. A growing or shrinking list keeps its elements in front and behind. text
// must not change afterwards, because the result may be text itself. A text that
// is no JSON is an error.
func Change(text, before, after []byte) ([]byte, error) {
	if bytes.Equal(before, after) {
		return text, nil
	}
	var read [3]Value
	for i, one := range [][]byte{before, after, text} {
		var err error
		if read[i], err = parse(one, nil); err != nil {
			return nil, fmt.Errorf("cannot read a record as JSON: %w", err)
		}
	}
	var e Edits
	e.change(read[2], read[0], read[1])
	return e.Apply(text), nil
}

// Set returns an object with a member of the name and value. It replaces the value
// of an existing member, otherwise it adds one at the end. text must not change
// afterwards.
func Set(text []byte, name string, value []byte) ([]byte, error) {
	into, err := Read(text, OfRoot)
	if err != nil {
		return nil, fmt.Errorf("cannot read a record as JSON: %w", err)
	}
	var e Edits
	if has := into.Member(name); has.Exists() {
		e.Replace(has, value)
	} else {
		e.Add(into, quote(name), value, into.Len() == 0)
	}
	return e.Apply(text), nil
}

// change edits the value into by the difference between from and to.
func (e *Edits) change(into, from, to Value) {
	same := into.Kind() == from.Kind() && from.Kind() == to.Kind()
	switch {
	case from.equal(to):
	case same && into.Kind() == '{':
		e.changeMembers(into, from, to)
	case same && into.Kind() == '[' && into.Len() == from.Len():
		e.changeElements(into, from.Elements(), to.Elements())
	default:
		e.Replace(into, to.Bytes())
	}
}

func (e *Edits) changeMembers(into, from, to Value) {
	stay := e.Remove(into, func(name, _ Value) bool {
		return !to.Member(name.Text()).Exists() && from.Member(name.Text()).Exists()
	})
	for name, value := range to.Children() {
		was, has := from.Member(name.Text()), into.Member(name.Text())
		switch {
		case was.Exists() && was.equal(value):
		case !has.Exists():
			e.Add(into, quote(name.Text()), value.Bytes(), stay == 0)
			stay++
		case !was.Exists():
			e.Replace(has, value.Bytes())
		default:
			e.change(has, was, value)
		}
	}
}

// changeElements edits the elements between the common ones in front and behind.
func (e *Edits) changeElements(list Value, a, b []Value) {
	into, front := list.Elements(), 0
	for front < len(a) && front < len(b) && a[front].equal(b[front]) {
		front++
	}
	behind := 0
	for behind < len(a)-front && behind < len(b)-front && a[len(a)-1-behind].equal(b[len(b)-1-behind]) {
		behind++
	}
	a, b = a[front:len(a)-behind], b[front:len(b)-behind]
	common := min(len(a), len(b))
	for i := range common {
		e.change(into[front+i], a[i], b[i])
	}
	if more := b[common:]; len(more) > 0 {
		e.insertElements(list, into, front+common, more)
	}
	i := -1
	e.Remove(list, func(_, _ Value) bool {
		i++
		return i >= front+common && i < front+len(a)
	})
}

func (e *Edits) insertElements(list Value, into []Value, at int, more []Value) {
	var text []byte
	for _, v := range more {
		text = append(append(text, ','), v.Bytes()...)
	}
	switch {
	case at > 0:
		*e = append(*e, Edit{into[at-1].End(), into[at-1].End(), text})
	case len(into) > 0:
		*e = append(*e, Edit{into[0].Start(), into[0].Start(), append(text[1:], ',')})
	default:
		e.insertAtEnd(list, text, true)
	}
}

// quote returns a name as JSON.
func quote(name string) []byte {
	text, _ := jsontext.AppendQuote(nil, name) // a name read from JSON is valid
	return text
}
