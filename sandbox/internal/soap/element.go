package soap

import (
	"slices"
	"strings"
)

// element is an element of a call, with references resolved and without prefixes,
// types and comments.
type element struct {
	name     string
	text     string // as sent; "" when there are children or it is blank
	children []element
}

// has reports whether there is a child of the name, in any case.
func (e element) has(name string) bool {
	return slices.ContainsFunc(e.children, func(c element) bool { return strings.EqualFold(c.name, name) })
}

// find returns the child of the name with content, in exactly this spelling or otherwise
// in another case, and the number of such children.
func (e element) find(name string) (found element, times int) {
	exact := false
	for _, c := range e.children {
		if c.isEmpty() || !strings.EqualFold(c.name, name) {
			continue
		}
		if times++; times == 1 || !exact && c.name == name {
			found, exact = c, c.name == name
		}
	}
	return found, times
}

// members returns all children of the name in any case, exact spellings first.
func (e element) members(name string) []element {
	var exact, alike []element
	for _, c := range e.children {
		if c.name == name {
			exact = append(exact, c)
		} else if strings.EqualFold(c.name, name) {
			alike = append(alike, c)
		}
	}
	return append(exact, alike...)
}

// value returns the text of the element without blanks around it.
func (e element) value() string { return strings.TrimSpace(e.verbatim()) }

// verbatim returns the text of the element. Some clients wrap it:
// <sessionID><string>abc</string></sessionID>.
func (e element) verbatim() string {
	for len(e.children) == 1 {
		e = e.children[0]
	}
	return e.text
}

func (e element) isEmpty() bool { return len(e.children) == 0 && e.text == "" }

// flattenMap turns the children of a Map, as PHP sends an associative array
// (item with key and value), into children named by their keys.
func flattenMap(children []element) []element {
	if len(children) == 0 || slices.ContainsFunc(children, func(c element) bool { return !c.isPair() }) {
		return children
	}
	named := make([]element, len(children))
	for i, c := range children {
		named[i] = element{name: c.children[0].value(), text: c.children[1].text, children: c.children[1].children}
	}
	return named
}

// isPair reports whether e is an entry of a Map.
func (e element) isPair() bool {
	return e.name == "item" && len(e.children) == 2 && e.children[0].name == "key" && e.children[1].name == "value"
}

// texts yields the text of the element and of all below it, in their order.
func (e element) texts(yield func(string) bool) bool {
	if e.text != "" && !yield(e.value()) {
		return false
	}
	for _, c := range e.children {
		if !c.texts(yield) {
			return false
		}
	}
	return true
}
