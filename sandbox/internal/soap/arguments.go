package soap

import (
	"slices"
	"strings"
)

// maxWrappers is the most objects around the parameters of a call. Clients generated from
// another description wrap them once or twice.
const maxWrappers = 3

// arguments are the elements around the parameters of a call: the operation and, if a
// child of it wraps the parameters, the child.
type arguments struct {
	scopes   []element    // from the operation inwards
	unknown  []string     // names of elements that are ignored
	repeated []Repetition // parameters that are given more than once
	respelt  bool         // whether a name is in another case
}

// Repetition is a parameter given more than once in a call.
type Repetition struct {
	Parameter string // its path
	Times     int
}

// argumentsOf finds the parameters of a call by name: they are beside the one called key,
// present in every call of the operation. Without any known name it takes them by
// position, because clients without a description make up names such as param0 and
// c-gensym3.
func argumentsOf(call element, names []string, key string) arguments {
	scopes := pathTo(call, key, maxWrappers)
	if scopes == nil {
		scopes = []element{call}
		if !slices.ContainsFunc(call.children, func(c element) bool { return isOneOf(c.name, names) }) {
			scopes[0].children = nameByPosition(call.children, names)
		}
	}
	a := arguments{scopes: scopes}
	for i, scope := range scopes {
		for _, c := range scope.children {
			way := i+1 < len(scopes) && c.name == scopes[i+1].name
			switch {
			case slices.Contains(names, c.name):
			case isOneOf(c.name, names):
				a.respelt = true
			case !way:
				a.unknown = append(a.unknown, c.name)
			}
		}
	}
	return a
}

// pathTo returns the elements down to the one with a child of the name, outermost first.
func pathTo(e element, name string, depth int) []element {
	if e.has(name) {
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

// nameByPosition gives children the names of their positions; further ones keep theirs.
func nameByPosition(children []element, names []string) []element {
	list := slices.Clone(children)
	for i := range min(len(list), len(names)) {
		list[i].name = names[i]
	}
	return list
}

// get returns the parameter of the name, the innermost one. It records that there
// are several.
func (a *arguments) get(name string) element {
	var found element
	times := 0
	for _, scope := range slices.Backward(a.scopes) {
		m, n := scope.find(name)
		if times == 0 {
			found = m
		}
		times += n
	}
	if times > 1 {
		a.repeated = append(a.repeated, Repetition{name, times})
	}
	return found
}

// sessionBeside returns the value beside the object of parameters, whatever its
// name, because a call of two arguments has the session there.
func (a *arguments) sessionBeside() string {
	if len(a.scopes) == 1 || len(a.unknown) == 0 {
		return ""
	}
	first := a.scopes[0].children[0]
	if len(first.children) > 0 || first.name != a.unknown[0] {
		return ""
	}
	a.unknown = append([]string(nil), a.unknown[1:]...) // nil when none is left
	return first.value()
}

func isOneOf(name string, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}
