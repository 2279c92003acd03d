package soap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// node is an element of the envelope, with the attributes that matter here.
type node struct {
	name      string // local
	namespace string
	text      []byte // up to the first child
	children  []*node

	reference  string // id of the element that this one refers to
	role       string // to which part of its way a header is addressed, "" for the end
	refers     bool
	target     bool // it has an id, so that others can refer to it
	isNil      bool
	typed      bool // it has a type attribute, as parts of encoded calls do
	understand bool // a header that the receiver must understand
}

// tree is the whole envelope. It is built from the tokens of encoding/xml, because
// the nodes of xmlquery, which only XPath needs, take half as long again and three
// times the memory.
type tree struct {
	root    *node
	targets map[string]*node // by id; of several the first

	open     []*node // the elements around the next token, outermost first
	declared map[string]bool
	stray    []string // remarks about text beside elements
}

// maxNotes is the most remarks of one kind about an envelope.
const maxNotes = 5

// inclusion is the namespace of references to attachments.
const inclusion = "http://www.w3.org/2004/08/xop/include"

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
	if n.namespace == inclusion {
		return unreadable("it refers to an attachment by xop:Include; send the value in the envelope, without MTOM")
	}
	if !t.declared[n.namespace] {
		return unreadable("its XML is not well-formed: the prefix " + n.namespace + " of " + n.name + " is not declared")
	}
	if len(t.open) > 0 {
		parent := t.open[len(t.open)-1]
		if len(parent.children) == 0 {
			t.addStray(parent, parent.text)
		}
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
		n.target = true
		t.addTarget(a.Value, n)
	case a.Name.Space == envelope11 || a.Name.Space == envelope12:
		n.header(a)
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

// header sets what an attribute of SOAP says about a header.
func (n *node) header(a xml.Attr) {
	switch a.Name.Local {
	case "mustUnderstand":
		n.understand = a.Value == "1" || a.Value == "true"
	case "actor", "role":
		n.role = a.Value
	}
}

// addText adds text to the present element, unless that has children.
func (t *tree) addText(text []byte) {
	if len(t.open) == 0 {
		return
	}
	n := t.open[len(t.open)-1]
	if len(n.children) > 0 {
		t.addStray(n, text)
		return
	}
	n.text = append(n.text, text...)
}

// addStray records text beside the elements of n, which the call ignores.
func (t *tree) addStray(n *node, text []byte) {
	if text = bytes.TrimSpace(text); len(text) > 0 && len(t.stray) < maxNotes {
		t.stray = append(t.stray, fmt.Sprintf("ignored the text %q beside the elements of %s", phrase.Shorten(string(text), 40), n.name))
	}
}

// first returns the first child, nil when there is none.
func (n *node) first() *node {
	if len(n.children) == 0 {
		return nil
	}
	return n.children[0]
}
