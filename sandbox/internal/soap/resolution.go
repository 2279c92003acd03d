package soap

import (
	"bytes"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// resolution follows the references of an encoded call, which may point anywhere
// in the envelope. The resolved call has the bounds of the document, because a
// few references to references can multiply to billions of elements.
type resolution struct {
	targets  map[string]*node // by id
	open     [maxDepth]*node  // the elements that surround the present one, outermost first
	depth    int              // number of those
	elements int
	bytes    int
	notes    []string // what is ignored
}

// resolve returns an element, and all below it, with references resolved, and what
// it ignores.
func (t *tree) resolve(operation *node) (element, []string, error) {
	r := resolution{targets: t.targets}
	e, err := r.read(operation)
	return e, r.notes, err
}

// noteContent records that the content of n is ignored.
func (r *resolution) noteContent(n *node, why string) {
	if (n.first != nil || len(bytes.TrimSpace(n.text)) > 0) && len(r.notes) < maxNotes {
		r.notes = append(r.notes, "ignored the content of "+n.name+", which "+why)
	}
}

func (r *resolution) read(n *node) (element, error) {
	target, err := r.follow(n)
	if err != nil {
		return element{}, err
	}
	if r.depth == maxDepth {
		return element{}, beyondBound("levels of elements when its references are resolved", maxDepth)
	}
	if r.elements++; r.elements > maxElements {
		return element{}, beyondBound("elements when its references are resolved", maxElements)
	}
	e := element{name: lasting(n.name)}
	if target != n {
		r.noteContent(n, "refers to another element")
	}
	if n.isNil || target.isNil {
		r.noteContent(target, "is nil")
		return e, nil
	}
	r.open[r.depth] = target
	r.depth++
	e.children, err = r.children(target)
	r.depth--
	if err == nil && len(e.children) == 0 {
		e.text, err = r.text(target)
	}
	return e, err
}

func (r *resolution) children(n *node) ([]element, error) {
	count := 0
	for c := n.first; c != nil; c = c.next {
		count++
	}
	if count == 0 {
		return nil, nil
	}
	list := make([]element, 0, count)
	for c := n.first; c != nil; c = c.next {
		child, err := r.read(c)
		if err != nil {
			return nil, err
		}
		list = append(list, child)
	}
	return flattened(list), nil
}

func (r *resolution) text(n *node) (string, error) {
	if r.bytes += len(n.text); r.bytes > catalog.MaxSOAPBody {
		return "", beyondBound("bytes of text when its references are resolved", catalog.MaxSOAPBody)
	}
	if len(bytes.TrimSpace(n.text)) == 0 {
		return "", nil
	}
	return string(n.text), nil
}

// follow returns the element that n refers to, or n itself when it does not refer.
func (r *resolution) follow(n *node) (*node, error) {
	at := n
	for range maxDepth {
		if !at.refers {
			return at, nil
		}
		target, known := r.targets[at.reference]
		if !known {
			return nil, commerce.Problemf(catalog.InvalidRequestBody,
				"Element %s refers to the unknown id %q.", at.name, at.reference)
		}
		if slices.Contains(r.open[:r.depth], target) {
			break
		}
		at = target
	}
	return nil, commerce.Problemf(catalog.InvalidRequestBody,
		"The reference of element %s leads to the element itself.", n.name)
}
