package edit

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verbatim"
)

// element is the place of an element in a body.
type element struct {
	name, prefix    string // the prefix with its colon, "" for none
	from, to        int
	inner, innerEnd int // between its tags
}

// isEmptyTag reports whether the element is a single, empty tag.
func (e element) isEmptyTag(body []byte) bool {
	return bytes.HasSuffix(body[e.from:e.inner], []byte("/>"))
}

// prefixAround returns the prefix of the element, "" when the element itself
// declares it, because a prefix has no meaning outside of its element.
func (e element) prefixAround(body []byte) string {
	if bytes.Contains(body[e.from:e.inner], []byte("xmlns:"+strings.TrimSuffix(e.prefix, ":")+"=")) {
		return ""
	}
	return e.prefix
}

// rename gives the element another name in both tags.
func (e element) rename(name string, body []byte) verbatim.Edits {
	at := e.from + len("<") + len(e.prefix)
	edits := verbatim.Edits{{From: at, To: at + len(e.name), With: []byte(name)}}
	if !e.isEmptyTag(body) {
		at = e.innerEnd + len("</") + len(e.prefix)
		edits = append(edits, verbatim.Edit{From: at, To: at + len(e.name), With: []byte(name)})
	}
	return edits
}

// append adds an element with a content at the end of e.
func (e element) append(name, content string, body []byte) verbatim.Edit {
	child := "<" + name + ">" + content + "</" + name + ">"
	if e.isEmptyTag(body) {
		return verbatim.Edit{From: e.to - len("/>"), To: e.to, With: []byte(">" + child + "</" + e.prefix + e.name + ">")}
	}
	return verbatim.Edit{From: e.innerEnd, To: e.innerEnd, With: []byte(child)}
}

// elementsOf returns the elements of a body in the order of their beginnings.
func elementsOf(body []byte) (all []element, err error) {
	decoder := xml.NewDecoder(bytes.NewReader(body))
	var open []int
	for {
		from := int(decoder.InputOffset())
		token, err := decoder.RawToken()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{name: token.Name.Local, from: from, inner: int(decoder.InputOffset())}
			if token.Name.Space != "" { // of a raw token, its prefix
				e.prefix = token.Name.Space + ":"
			}
			open = append(open, len(all))
			all = append(all, e)
		case xml.EndElement:
			if len(open) == 0 {
				return nil, errors.New("an element ends that has not begun")
			}
			e := &all[open[len(open)-1]]
			e.innerEnd, e.to = from, int(decoder.InputOffset())
			open = open[:len(open)-1]
		}
	}
}
