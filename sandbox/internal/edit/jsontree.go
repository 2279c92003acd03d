package edit

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v4"
)

// The tags by which the library of JSONPath distinguishes values.
const (
	tagInt    = "!!int"
	tagFloat  = "!!float"
	tagBool   = "!!bool"
	tagString = "!!str"
	tagNull   = "!!null"
	tagObject = "!!map"
	tagArray  = "!!seq"
)

// parser reads a JSON body into the nodes that the library of JSONPath searches.
// Line and Column of a node are where its text begins and ends in the body, which
// the library does not use.
type parser struct {
	reach
	text    string // the body
	decoder *jsontext.Decoder
	unused  []yaml.Node
	spare   *yaml.Node // given back
}

// nodesAtOnce is how many nodes are allocated together.
const nodesAtOnce = 64

// parse reads a body, as far as the path reaches.
func (r reach) parse(body []byte) (*yaml.Node, error) {
	p := &parser{reach: r, text: string(body), decoder: jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
	root, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := p.decoder.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the body goes on after its value")
	}
	return root, nil
}

func (p *parser) node() *yaml.Node {
	if n := p.spare; n != nil {
		p.spare = nil
		return n
	}
	if len(p.unused) == 0 {
		p.unused = make([]yaml.Node, nodesAtOnce)
	}
	n := &p.unused[0]
	p.unused = p.unused[1:]
	return n
}

// value reads the value that so many steps reach.
func (p *parser) value(steps int) (*yaml.Node, error) {
	kind := p.decoder.PeekKind()
	switch {
	case p.isOver(steps):
	case kind == '{':
		return p.object(steps)
	case kind == '[':
		return p.array(steps)
	}
	return p.leaf()
}

// leaf reads a value without what is within it.
func (p *parser) leaf() (*yaml.Node, error) {
	text, err := p.decoder.ReadValue()
	if err != nil {
		return nil, err
	}
	n := p.node()
	n.Kind, n.Tag = yaml.ScalarNode, tagOf(text)
	n.Column = int(p.decoder.InputOffset())
	n.Line = n.Column - len(text)
	n.Value = p.text[n.Line:n.Column]
	if n.Tag == tagString {
		n.Value, err = unquoted(n.Value)
	}
	return n, err
}

// unquoted returns what a string literal means. It copies only one with escapes.
func unquoted(literal string) (string, error) {
	if !strings.Contains(literal, `\`) {
		return literal[1 : len(literal)-1], nil
	}
	text, err := jsontext.AppendUnquote(nil, literal)
	return string(text), err
}

func (p *parser) array(steps int) (*yaml.Node, error) {
	return p.container(yaml.SequenceNode, tagArray, ']', func(n *yaml.Node) error {
		if !p.enters(steps, "") {
			return p.decoder.SkipValue()
		}
		child, err := p.value(steps + 1)
		n.Content = append(n.Content, child)
		return err
	})
}

// object reads an object. Of the members that the path does not enter it keeps the
// first, because one that is added needs a comma then, and all of them if the path
// removes others, whose commas go too.
func (p *parser) object(steps int) (*yaml.Node, error) {
	return p.container(yaml.MappingNode, tagObject, '}', func(n *yaml.Node) error {
		name, err := p.leaf()
		if err != nil {
			return err
		}
		read := p.leaf
		switch {
		case p.enters(steps, name.Value):
			read = func() (*yaml.Node, error) { return p.value(steps + 1) }
		case len(n.Content) > 0 && !p.siblings:
			p.giveBack(name)
			return p.decoder.SkipValue()
		}
		value, err := read()
		n.Content = append(n.Content, name, value)
		return err
	})
}

// giveBack makes the node that was taken last one to take again.
func (p *parser) giveBack(n *yaml.Node) {
	*n = yaml.Node{}
	p.spare = n
}

func (p *parser) container(kind yaml.Kind, tag string, end jsontext.Kind, child func(*yaml.Node) error) (*yaml.Node, error) {
	if _, err := p.decoder.ReadToken(); err != nil {
		return nil, err
	}
	n := p.node()
	n.Kind, n.Tag, n.Line = kind, tag, int(p.decoder.InputOffset())-1
	for p.decoder.PeekKind() != end {
		if err := child(n); err != nil {
			return nil, err
		}
	}
	_, err := p.decoder.ReadToken()
	n.Column = int(p.decoder.InputOffset())
	return n, err
}

// tagOf returns the tag of a value that is neither an object nor an array.
func tagOf(text []byte) string {
	switch text[0] {
	case '"':
		return tagString
	case 't', 'f':
		return tagBool
	case 'n':
		return tagNull
	case '{':
		return tagObject
	case '[':
		return tagArray
	}
	if bytes.ContainsAny(text, ".eE") {
		return tagFloat
	}
	return tagInt
}
