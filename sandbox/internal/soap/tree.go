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

	parent, first, last, next *node // first and last child, next sibling

	reference  string // id of the element that this one refers to
	role       string // to which part of its way a header is addressed, "" for the end
	refers     bool
	target     bool // it has an id, so that others can refer to it
	isNil      bool
	typed      bool // it has a type attribute, as parts of encoded calls do
	understand bool // a header that the receiver must understand
}

// tree is the whole envelope. It is not built from the nodes of xmlquery, which
// only XPath needs, because those take three times the memory.
type tree struct {
	root    *node
	targets map[string]*node // by id; of several the first

	at    *node    // the element around the next token
	stray []string // remarks about text beside elements
}

// maxNotes is the most remarks of one kind about an envelope.
const maxNotes = 5

// inclusion is the namespace of references to attachments.
const inclusion = "http://www.w3.org/2004/08/xop/include"

// xmlNamespace is the namespace of the prefix xml, which needs no declaration.
const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// readTree reads an envelope that scan returned, with so many elements.
func readTree(content []byte, elements int) (*tree, error) {
	if t, ok := readPlain(content, elements); ok {
		return t, nil
	}
	return readTokens(content)
}

// readTokens reads an envelope from the tokens of encoding/xml.
func readTokens(content []byte) (*tree, error) {
	t, declared := &tree{}, map[string]bool{"": true, xmlNamespace: true}
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
			if err := t.start(token, declared); err != nil {
				return nil, err
			}
		case xml.EndElement:
			t.at = t.at.parent
		case xml.CharData:
			t.addText(token)
		}
	}
}

// parseReason returns the parser's message, which begins with the line.
func parseReason(err error) string {
	return strings.TrimPrefix(err.Error(), "XML syntax error on ")
}

// start adds the element of a token. declared are the namespaces that the
// envelope has declared up to here.
func (t *tree) start(token xml.StartElement, declared map[string]bool) error {
	n := &node{name: token.Name.Local, namespace: token.Name.Space}
	for _, a := range token.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			declared[a.Value] = true
			continue
		}
		t.attribute(n, a)
	}
	if n.namespace == inclusion {
		return unreadable("it refers to an attachment by xop:Include; send the value in the envelope, without MTOM")
	}
	if !declared[n.namespace] {
		return unreadable("its XML is not well-formed: the prefix " + n.namespace + " of " + n.name + " is not declared")
	}
	t.add(n)
	return nil
}

// add adds an element to the present one, and makes it the present one.
func (t *tree) add(n *node) {
	parent := t.at
	n.parent, t.at = parent, n
	switch {
	case parent == nil:
		t.root = n
	case parent.first == nil:
		t.addStray(parent, parent.text)
		parent.first, parent.last = n, n
	default:
		parent.last.next, parent.last = n, n
	}
}

// attribute sets what an attribute says that declares no namespace.
func (t *tree) attribute(n *node, a xml.Attr) {
	switch {
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
	switch {
	case t.at == nil:
	case t.at.first != nil:
		t.addStray(t.at, text)
	default:
		t.at.text = append(t.at.text, text...)
	}
}

// addStray records text beside the elements of n, which the call ignores.
func (t *tree) addStray(n *node, text []byte) {
	if text = bytes.TrimSpace(text); len(text) > 0 && len(t.stray) < maxNotes {
		t.stray = append(t.stray, fmt.Sprintf("ignored the text %q beside the elements of %s", phrase.Shorten(string(text), 40), n.name))
	}
}
