package soap

import (
	"slices"
	"strings"

	"github.com/antchfx/xmlquery"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// resolution follows the references of an encoded call: href="#id" of SOAP 1.1
// and enc:ref="id" of SOAP 1.2, which may point anywhere in the envelope. What
// they add up to is bounded like the document itself, because a few lines of
// references to references can stand for billions of elements.
type resolution struct {
	targets  map[string]*xmlquery.Node // by id
	open     []*xmlquery.Node          // the elements being read, outermost first
	elements int
	bytes    int
}

// resolve reads an element with all below it. On the way it drops every prefix
// of the document, so that a path names elements as the interface does,
// whichever prefixes the client made up.
func resolve(document, operation *xmlquery.Node) (element, error) {
	r := resolution{}
	r.prepare(document)
	return r.read(operation)
}

func (r *resolution) prepare(n *xmlquery.Node) {
	for c := range elements(n) {
		c.Prefix = ""
		for _, a := range c.Attr {
			if a.Name.Local == "id" {
				r.remember(a.Value, c)
			}
		}
		r.prepare(c)
	}
}

func (r *resolution) remember(id string, n *xmlquery.Node) {
	if r.targets == nil {
		r.targets = map[string]*xmlquery.Node{}
	}
	if _, twice := r.targets[id]; !twice {
		r.targets[id] = n
	}
}

func (r *resolution) read(n *xmlquery.Node) (element, error) {
	target, err := r.follow(n)
	if err != nil {
		return element{}, err
	}
	if len(r.open) == maxDepth {
		return element{}, tooMuch("levels of elements when its references are resolved", maxDepth)
	}
	if r.elements++; r.elements > maxElements {
		return element{}, tooMuch("elements when its references are resolved", maxElements)
	}
	e := element{name: n.Data}
	if isNil(n) || isNil(target) {
		return e, nil
	}
	r.open = append(r.open, target)
	e.children, err = r.children(target)
	r.open = r.open[:len(r.open)-1]
	if err == nil && len(e.children) == 0 {
		e.text, err = r.text(target)
	}
	return e, err
}

func (r *resolution) children(n *xmlquery.Node) ([]element, error) {
	var list []element
	for c := range elements(n) {
		child, err := r.read(c)
		if err != nil {
			return nil, err
		}
		list = append(list, child)
	}
	return flattened(list), nil
}

func (r *resolution) text(n *xmlquery.Node) (string, error) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.bytes += len(c.Data)
	}
	if r.bytes > catalog.MaxSOAPBody {
		return "", tooMuch("bytes of text when its references are resolved", catalog.MaxSOAPBody)
	}
	if only := n.FirstChild; only != nil && only.NextSibling == nil && only.Type == xmlquery.TextNode {
		return strings.TrimSpace(only.Data), nil
	}
	return strings.TrimSpace(n.InnerText()), nil
}

// follow returns the element that n stands for: itself, or where its
// reference leads.
func (r *resolution) follow(n *xmlquery.Node) (*xmlquery.Node, error) {
	at := n
	for range maxDepth {
		id, ok := reference(at)
		if !ok {
			return at, nil
		}
		target, known := r.targets[id]
		if !known {
			return nil, commerce.Refuse(catalog.InvalidRequestBody,
				"Element %s refers to the id %q, which no element of the envelope has.", at.Data, id)
		}
		if slices.Contains(r.open, target) {
			break
		}
		at = target
	}
	return nil, commerce.Refuse(catalog.InvalidRequestBody,
		"The reference of element %s leads in a circle: a value cannot contain itself.", n.Data)
}

// reference returns the id that an element refers to.
func reference(n *xmlquery.Node) (string, bool) {
	for _, a := range n.Attr {
		switch {
		case a.Name.Local == "href" && strings.HasPrefix(a.Value, "#"):
			return a.Value[1:], true
		case a.Name.Local == "ref" && a.NamespaceURI == encoding12:
			return strings.TrimPrefix(a.Value, "#"), true
		}
	}
	return "", false
}

func isNil(n *xmlquery.Node) bool {
	for _, a := range n.Attr {
		if a.Name.Local == "nil" && (a.Value == "true" || a.Value == "1") {
			return true
		}
	}
	return false
}
