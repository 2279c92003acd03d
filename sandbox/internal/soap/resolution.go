package soap

import (
	"slices"
	"strings"

	"github.com/antchfx/xmlquery"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// resolution follows the references of an encoded call, anywhere in the envelope. The
// resolved call has the bounds of the document, because a few references to references
// can multiply to billions of elements.
type resolution struct {
	*tree
	open     []*xmlquery.Node // the elements around the present one, outermost first
	elements int
	bytes    int
	notes    []string // what is ignored
}

// resolve returns an element, and all below it, with references resolved, and remarks
// about ignored content.
func (t *tree) resolve(operation *xmlquery.Node) (element, []string, error) {
	r := resolution{tree: t}
	e, err := r.read(operation)
	return e, r.notes, err
}

// noteContent records that the content of n is ignored.
func (r *resolution) noteContent(n *xmlquery.Node, why string) {
	if r.marks[n].content && len(r.notes) < maxNotes {
		r.notes = append(r.notes, "ignored the content of "+n.Data+", which "+why)
	}
}

func (r *resolution) read(n *xmlquery.Node) (element, error) {
	target, err := r.follow(n)
	if err != nil {
		return element{}, err
	}
	if len(r.open) == maxDepth {
		return element{}, beyondBound("levels of elements when its references are resolved", maxDepth)
	}
	if r.elements++; r.elements > maxElements {
		return element{}, beyondBound("elements when its references are resolved", maxElements)
	}
	e := element{name: n.Data}
	if target != n {
		r.noteContent(n, "refers to another element")
	}
	if r.marks[n].isNil || r.marks[target].isNil {
		r.noteContent(target, "is nil")
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
	return flattenMap(list), nil
}

func (r *resolution) text(n *xmlquery.Node) (string, error) {
	text := textOf(n)
	if r.bytes += len(text); r.bytes > catalog.MaxSOAPBody {
		return "", beyondBound("bytes of text when its references are resolved", catalog.MaxSOAPBody)
	}
	if strings.TrimSpace(text) == "" {
		return "", nil
	}
	return text, nil
}

// follow returns the element n refers to, or n itself if it does not refer.
func (r *resolution) follow(n *xmlquery.Node) (*xmlquery.Node, error) {
	at := n
	for range maxDepth {
		m := r.marks[at]
		if !m.refers {
			return at, nil
		}
		target, known := r.targets[m.reference]
		if !known {
			return nil, commerce.Problemf(catalog.InvalidRequestBody,
				"Element %s refers to the unknown id %q.", at.Data, m.reference)
		}
		if slices.Contains(r.open, target) {
			break
		}
		at = target
	}
	return nil, commerce.Problemf(catalog.InvalidRequestBody,
		"The reference of element %s leads to the element itself.", n.Data)
}
