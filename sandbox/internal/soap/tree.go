package soap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// node is an element of the envelope, with the attributes that matter here.
type node struct {
	name      string // local
	namespace string
	text      []byte // up to the first child
	children  []*node

	reference string // id of the element that this one refers to
	refers    bool
	isNil     bool
	typed     bool // it has a type attribute, as parts of encoded calls do
}

// tree is the whole envelope. It is built from the tokens of encoding/xml, because
// the nodes of xmlquery, which only XPath needs, take half as long again and three
// times the memory.
type tree struct {
	root    *node
	targets map[string]*node // by id; of several the first

	open     []*node // the elements around the next token, outermost first
	declared map[string]bool
}

// xmlNamespace is the namespace of the prefix xml, which needs no declaration.
const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// parse reads an envelope that scan returned.
func parse(content []byte) (*tree, error) {
	t := &tree{declared: map[string]bool{"": true, xmlNamespace: true}}
	decoder := xml.NewDecoder(bytes.NewReader(content))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, unreadable("its XML is not well-formed: " + parseReason(err))
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := t.start(token); err != nil {
				return nil, err
			}
		case xml.EndElement:
			t.open = t.open[:len(t.open)-1]
		case xml.CharData:
			t.addText(token)
		}
	}
}

// parseReason returns the parser's message, which begins with the line.
func parseReason(err error) string {
	return strings.TrimPrefix(err.Error(), "XML syntax error on ")
}

func (t *tree) start(token xml.StartElement) error {
	n := &node{name: token.Name.Local, namespace: token.Name.Space}
	for _, a := range token.Attr {
		t.attribute(n, a)
	}
	if !t.declared[n.namespace] {
		return unreadable("its XML is not well-formed: the prefix " + n.namespace + " of " + n.name + " is not declared")
	}
	if len(t.open) > 0 {
		parent := t.open[len(t.open)-1]
		parent.children = append(parent.children, n)
	} else {
		t.root = n
	}
	t.open = append(t.open, n)
	return nil
}

func (t *tree) attribute(n *node, a xml.Attr) {
	switch {
	case a.Name.Space == "xmlns", a.Name.Space == "" && a.Name.Local == "xmlns":
		t.declared[a.Value] = true
	case a.Name.Local == "id":
		t.addTarget(a.Value, n)
	case a.Name.Local == "type":
		n.typed = true
	case a.Name.Local == "nil":
		n.isNil = a.Value == "true" || a.Value == "1"
	default:
		if id, ok := reference(a); ok && !n.refers {
			n.reference, n.refers = id, true
		}
	}
}

// reference returns the id that an attribute refers to: href="#id" in SOAP 1.1,
// enc:ref="id" in SOAP 1.2.
func reference(a xml.Attr) (id string, ok bool) {
	switch {
	case a.Name.Local == "href" && strings.HasPrefix(a.Value, "#"):
		return a.Value[1:], true
	case a.Name.Local == "ref" && a.Name.Space == encoding12:
		return strings.TrimPrefix(a.Value, "#"), true
	}
	return "", false
}

func (t *tree) addTarget(id string, n *node) {
	if t.targets == nil {
		t.targets = map[string]*node{}
	}
	if _, twice := t.targets[id]; !twice {
		t.targets[id] = n
	}
}

// addText adds text to the present element, unless that has children.
func (t *tree) addText(text []byte) {
	if len(t.open) == 0 {
		return
	}
	if n := t.open[len(t.open)-1]; len(n.children) == 0 {
		n.text = append(n.text, text...)
	}
}

// first returns the first child, nil when there is none.
func (n *node) first() *node {
	if len(n.children) == 0 {
		return nil
	}
	return n.children[0]
}
