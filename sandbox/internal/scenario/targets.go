package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// everyOperation names all operations of the interface, and with before:
// credential all other targets too.
const everyOperation = "*"

func operationNames() []catalog.OperationID {
	var ids []catalog.OperationID
	for _, op := range catalog.Operations() {
		ids = append(ids, op.ID)
	}
	return ids
}

// targets returns the operations named by on, "*" meaning all of them, and the names
// of paths.
func (r *reader) targets(shape ruleShape) (ids []catalog.OperationID, paths []pathName) {
	on := shape.On
	if on.at == nil {
		r.absent(fault(shape.at, "a rule must have on: an operation, a list of operations, or \"*\""))
		return nil, nil
	}
	r.faults = append(r.faults, on.faults...)
	for _, name := range on.names {
		id := catalog.OperationID(name.text)
		switch _, known := catalog.Find(id); {
		case name.text == everyOperation && len(on.names) > 1:
			r.add(fault(name.at, "\"*\" means every operation, so it must be alone"))
		case name.text == everyOperation:
			if shape.Before.given() {
				return catalog.TargetIDs(), nil
			}
			return operationNames(), nil
		case strings.HasPrefix(name.text, catalog.PathPrefix):
			path, err := r.pathName(name, paths)
			r.add(err)
			paths = append(paths, path)
		case !known:
			r.add(faultNear(name.at, nearest(id, catalog.TargetIDs()), "unknown operation %s", id))
		case slices.Contains(ids, id):
			r.add(fault(name.at, "on names %s twice", id))
		default:
			ids = append(ids, id)
		}
	}
	switch {
	case len(paths) == 0:
	case slices.Contains(ids, catalog.UnknownPath):
		r.add(fault(on.at, "%s means every path outside of the interface, so no path: may be beside it", catalog.UnknownPath))
	default:
		ids = append(ids, catalog.UnknownPath)
	}
	return ids, paths
}

// pathName is the name of some paths outside of the interface, such as
// /products/*, in which * stands for any text.
type pathName struct {
	text    string
	matches *regexp.Regexp
}

// longestPath is the length of the longest name of paths, in bytes.
const longestPath = 200

// pathName reads a name of paths that none of the others is.
func (r *reader) pathName(w word, others []pathName) (pathName, error) {
	text := strings.TrimPrefix(w.text, catalog.PathPrefix)
	named := catalog.OutsidePath(text)
	same := func(o pathName) bool { return o.text == text }
	switch {
	case !strings.HasPrefix(text, "/"):
		return pathName{}, fault(w.at, "a path must begin with a slash, such as path:/products/*, got %q", w.text)
	case len(text) > longestPath:
		return pathName{}, fault(w.at, "a path must have at most %d characters, got %d", longestPath, len(text))
	case strings.ContainsAny(text, "?#"):
		return pathName{}, fault(w.at, "a path must not have a query; use when, such as query.Page == \"2\"")
	case slices.ContainsFunc(others, same):
		return pathName{}, fault(w.at, "on names %s twice", w.text)
	case !strings.Contains(named, "*") && catalog.IsOperationPath(named):
		return pathName{}, fault(w.at, "%s is a path of the interface; name its operation", text)
	}
	// Below a folder the folder itself is meant too.
	pattern, folder := strings.CutSuffix(named, "/*")
	pattern = strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*")
	if folder {
		pattern += "(/.*)?"
	}
	return pathName{text, regexp.MustCompile("^" + pattern + "$")}, nil
}

// isOn reports whether the rule is on a call of an operation that it names: on its
// path too, when the interface does not have that.
func (r *rule) isOn(call Call) bool {
	if r.paths == nil || call.Operation() != catalog.UnknownPath {
		return true
	}
	path := call.Path(catalog.WholePath)
	return slices.ContainsFunc(r.paths, func(p pathName) bool { return p.matches.MatchString(path) })
}

// condition says in which calls of an operation the rule acts, "" for all.
func (r *rule) condition(on catalog.OperationID) string {
	var terms []string
	if on == catalog.UnknownPath && r.paths != nil {
		var names []string
		for _, p := range r.paths {
			names = append(names, fmt.Sprintf("%q", p.text))
		}
		terms = append(terms, fmt.Sprintf("path[%q] like %s", catalog.WholePath, strings.Join(names, " or ")))
	}
	if r.when != nil {
		terms = append(terms, r.when.String())
	}
	return strings.Join(terms, " and ")
}
