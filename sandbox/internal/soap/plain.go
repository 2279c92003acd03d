package soap

import (
	"bytes"
	"strings"
)

// plainReader reads an envelope as nearly all clients write it: in ASCII, without
// comments, CDATA sections, references to characters and carriage returns. That
// takes a sixth of the time of encoding/xml, and three allocations for each envelope
// where encoding/xml makes ten for each element. The reader gives up on every other
// envelope, whether XML allows it or not, and readTokens reads that one.
type plainReader struct {
	tree  *tree
	raw   []byte
	text  string // the same
	at    int    // offset in text
	nodes []node // room for all elements

	// Arrays, because slices of them would be on the heap.
	tags       [maxPlain]openTag // of the open elements, outermost first
	scope      [maxPlain]declaration
	attributes [maxPlain]attribute // of the present tag
	open       int                 // number of tags
	declared   int                 // number of declarations in the scope
	given      int                 // number of attributes
}

// openTag is the tag of an open element.
type openTag struct {
	name  string // with its prefix
	outer int    // length of the scope around the element
}

// declaration is a namespace and the prefix that it has, "" for none.
type declaration struct{ prefix, namespace string }

// attribute is an attribute of a tag.
type attribute struct{ prefix, local, value string }

// maxPlain is the most levels of elements, the most attributes of a tag, and the most
// namespaces declared around an element, because each name is compared with all.
const maxPlain = 16

// readPlain returns the tree of an envelope that scan returned, with so many
// elements; false when the envelope is not plain. Names in the tree are parts of
// one copy of the whole envelope, so that lasting must copy those that outlive it.
func readPlain(content []byte, elements int) (*tree, bool) {
	if bytes.IndexByte(content, '&') >= 0 || bytes.IndexByte(content, '\r') >= 0 || bytes.Contains(content, []byte("<!")) {
		return nil, false // before it takes any memory
	}
	t := &tree{}
	r := plainReader{tree: t, raw: content, text: string(content), nodes: make([]node, 0, elements)}
	for r.at < len(r.text) {
		if !r.next() {
			return nil, false
		}
	}
	return t, t.root != nil && t.at == nil
}

// next reads a piece of text or a tag.
func (r *plainReader) next() bool {
	switch {
	case r.text[r.at] != '<':
		return r.characters()
	case strings.HasPrefix(r.text[r.at:], "</"):
		r.at += len("</")
		return r.endTag()
	}
	r.at++
	return r.startTag()
}

// characters reads text up to the next tag.
func (r *plainReader) characters() bool {
	start, length := r.at, strings.IndexByte(r.text[r.at:], '<')
	if length < 0 {
		length = len(r.text) - start
	}
	r.at += length
	piece, n := r.text[start:r.at], r.tree.at
	switch {
	case !isPlain(piece) || strings.Contains(piece, "]]>"):
		return false
	case n == nil:
		return strings.Trim(piece, " \t\n") == ""
	case n.first != nil:
		r.tree.addStray(n, r.raw[start:r.at])
	default:
		n.text = r.raw[start:r.at:r.at]
	}
	return true
}

// isPlain reports whether a text means what is written.
func isPlain(text string) bool {
	for i := range len(text) {
		if b := text[i]; b < ' ' && b != '\t' && b != '\n' || b >= 0x7F || b == '&' || b == '<' {
			return false
		}
	}
	return true
}

// skip skips a text, and reports whether it is the next.
func (r *plainReader) skip(text string) bool {
	if !strings.HasPrefix(r.text[r.at:], text) {
		return false
	}
	r.at += len(text)
	return true
}

func (r *plainReader) skipSpace() {
	for r.at < len(r.text) && isSpace(r.text[r.at]) {
		r.at++
	}
}
