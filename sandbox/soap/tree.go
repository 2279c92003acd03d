package soap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// node is an element of the envelope as it was sent, with what tolerant reading
// minds of it.
type node struct {
	name      string // local
	namespace string
	text      []byte // up to the first child
	children  []*node

	reference string // id of the element that this one stands for
	refers    bool
	isNil     bool
	typed     bool // it has a type, as parts of encoded calls do
}

// tree is the whole envelope. It is made straight from the tokens: the nodes of
// xmlquery, which XPath needs and most calls do not, take half as long again
// and three times the memory.
type tree struct {
	root    *node
	targets map[string]*node // by id; of several the first

	open     []*node // the elements around the next token, outermost first
	declared map[string]bool
}

// xmlNamespace is that of the prefix xml, which nobody declares.
const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// grow reads an envelope that scan has passed.
func grow(content []byte) (*tree, error) {
	t := &tree{declared: map[string]bool{"": true, xmlNamespace: true}}
	decoder := xml.NewDecoder(bytes.NewReader(content))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, refuse("its XML is not well-formed: " + reasonOf(err))
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := t.start(token); err != nil {
				return nil, err
			}
		case xml.EndElement:
			t.open = t.open[:len(t.open)-1]
		case xml.CharData:
			t.write(token)
		}
	}
}

// reasonOf returns what the parser complains of, led by where.
func reasonOf(err error) string {
	return strings.TrimPrefix(err.Error(), "XML syntax error on ")
}

func (t *tree) start(token xml.StartElement) error {
	n := &node{name: token.Name.Local, namespace: token.Name.Space}
	for _, a := range token.Attr {
		t.attribute(n, a)
	}
	if !t.declared[n.namespace] {
		return refuse("its XML is not well-formed: the prefix " + n.namespace + " of " + n.name + " is not declared")
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
		t.remember(a.Value, n)
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

func (t *tree) remember(id string, n *node) {
	if t.targets == nil {
		t.targets = map[string]*node{}
	}
	if _, twice := t.targets[id]; !twice {
		t.targets[id] = n
	}
}

// write notes the text of a value. Text beside children is none.
func (t *tree) write(text []byte) {
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
