package soap

import (
	"bytes"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// resolution follows the references of an encoded call, which may point
// anywhere in the envelope. What they add up to is bounded like the document
// itself, because a few lines of references to references can stand for
// billions of elements.
type resolution struct {
	targets  map[string]*node // by id
	open     []*node          // the elements being read, outermost first
	elements int
	bytes    int
}

// resolve reads an element with all below it.
func (t *tree) resolve(operation *node) (element, error) {
	r := resolution{targets: t.targets}
	return r.read(operation)
}

func (r *resolution) read(n *node) (element, error) {
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
	e := element{name: n.name}
	if n.isNil || target.isNil {
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

func (r *resolution) children(n *node) ([]element, error) {
	if len(n.children) == 0 {
		return nil, nil
	}
	list := make([]element, 0, len(n.children))
	for _, c := range n.children {
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
		return "", tooMuch("bytes of text when its references are resolved", catalog.MaxSOAPBody)
	}
	return string(bytes.TrimSpace(n.text)), nil
}

// follow returns the element that n stands for: itself, or where its
// reference leads.
func (r *resolution) follow(n *node) (*node, error) {
	at := n
	for range maxDepth {
		if !at.refers {
			return at, nil
		}
		target, known := r.targets[at.reference]
		if !known {
			return nil, commerce.Problemf(catalog.InvalidRequestBody,
				"Element %s refers to the id %q, which no element of the envelope has.", at.name, at.reference)
		}
		if slices.Contains(r.open, target) {
			break
		}
		at = target
	}
	return nil, commerce.Problemf(catalog.InvalidRequestBody,
		"The reference of element %s leads in a circle: a value cannot contain itself.", n.name)
}
