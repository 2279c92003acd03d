package rest

import (
	"net/http"
	"slices"
	"strings"
)

// address is a path of the interface, as gin spells it, and what it answers.
type address struct {
	path    string
	methods []string
}

// allowed is the value of an Allow header. Calls at once share the methods, so
// that nothing may be appended to them in place.
func (a address) allowed() string {
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

// meant returns the address of a request's path. One without parameters is
// preferred: /orders/customer is no order reference.
func (all addresses) meant(path string) (found address, ok bool) {
	asked := words(path)
	for _, a := range all {
		if !matches(words(a.path), asked) {
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

func matches(pattern, asked []string) bool {
	if len(pattern) != len(asked) {
		return false
	}
	for i, word := range pattern {
		if word != asked[i] && word[0] != ':' {
			return false
		}
	}
	return true
}
