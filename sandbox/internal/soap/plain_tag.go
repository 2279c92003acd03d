package soap

import (
	"encoding/xml"
	"slices"
	"strings"
)

// startTag reads a tag that starts an element, from behind its "<".
func (r *plainReader) startTag() bool {
	start, outer := r.at, r.declared
	prefix, local, ok := r.name()
	if !ok || r.open == maxPlain || len(r.nodes) == cap(r.nodes) {
		return false
	}
	tag := openTag{r.text[start:r.at], outer}
	empty, ok := r.readAttributes()
	if !ok {
		return false
	}
	namespace, known := r.namespace(prefix)
	if !known || namespace == inclusion || local == "xmlns" {
		return false
	}
	r.nodes = append(r.nodes, node{name: local, namespace: namespace})
	n := &r.nodes[len(r.nodes)-1]
	if !r.setAttributes(n) {
		return false
	}
	r.tree.add(n)
	r.tags[r.open] = tag
	r.open++
	if empty {
		r.end()
	}
	return true
}

// readAttributes reads the rest of a tag and the namespaces that it declares.
// empty is true for a tag that ends its element too.
func (r *plainReader) readAttributes() (empty, ok bool) {
	r.given = 0
	for {
		r.skipSpace()
		switch {
		case r.skip(">"):
			return false, true
		case r.skip("/>"):
			return true, true
		case !r.attribute():
			return false, false
		}
	}
}

// attribute reads one attribute.
func (r *plainReader) attribute() bool {
	prefix, local, ok := r.name()
	if !ok {
		return false
	}
	value, ok := r.value()
	switch {
	case !ok || r.declared == maxPlain || r.given == maxPlain:
		return false
	case prefix == "xmlns":
		r.scope[r.declared] = declaration{local, value}
		r.declared++
		return local != "xml" && local != "xmlns"
	case prefix == "" && local == "xmlns":
		r.scope[r.declared] = declaration{"", value}
		r.declared++
	default:
		r.attributes[r.given] = attribute{prefix, local, value}
		r.given++
	}
	return true
}

// value reads the value of an attribute and what is before it.
func (r *plainReader) value() (string, bool) {
	r.skipSpace()
	if !r.skip("=") {
		return "", false
	}
	r.skipSpace()
	if r.at == len(r.text) || r.text[r.at] != '"' && r.text[r.at] != '\'' {
		return "", false
	}
	value, _, closed := strings.Cut(r.text[r.at+1:], r.text[r.at:r.at+1])
	r.at += len(value) + 2
	return value, closed && isPlain(value)
}

// setAttributes sets what the attributes of the tag say about an element, once all
// namespaces of the tag are known.
func (r *plainReader) setAttributes(n *node) bool {
	for _, a := range r.attributes[:r.given] {
		name := xml.Name{Local: a.local}
		if a.prefix != "" {
			namespace, known := r.namespace(a.prefix)
			if !known || namespace == "xmlns" || a.local == "xmlns" { // readTokens takes it for a declaration
				return false
			}
			name.Space = namespace
		}
		r.tree.attribute(n, xml.Attr{Name: name, Value: a.value})
	}
	return true
}

// endTag reads a tag that ends the present element, from behind its "</".
func (r *plainReader) endTag() bool {
	if r.tree.at == nil || !r.skip(r.tags[r.open-1].name) {
		return false
	}
	r.skipSpace()
	r.end()
	return r.skip(">")
}

// end ends the present element.
func (r *plainReader) end() {
	r.open--
	r.declared = r.tags[r.open].outer
	r.tree.at = r.tree.at.parent
}

// namespace returns the namespace of a prefix, false when it is not declared.
func (r *plainReader) namespace(prefix string) (string, bool) {
	for _, d := range slices.Backward(r.scope[:r.declared]) {
		if d.prefix == prefix {
			return d.namespace, true
		}
	}
	return "", prefix == ""
}

// name reads a name. It returns false unless the name begins with a letter or "_"
// and has at most one colon, with a part on either side.
func (r *plainReader) name() (prefix, local string, ok bool) {
	start := r.at
	for r.at < len(r.text) && isNameByte(r.text[r.at]) {
		r.at++
	}
	name := r.text[start:r.at]
	if name == "" || name[0] <= '9' { // digits, "-" and "."
		return "", "", false
	}
	prefix, local, prefixed := strings.Cut(name, ":")
	if !prefixed {
		return "", name, true
	}
	return prefix, local, prefix != "" && local != "" && strings.IndexByte(local, ':') < 0
}

func isNameByte(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == ':' || b == '_' || b == '-' || b == '.'
}
