package soap

import "strings"

// element is an element of a call, with references resolved and without prefixes,
// types and comments.
type element struct {
	name     string
	text     string // trimmed; "" when there are children
	children []element
}

// member returns the first child of the name in exactly this spelling, otherwise
// the first in another case.
func (e element) member(name string) (element, bool) {
	if all := e.members(name); len(all) > 0 {
		return all[0], true
	}
	return element{}, false
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

// value returns the text of the element, which some clients wrap:
// <sessionID><string>abc</string></sessionID>.
func (e element) value() string {
	for len(e.children) == 1 {
		e = e.children[0]
	}
	return e.text
}

func (e element) isEmpty() bool { return len(e.children) == 0 && e.text == "" }

// of returns the text of the named child, "" when it is absent, empty or nil.
func (e element) of(name string) string {
	m, _ := e.member(name)
	return m.value()
}

// flattened turns the children of a Map, as PHP sends an associative array
// (item with key and value), into children named by their keys.
func flattened(children []element) []element {
	if len(children) == 0 {
		return children
	}
	named := make([]element, len(children))
	for i, c := range children {
		if c.name != "item" || len(c.children) != 2 || c.children[0].name != "key" || c.children[1].name != "value" {
			return children
		}
		named[i] = element{name: c.children[0].value(), text: c.children[1].text, children: c.children[1].children}
	}
	return named
}

// texts yields the text of the element and of all below it, in their order.
func (e element) texts(yield func(string) bool) bool {
	if e.text != "" && !yield(e.text) {
		return false
	}
	for _, c := range e.children {
		if !c.texts(yield) {
			return false
		}
	}
	return true
}
