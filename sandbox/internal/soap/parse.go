package soap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/antchfx/xmlquery"
)

// inclusion is the namespace of references to attachments.
const inclusion = "http://www.w3.org/2004/08/xop/include"

// xmlNamespace is the namespace of the prefix xml. It needs no declaration.
const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// parser makes xmlquery's tree from the tokens of encoding/xml. xmlquery.Parse takes
// nearly twice the time and three times the memory, copies a prefix for each element,
// and does not say which element has an undeclared prefix.
type parser struct {
	at         *xmlquery.Node // around the next token
	depth      int
	namespaces map[string]string // declared up to here, with XPath's prefix for their attributes
}

// parse returns the document of a scanned envelope. Elements have no prefix in it,
// because every client has its own.
func parse(content []byte) (*xmlquery.Node, error) {
	document := &xmlquery.Node{Type: xmlquery.DocumentNode}
	p := parser{at: document, namespaces: map[string]string{"": "", xmlNamespace: "xml"}}
	decoder := xml.NewDecoder(bytes.NewReader(content))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return document, nil
		}
		if err != nil {
			return nil, unreadable("its XML is not well-formed: " + strings.TrimPrefix(err.Error(), "XML syntax error on "))
		}
		if err := p.add(token); err != nil {
			return nil, err
		}
	}
}

// add adds a token to the tree. A CDATA section is a text, because XPath reads nothing else.
// Texts outside of the root element are left out.
func (p *parser) add(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		return p.start(token)
	case xml.EndElement:
		p.at = p.at.Parent
		p.depth--
	case xml.Comment:
		xmlquery.AddChild(p.at, &xmlquery.Node{Type: xmlquery.CommentNode, Data: string(token)})
	case xml.CharData:
		if p.depth > 0 {
			xmlquery.AddChild(p.at, &xmlquery.Node{Type: xmlquery.TextNode, Data: string(token)})
		}
	}
	return nil
}

// start adds the element of a token and enters it.
func (p *parser) start(token xml.StartElement) error {
	p.depth++
	for _, a := range token.Attr {
		p.declare(a)
	}
	name := token.Name
	if name.Space == inclusion {
		return unreadable("it refers to an attachment by xop:Include; send the value in the envelope, without MTOM")
	}
	if _, declared := p.namespaces[name.Space]; !declared {
		return unreadable("its XML is not well-formed: the prefix " + name.Space + " of " + name.Local + " is not declared")
	}
	n := &xmlquery.Node{Type: xmlquery.ElementNode, Data: name.Local, NamespaceURI: name.Space}
	for _, a := range token.Attr {
		attribute := xmlquery.Attr{Name: a.Name, Value: a.Value, NamespaceURI: a.Name.Space}
		if prefix, declared := p.namespaces[a.Name.Space]; declared {
			attribute.Name.Space = prefix
		}
		n.Attr = append(n.Attr, attribute)
	}
	xmlquery.AddChild(p.at, n)
	p.at = n
	return nil
}

// declare records the namespace declared by an attribute. Of several prefixes the last
// counts. A default namespace leaves them, because it has no attributes. Without a value
// it only ends an outer one.
func (p *parser) declare(a xml.Attr) {
	if !isDeclaration(a.Name.Space, a.Name.Local) || a.Value == "" {
		return
	}
	prefix := a.Name.Local
	if a.Name.Space == "" {
		prefix = p.namespaces[a.Value]
	}
	p.namespaces[a.Value] = prefix
}

// isDeclaration reports whether an attribute declares a namespace.
func isDeclaration(space, local string) bool {
	return space == "xmlns" || space == "" && local == "xmlns"
}
