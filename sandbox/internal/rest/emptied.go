package rest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// emptied is an operation with an empty parameter between two slashes of its path, such
// as DELETE /orders//. gin folds double slashes, and then the call looks like one of
// another operation.
type emptied struct {
	path    string
	methods []string
	route   *route // refuses every call
}

// emptiedOf returns the operations whose paths can have an empty parameter.
func emptiedOf(operations []Operation) []emptied {
	var all []emptied
	for _, op := range operations {
		before, rest, _ := strings.Cut(op.Row.Path, "{")
		name, after, _ := strings.Cut(rest, "}")
		if !strings.HasPrefix(after, "/") {
			continue
		}
		op.Handle = func(*call) (gate.Answer, error) { return gate.Answer{}, missing(name, "") }
		all = append(all, emptied{before + after, methodsOf(op.Row), &route{Operation: op, names: namesOf(op.Row)}})
	}
	return all
}

// foldedInto returns the paths that gin takes for the path of a route.
func foldedInto(at *route, all []emptied) []emptied {
	pattern := words(routePath(at.Row.Path))
	return slices.DeleteFunc(slices.Clone(all), func(e emptied) bool {
		return !slices.Contains(e.methods, at.Row.Method) || !matches(pattern, words(e.path))
	})
}

// findEmptied returns the route of a call with an empty parameter, nil for any other
// call.
func findEmptied(all []emptied, r *http.Request) *route {
	for _, e := range all {
		if strings.HasSuffix(r.URL.Path, e.path) && slices.Contains(e.methods, r.Method) {
			return e.route
		}
	}
	return nil
}
