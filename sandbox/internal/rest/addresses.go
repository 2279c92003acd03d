package rest

import (
	"net/http"
	"slices"
	"strings"
)

// address is a path of the interface and its methods.
type address struct {
	path    string
	methods []string
}

// allowHeader returns the value of an Allow header. It copies the methods, because
// concurrent calls share them.
func (a address) allowHeader() string {
	return strings.Join(slices.Concat(a.methods, []string{http.MethodOptions}), ", ")
}

// addresses are the paths of the interface in the order of its sections.
type addresses []address

func (all *addresses) allow(path string, methods ...string) {
	for i := range *all {
		if (*all)[i].path == path {
			(*all)[i].methods = append((*all)[i].methods, methods...)
			return
		}
	}
	*all = append(*all, address{path, methods})
}

// find returns the address of a request's path. It prefers one without
// parameters, because the customer in /orders/customer is not a reference.
func (all addresses) find(path string) (found address, ok bool) {
	given := words(path)
	for _, a := range all {
		if !matches(words(a.path), given) {
			continue
		}
		if !ok || !strings.Contains(a.path, ":") {
			found, ok = a, true
		}
	}
	return found, ok
}

func words(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
}

func matches(pattern, given []string) bool {
	if len(pattern) != len(given) {
		return false
	}
	for i, word := range pattern {
		if word != given[i] && word[0] != ':' {
			return false
		}
	}
	return true
}
