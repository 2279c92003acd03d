package soap

import (
	"slices"
	"strings"
)

// wrappers are the names that clients give to the entries of a list, or to the
// list within the parameter.
var wrappers = []string{"item", "Items", "PricingOption", "PricingOptions"}

// records returns the entries of a list parameter, of which given are all
// elements of its name: repeated elements, or one that wraps the entries. An
// entry is told by its members. An empty element is an empty list.
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

// isList tells a list from an entry none of whose members is known.
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

// isEntryName also knows the numbers that PHP gives to the entries of an array
// whose keys are not in a row.
func isEntryName(name string) bool {
	return isOneOf(name, wrappers) || strings.Trim(name, "0123456789") == ""
}
