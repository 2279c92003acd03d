package soap

import (
	"strings"

	"github.com/antchfx/xmlquery"
)

// marks are the facts in the attributes of an element.
type marks struct {
	reference  string // id of the referenced element
	role       string // addressee of a header on its way, "" for the end
	refers     bool
	target     bool // it has an id, so that others can refer to it
	isNil      bool
	typed      bool // it has a type attribute, as parts of encoded calls do
	understand bool // a header that the receiver must understand
	content    bool // beside all this it has elements or text
}

// readAttributes returns the marks of an element, without content. It records the
// ids of the element.
func (t *tree) readAttributes(n *xmlquery.Node) (m marks) {
	for _, a := range n.Attr {
		switch space := a.NamespaceURI; {
		case isDeclaration(space, a.Name.Local):
		case a.Name.Local == "id":
			m.target = true
			if t.targets[a.Value] == nil {
				t.targets[a.Value] = n
			}
		case space == envelope11 || space == envelope12:
			m.readHeader(a)
		case a.Name.Local == "type":
			m.typed = true
		case a.Name.Local == "nil":
			m.isNil = a.Value == "true" || a.Value == "1"
		case !m.refers:
			m.reference, m.refers = reference(a)
		}
	}
	return m
}

// readHeader reads an attribute of SOAP at a header.
func (m *marks) readHeader(a xmlquery.Attr) {
	switch a.Name.Local {
	case "mustUnderstand":
		m.understand = a.Value == "1" || a.Value == "true"
	case "actor", "role":
		m.role = a.Value
	}
}

// reference returns the referenced id of an attribute: href="#id" in SOAP 1.1,
// enc:ref="id" in SOAP 1.2.
func reference(a xmlquery.Attr) (id string, ok bool) {
	switch {
	case a.Name.Local == "href" && strings.HasPrefix(a.Value, "#"):
		return a.Value[1:], true
	case a.Name.Local == "ref" && a.NamespaceURI == encoding12:
		return strings.TrimPrefix(a.Value, "#"), true
	}
	return "", false
}
