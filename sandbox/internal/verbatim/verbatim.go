// Package verbatim changes a JSON text in place: what a change does not concern
// keeps its bytes, its order and its place, names that no type has included.
//
// The package leaves what the texts mean to its callers.
package verbatim

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// Change lays the differences of two JSON texts over a third one and returns the
// result: where before and after are equal, text stays as it is, whatever it has
// there. A list that grows or shrinks keeps its elements in front and behind. text
// must not change afterwards, because the result may be text itself. The error says
// which of the texts is no JSON.
func Change(text, before, after []byte) ([]byte, error) {
	if bytes.Equal(before, after) {
		return text, nil
	}
	from, err := parse(before)
	if err != nil {
		return nil, err
	}
	to, err := parse(after)
	if err != nil {
		return nil, err
	}
	into, err := parse(text)
	if err != nil {
		return nil, err
	}
	var e edits
	e.change(into, from, to)
	return e.apply(text), nil
}

// Set returns an object with a member of that name and value: it replaces the value
// of the member that the object has, otherwise it adds one at the end. text must not
// change afterwards.
func Set(text []byte, name string, value []byte) ([]byte, error) {
	into, err := parse(text)
	if err != nil {
		return nil, err
	}
	var e edits
	e.set(into, name, value)
	return e.apply(text), nil
}

// edit replaces a part of a text. An insertion replaces nothing.
type edit struct {
	start, end int
	with       []byte
}

// edits are in the order of their places.
type edits []edit

func (e *edits) replace(n *node, with []byte) { *e = append(*e, edit{n.start, n.end, with}) }

// apply returns text with the edits.
func (e edits) apply(text []byte) []byte {
	if len(e) == 0 {
		return text
	}
	var b bytes.Buffer
	done := 0
	for _, one := range e.sorted() {
		b.Write(text[done:one.start])
		b.Write(one.with)
		done = one.end
	}
	b.Write(text[done:])
	return b.Bytes()
}

// change edits the value into by the difference between from and to.
func (e *edits) change(into, from, to *node) {
	switch {
	case from.equal(to):
	case into.kind == object && from.kind == object && to.kind == object:
		e.changeMembers(into, from, to)
	case into.kind == array && from.kind == array && to.kind == array && len(into.elements) == len(from.elements):
		e.changeElements(into, from, to)
	default:
		e.replace(into, to.bytes())
	}
}

func (e *edits) changeMembers(into, from, to *node) {
	var more []byte
	for _, m := range to.members {
		was, has := from.member(m.name), into.member(m.name)
		switch {
		case was != nil && was.equal(m.value):
		case has == nil:
			more = append(append(append(append(more, ','), quoted(m.name)...), ':'), m.value.bytes()...)
		case was == nil:
			e.replace(has, m.value.bytes())
		default:
			e.change(has, was, m.value)
		}
	}
	gone := 0
	for i, m := range into.members {
		if to.member(m.name) == nil && from.member(m.name) != nil {
			e.removeMember(into, i, gone)
			gone++
		}
	}
	e.insertAtEnd(into, more, len(into.members) == gone)
}

// removeMember removes member i, and the comma in front of it. Of the first one that
// stays it is the comma behind, which the removal of those in front has left.
func (e *edits) removeMember(into *node, i, gone int) {
	start, end := into.members[i].start, into.members[i].value.end
	switch {
	case i > gone:
		start = into.members[i-1].value.end
	case i+1 < len(into.members):
		end = into.members[i+1].start
	}
	*e = append(*e, edit{start, end, nil})
}

// insertAtEnd inserts members or elements, each behind a comma, at the end of an
// object or a list.
func (e *edits) insertAtEnd(into *node, more []byte, empty bool) {
	if len(more) == 0 {
		return
	}
	if empty {
		more = more[1:]
	}
	*e = append(*e, edit{into.end - 1, into.end - 1, more})
}

// set replaces or adds a member.
func (e *edits) set(into *node, name string, value []byte) {
	if has := into.member(name); has != nil {
		if !bytes.Equal(has.bytes(), value) {
			e.replace(has, value)
		}
		return
	}
	more := append(append(append([]byte{','}, quoted(name)...), ':'), value...)
	e.insertAtEnd(into, more, len(into.members) == 0)
}

// changeElements edits the elements between those that both lists have in front and
// behind.
func (e *edits) changeElements(into, from, to *node) {
	a, b := from.elements, to.elements
	front := 0
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
		e.change(into.elements[front+i], a[i], b[i])
	}
	switch {
	case len(b) > common:
		e.insertElements(into, front+common, b[common:])
	case len(a) > common:
		e.removeElements(into, front+common, front+len(a))
	}
}

func (e *edits) insertElements(into *node, at int, more []*node) {
	var text []byte
	for _, n := range more {
		text = append(append(text, ','), n.bytes()...)
	}
	switch {
	case at > 0:
		end := into.elements[at-1].end
		*e = append(*e, edit{end, end, text})
	case len(into.elements) > 0:
		start := into.elements[0].start
		*e = append(*e, edit{start, start, append(text[1:], ',')})
	default:
		e.insertAtEnd(into, text, true)
	}
}

func (e *edits) removeElements(into *node, from, to int) {
	start, end := into.elements[from].start, into.elements[to-1].end
	switch {
	case from > 0:
		start = into.elements[from-1].end
	case to < len(into.elements):
		end = into.elements[to].start
	}
	*e = append(*e, edit{start, end, nil})
}

// quoted returns a name as JSON.
func quoted(name string) []byte {
	text, _ := jsontext.AppendQuote(nil, name) // a name that was read is valid
	return text
}
