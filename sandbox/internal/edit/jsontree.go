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
	text    string // the body
	decoder *jsontext.Decoder
	unused  []yaml.Node
}

// nodesAtOnce is how many nodes are allocated together.
const nodesAtOnce = 256

func parseJSON(body []byte) (*yaml.Node, error) {
	p := &parser{text: string(body), decoder: jsontext.NewDecoder(bytes.NewReader(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
	root, err := p.value()
	if err != nil {
		return nil, err
	}
	if _, err := p.decoder.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the body goes on after its value")
	}
	return root, nil
}

func (p *parser) node() *yaml.Node {
	if len(p.unused) == 0 {
		p.unused = make([]yaml.Node, nodesAtOnce)
	}
	n := &p.unused[0]
	p.unused = p.unused[1:]
	return n
}

func (p *parser) value() (*yaml.Node, error) {
	switch p.decoder.PeekKind() {
	case '{':
		return p.container(yaml.MappingNode, tagObject, '}')
	case '[':
		return p.container(yaml.SequenceNode, tagArray, ']')
	}
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

func (p *parser) container(kind yaml.Kind, tag string, end jsontext.Kind) (*yaml.Node, error) {
	if _, err := p.decoder.ReadToken(); err != nil {
		return nil, err
	}
	n := p.node()
	n.Kind, n.Tag, n.Line = kind, tag, int(p.decoder.InputOffset())-1
	for p.decoder.PeekKind() != end {
		child, err := p.value()
		if err != nil {
			return nil, err
		}
		n.Content = append(n.Content, child)
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
	}
	if bytes.ContainsAny(text, ".eE") {
		return tagFloat
	}
	return tagInt
}
