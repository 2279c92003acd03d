package soap

import (
	"github.com/antchfx/xmlquery"
	"github.com/antchfx/xpath"
)

// navigator counts the nodes visited by an expression and the bytes read of them. When
// spend returns an error, it panics with an *endedError, because the library knows no
// other way to stop.
type navigator struct {
	*xmlquery.NodeNavigator
	spend func(nodes int) error
}

// endedError is the error that ended an evaluation.
type endedError struct{ err error }

// Error returns the text of the error that ended the evaluation.
func (e *endedError) Error() string { return e.err.Error() }

// bytesPerNode is how many bytes of text count as one node.
const bytesPerNode = 10

func (n *navigator) count(nodes int) {
	if err := n.spend(nodes); err != nil {
		panic(&endedError{err})
	}
}

// Value returns the text of the node.
func (n *navigator) Value() string {
	text := n.NodeNavigator.Value()
	n.count(1 + len(text)/bytesPerNode)
	return text
}

// Copy returns a navigator of its own at the same node.
func (n *navigator) Copy() xpath.NodeNavigator {
	n.count(1)
	return &navigator{n.NodeNavigator.Copy().(*xmlquery.NodeNavigator), n.spend} // the library copies its own type
}

// MoveToParent moves to the parent.
func (n *navigator) MoveToParent() bool {
	n.count(1)
	return n.NodeNavigator.MoveToParent()
}

// MoveToNextAttribute moves to the next attribute.
func (n *navigator) MoveToNextAttribute() bool {
	n.count(1)
	return n.NodeNavigator.MoveToNextAttribute()
}

// MoveToChild moves to the first child.
func (n *navigator) MoveToChild() bool {
	n.count(1)
	return n.NodeNavigator.MoveToChild()
}

// MoveToFirst moves to the first node among the siblings.
func (n *navigator) MoveToFirst() bool {
	for at := n.Current(); at.PrevSibling != nil; at = at.PrevSibling {
		n.count(1)
	}
	return n.NodeNavigator.MoveToFirst()
}

// MoveToNext moves to the next sibling.
func (n *navigator) MoveToNext() bool {
	n.count(1)
	return n.NodeNavigator.MoveToNext()
}

// MoveToPrevious moves to the previous sibling.
func (n *navigator) MoveToPrevious() bool {
	n.count(1)
	return n.NodeNavigator.MoveToPrevious()
}

// MoveTo moves to where another navigator is.
func (n *navigator) MoveTo(other xpath.NodeNavigator) bool {
	n.count(1)
	return n.NodeNavigator.MoveTo(other.(*navigator).NodeNavigator) // the library has no others here
}
