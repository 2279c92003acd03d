package soap

import (
	"fmt"
	"iter"
	"strings"

	"github.com/antchfx/xmlquery"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// tree is an envelope with the findings of one walk through all of it, because references
// can lead to an element thousands of times.
type tree struct {
	document *xmlquery.Node
	root     *xmlquery.Node            // its element, nil when there is none
	targets  map[string]*xmlquery.Node // by id; of several the first
	marks    map[*xmlquery.Node]marks  // of elements with any
	stray    []string                  // remarks about text beside elements
}

// maxNotes is the most remarks of one kind about an envelope.
const maxNotes = 5

// readTree reads a scanned envelope.
func readTree(content []byte) (*tree, error) {
	document, err := parse(content)
	if err != nil {
		return nil, err
	}
	t := &tree{document: document, root: firstElement(document), targets: map[string]*xmlquery.Node{}, marks: map[*xmlquery.Node]marks{}}
	if t.root != nil {
		t.walk(t.root)
	}
	return t, nil
}

// walk goes through an element and all below it.
func (t *tree) walk(n *xmlquery.Node) {
	m, hasElements := t.readAttributes(n), false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == xmlquery.ElementNode:
			if !hasElements {
				t.addStray(n, textOf(n))
			}
			hasElements = true
			t.walk(c)
		case hasElements && c.Type == xmlquery.TextNode:
			t.addStray(n, c.Data)
		}
	}
	if m != (marks{}) {
		m.content = hasElements || strings.TrimSpace(textOf(n)) != ""
		t.marks[n] = m
	}
}

// addStray records ignored text beside the elements of n.
func (t *tree) addStray(n *xmlquery.Node, text string) {
	if text = strings.TrimSpace(text); text != "" && len(t.stray) < maxNotes {
		t.stray = append(t.stray, fmt.Sprintf("ignored the text %q beside the elements of %s", phrase.Shorten(text, 40), n.Data))
	}
}

// elements yields the elements of n.
func elements(n *xmlquery.Node) iter.Seq[*xmlquery.Node] {
	return func(yield func(*xmlquery.Node) bool) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type == xmlquery.ElementNode && !yield(c) {
				return
			}
		}
	}
}

func firstElement(n *xmlquery.Node) *xmlquery.Node {
	for e := range elements(n) {
		return e
	}
	return nil
}

// textOf returns the text of n up to its first element, without comments.
func textOf(n *xmlquery.Node) string {
	var text strings.Builder
	for c := n.FirstChild; c != nil && c.Type != xmlquery.ElementNode; c = c.NextSibling {
		if c.Type == xmlquery.TextNode {
			text.WriteString(c.Data)
		}
	}
	return text.String()
}
