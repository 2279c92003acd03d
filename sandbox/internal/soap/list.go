package soap

import (
	"slices"
	"strings"
)

// wrappers are clients' names for the entries of a list, or for the list within the
// parameter.
var wrappers = []string{"item", "Items", "PricingOption", "PricingOptions"}

// records returns the entries of a list parameter. given are all elements of its name:
// the entries themselves, or one around them. An entry has some of the members. An empty
// element is an empty list.
func records(given []element, members []string) []element {
	var list []element
	for _, e := range given {
		if !e.isEmpty() {
			list = append(list, entries(e, members)...)
		}
	}
	return list
}

func entries(e element, members []string) []element {
	if !isList(e, members) {
		return []element{e}
	}
	var list []element
	for _, c := range e.children {
		list = append(list, entries(c, members)...)
	}
	return list
}

// isList reports whether e wraps entries; otherwise it is an entry.
func isList(e element, members []string) bool {
	if len(e.children) == 0 {
		return false
	}
	has := func(is func(element) bool) bool { return slices.ContainsFunc(e.children, is) }
	if has(func(c element) bool { return isOneOf(c.name, members) }) {
		return false
	}
	return !has(func(c element) bool { return !isEntryName(c.name) }) ||
		!has(func(c element) bool { return len(c.children) == 0 })
}

// isEntryName reports whether clients give this name to an entry. PHP numbers the entries
// of an array with gaps in its keys.
func isEntryName(name string) bool {
	return isOneOf(name, wrappers) || strings.Trim(name, "0123456789") == ""
}
