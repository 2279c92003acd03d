package verbatim

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Value is a value of a JSON text, or the name of a member, and its place there. The
// zero Value stands for an absent one.
type Value struct {
	tree *tree
	at   int
}

// tree is a text with its values in their order, an object or a list before its contents, and a
// name before its value. It takes 12 bytes for each value, at any depth, and no recursion.
type tree struct {
	text  []byte
	nodes []node
}

type node struct {
	start, end int32 // -1 when the text ends before the value
	behind     int32 // index of the first node behind the value
}

// The room for nodes at first. Most texts have one in ten bytes; a text read in part
// needs few.
const (
	bytesPerNode = 10
	maxRoom      = 1 << 14
	roomOfPart   = 64
)

var (
	errTooLong = errors.New("the text has more than 2 GiB")
	errGoesOn  = errors.New("the text goes on after its value")
)

// Enters reports whether to read the contents of an object or a list. The object or
// list is depth levels deep, 0 for the root, and the value of a member with a name,
// "" in a list.
type Enters func(depth int, name []byte) bool

// OfRoot enters the root only, to read a text in one pass with little memory.
func OfRoot(depth int, _ []byte) bool { return depth == 0 }

// Read reads a text of one JSON value, all of it when enters is nil. A name may occur
// several times in an object, and texts may have invalid UTF-8. The text must not
// change while its values are in use. With an error, Read returns the values so far.
// The error is io.ErrUnexpectedEOF for a text that ends early.
func Read(text []byte, enters Enters) (Value, error) {
	return parse(text, enters, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// parse reads a text by rules of jsontext. Without any, a name may occur once in an
// object, and texts must be UTF-8.
func parse(text []byte, enters Enters, rules ...jsontext.Options) (Value, error) {
	if len(text) > math.MaxInt32 {
		return Value{}, errTooLong
	}
	room := roomOfPart
	if enters == nil {
		room = min(len(text)/bytesPerNode+1, maxRoom)
	}
	t := &tree{text: text, nodes: make([]node, 0, room)}
	d := jsontext.NewDecoder(bytes.NewBuffer(text), rules...)
	err := t.read(d, enters)
	if err == nil {
		if _, behind := d.ReadToken(); behind != io.EOF {
			err = errGoesOn
		}
	}
	if len(t.nodes) == 0 {
		return Value{}, err
	}
	return Value{t, 0}, err
}

// read reads the next value.
func (t *tree) read(d *jsontext.Decoder, enters Enters) error {
	var open []int // the objects and lists around the next value
	var name Value // of the next value
	for {
		switch kind := d.PeekKind(); {
		case kind == '}' || kind == ']':
			if _, err := d.ReadToken(); err != nil {
				return t.cut(open, err)
			}
			n := &t.nodes[open[len(open)-1]]
			n.end, n.behind = int32(d.InputOffset()), int32(len(t.nodes))
			open = open[:len(open)-1]
		case (kind == '{' || kind == '[') && (enters == nil || enters(len(open), name.Content())):
			if _, err := d.ReadToken(); err != nil {
				return t.cut(open, err)
			}
			open = append(open, len(t.nodes))
			t.nodes = append(t.nodes, node{int32(d.InputOffset()) - 1, -1, 0})
			name = Value{}
			continue
		default:
			value, err := d.ReadValue()
			if err != nil {
				return t.cut(open, err)
			}
			end := int32(d.InputOffset())
			t.nodes = append(t.nodes, node{end - int32(len(value)), end, int32(len(t.nodes)) + 1})
			if within, count := d.StackIndex(len(open)); within == '{' && count%2 == 1 {
				name = Value{t, len(t.nodes) - 1}
				continue
			}
		}
		if name = (Value{}); len(open) == 0 {
			return nil
		}
	}
}

// cut ends the values left open by an error, and returns the error.
func (t *tree) cut(open []int, err error) error {
	for _, at := range open {
		t.nodes[at].behind = int32(len(t.nodes))
	}
	return err
}

// Exists reports whether there is a value.
func (v Value) Exists() bool { return v.tree != nil }

// Kind returns the kind of the value as jsontext spells it: '"' for a text, '0' for a
// number, and so on, 0 for an absent value.
func (v Value) Kind() jsontext.Kind {
	if v.tree == nil {
		return 0
	}
	if c := v.tree.text[v.Start()]; c != '-' && (c < '0' || c > '9') {
		return jsontext.Kind(c)
	}
	return '0'
}

// Index returns the place of the value among all values and names of its text.
func (v Value) Index() int { return v.at }

// At returns the value or name at an index of the same text.
func (v Value) At(index int) Value { return Value{v.tree, index} }

// Start returns the offset of the value in the text, in bytes.
func (v Value) Start() int { return int(v.tree.nodes[v.at].start) }

// End returns the offset behind the value in the text, in bytes.
func (v Value) End() int { return int(v.tree.nodes[v.at].end) }

// IsCut reports whether the text ends before the value. Such a value has no End.
func (v Value) IsCut() bool { return v.tree.nodes[v.at].end < 0 }

// Bytes returns the value as it is written.
func (v Value) Bytes() []byte { return v.tree.text[v.Start():v.End()] }

// Text returns the contents of a text or a name, without escapes.
func (v Value) Text() string { return string(v.Content()) }

// Content returns the contents of a text or a name, nil for an absent one. It must
// not be changed, because without escapes it is a part of the text.
func (v Value) Content() []byte {
	if v.tree == nil {
		return nil
	}
	quoted := v.Bytes()
	if plain := quoted[1 : len(quoted)-1]; bytes.IndexByte(plain, '\\') < 0 && utf8.Valid(plain) {
		return plain
	}
	text, _ := jsontext.AppendUnquote(nil, quoted) // invalid UTF-8 becomes U+FFFD
	return text
}

// Len returns the number of members or elements of the value.
func (v Value) Len() (count int) {
	for range v.Children() {
		count++
	}
	return count
}

// Children yields the members of an object or the elements of a list, an element
// without a name. The value of the last member is absent when the text ends before it.
func (v Value) Children() iter.Seq2[Value, Value] {
	return func(yield func(name, value Value) bool) {
		kind := v.Kind()
		if kind != '{' && kind != '[' {
			return
		}
		nodes := v.tree.nodes
		for at := v.at + 1; at < int(nodes[v.at].behind); at = int(nodes[at].behind) {
			var name, value Value
			if value = (Value{v.tree, at}); kind == '{' {
				if name, value = value, (Value{}); at+1 < int(nodes[v.at].behind) {
					at++
					value = Value{v.tree, at}
				}
			}
			if !yield(name, value) {
				return
			}
		}
	}
}

// Elements returns the values of the members or elements.
func (v Value) Elements() (list []Value) {
	for _, value := range v.Children() {
		list = append(list, value)
	}
	return list
}

// Member returns the first member of an object with a name.
func (v Value) Member(name string) Value {
	for other, value := range v.Children() {
		if other.Exists() && string(other.Content()) == name {
			return value
		}
	}
	return Value{}
}

// equal compares values written by the same encoder.
func (v Value) equal(other Value) bool { return slices.Equal(v.Bytes(), other.Bytes()) }
