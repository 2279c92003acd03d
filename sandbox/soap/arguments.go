package soap

import (
	"slices"
	"strings"
)

// deepest is how many objects may lie around the parameters of a call. Clients
// generated from a description of their own wrap them once or twice.
const deepest = 3

// arguments is where the parameters of a call are found: in the operation
// itself and, when one of its children is an object that holds them, there.
type arguments struct {
	scopes  []element // from the operation inwards
	unknown []string  // names that mean nothing, as sent
}

// argumentsOf finds the parameters of a call by name, by looking for the one
// called key, which every call of the operation has. When no name is known,
// they are taken by position: clients without a description make up names,
// such as param0 and c-gensym3.
func argumentsOf(call element, names []string, key string) arguments {
	scopes := pathTo(call, key, deepest)
	if scopes == nil {
		scopes = []element{call}
		if !slices.ContainsFunc(call.children, func(c element) bool { return isOneOf(c.name, names) }) {
			scopes[0].children = placed(call.children, names)
		}
	}
	a := arguments{scopes: scopes}
	a.noteUnknown(names)
	return a
}

func (a *arguments) noteUnknown(names []string) {
	for i, scope := range a.scopes {
		for _, c := range scope.children {
			way := i+1 < len(a.scopes) && c.name == a.scopes[i+1].name
			if !way && !isOneOf(c.name, names) {
				a.unknown = append(a.unknown, c.name)
			}
		}
	}
}

// pathTo returns the elements that lead to the one with a child of the name,
// outermost first.
func pathTo(e element, name string, depth int) []element {
	if _, ok := e.member(name); ok {
		return []element{e}
	}
	if depth == 0 {
		return nil
	}
	for _, c := range e.children {
		if inner := pathTo(c, name, depth-1); inner != nil {
			return append([]element{e}, inner...)
		}
	}
	return nil
}

// placed gives children the names of their positions; those beyond keep theirs.
func placed(children []element, names []string) []element {
	list := slices.Clone(children)
	for i := range min(len(list), len(names)) {
		list[i].name = names[i]
	}
	return list
}

// get returns the parameter of the name, the innermost one.
func (a arguments) get(name string) element {
	for _, scope := range slices.Backward(a.scopes) {
		if m, ok := scope.member(name); ok {
			return m
		}
	}
	return element{}
}

// stray takes the first plain value before an object of parameters, whatever
// it is called: a call of two arguments has the session there.
func (a *arguments) stray() string {
	if len(a.scopes) == 1 || len(a.unknown) == 0 {
		return ""
	}
	first := a.scopes[0].children[0]
	if len(first.children) > 0 || first.name != a.unknown[0] {
		return ""
	}
	a.unknown = append([]string(nil), a.unknown[1:]...) // nil when none is left
	return first.text
}

func isOneOf(name string, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}
