package verbatim

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// The kinds of nodes that contain others, as jsontext spells them.
const (
	object jsontext.Kind = '{'
	array  jsontext.Kind = '['
)

// node is a value of a JSON text and its place there.
type node struct {
	kind       jsontext.Kind
	text       []byte // the whole text
	start, end int
	members    []member
	elements   []*node
}

type member struct {
	name  string
	start int // of the name
	value *node
}

// parse parses one JSON value.
func parse(text []byte) (*node, error) {
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(false))
	n, err := read(d, text)
	if err != nil {
		return nil, fmt.Errorf("cannot read a record as JSON: %w", err)
	}
	return n, nil
}

func read(d *jsontext.Decoder, text []byte) (*node, error) {
	n := &node{kind: d.PeekKind(), text: text}
	if n.kind != object && n.kind != array {
		value, err := d.ReadValue()
		n.end = int(d.InputOffset())
		n.start = n.end - len(value)
		return n, err
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	n.start = int(d.InputOffset()) - 1
	for d.PeekKind() != n.kind+2 { // the closing bracket of JSON is two behind the opening one
		if err := n.readNext(d); err != nil {
			return nil, err
		}
	}
	_, err := d.ReadToken()
	n.end = int(d.InputOffset())
	return n, err
}

// readNext reads the next member or element.
func (n *node) readNext(d *jsontext.Decoder) error {
	var m member
	if n.kind == object {
		value, err := d.ReadValue()
		if err != nil {
			return err
		}
		m.start = int(d.InputOffset()) - len(value)
		name, err := jsontext.AppendUnquote(nil, value)
		if err != nil {
			return err
		}
		m.name = string(name)
	}
	value, err := read(d, n.text)
	if err != nil {
		return err
	}
	if m.value = value; n.kind == object {
		n.members = append(n.members, m)
	} else {
		n.elements = append(n.elements, value)
	}
	return nil
}

func (n *node) bytes() []byte { return n.text[n.start:n.end] }

// equal compares texts that the same encoder wrote.
func (n *node) equal(other *node) bool { return bytes.Equal(n.bytes(), other.bytes()) }

// member returns the value of a member, nil when there is none.
func (n *node) member(name string) *node {
	for _, m := range n.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// sorted returns the edits by their place. Those at one place keep their order.
func (e edits) sorted() edits {
	slices.SortStableFunc(e, func(a, b edit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	return e
}
