package scenario

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
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

// onForm is an operation, a list of them, or "*".
var onForm = form{items: &word, alone: true}

// targets returns the operations named by on, "*" meaning all of them, and the names
// of paths.
func (r *reader) targets(shape value) (ids []catalog.OperationID, paths []pathName) {
	on := shape.of["on"]
	switch {
	case !on.isPresent():
		r.absent(fault(shape.at, "a rule must have on: an operation, a list of operations, or \"*\""))
	case len(on.list) == 0 && !on.partial:
		r.add(fault(on.at, "on must name an operation"))
	}
	for _, name := range on.list {
		id := catalog.OperationID(name.text)
		_, behind, _ := strings.Cut(name.text, " ") // a method
		switch _, known := catalog.Find(id); {
		case name.text == everyOperation && len(on.list) > 1:
			r.add(fault(name.at, "\"*\" means every operation, so it must be alone"))
		case name.text == everyOperation:
			if shape.has("before") {
				return catalog.TargetIDs(), nil
			}
			return operationNames(), nil
		case strings.HasPrefix(behind, catalog.PathPrefix), strings.HasPrefix(name.text, catalog.PathPrefix), strings.HasPrefix(name.text, catalog.SOAPPrefix):
			path, err := r.pathName(name, paths)
			r.add(err)
			if path.isStub() && shape.has("before") {
				path.parameter = catalog.UncheckedStub
			}
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

// isOnAll reports whether a rule is on "*".
func isOnAll(shape value) bool {
	on := shape.of["on"].list
	return len(on) > 0 && on[0].text == everyOperation
}

// pathName names some of the calls without an operation. They are paths outside of the
// interface, such as path:/products/* with * for any text, or stubs with a check of
// the credential, such as POST path:/orders/ or soap:placeOrder.
type pathName struct {
	text      string // as it is written
	path      string // named path, "" of a stub of SOAP
	method    string // of a stub, "" of a stub of SOAP
	parameter string // of the match: catalog.WholePath, or of a stub catalog.StubName or UncheckedStub
	matches   *regexp.Regexp
}

func (p pathName) isStub() bool {
	return p.parameter == catalog.StubName || p.parameter == catalog.UncheckedStub
}

// stubMethods are the methods of stubs. Others are answered before there is a call.
var stubMethods = []string{http.MethodPost, http.MethodGet, http.MethodPut, http.MethodPatch, http.MethodDelete}

// anyMethod names stubs of any method.
const anyMethod = "*"

// The bounds of names of paths and of operations, in bytes.
const (
	maxPath      = 200
	maxOperation = 100
)

// soapName matches the possible names of an operation of SOAP.
var soapName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)

// pathName reads a name of calls. A name among the others is a fault.
func (r *reader) pathName(w value, others []pathName) (pathName, error) {
	if slices.ContainsFunc(others, func(o pathName) bool { return o.text == w.text }) {
		return pathName{}, fault(w.at, "on names %s twice", w.text)
	}
	if operation, isSOAP := strings.CutPrefix(w.text, catalog.SOAPPrefix); isSOAP {
		return soapStub(w, operation)
	}
	method, text, _ := strings.Cut(w.text, catalog.PathPrefix)
	method = strings.TrimSpace(method)
	named := catalog.OutsidePath(text)
	switch {
	case method != "" && method != anyMethod && !slices.Contains(stubMethods, method):
		return pathName{}, faultNear(w.at, nearest(method, stubMethods), "the method of a stub must be %s, got %q", phrase.Or(stubMethods...), method)
	case !strings.HasPrefix(text, "/"):
		return pathName{}, fault(w.at, "a path must begin with a slash, such as path:/products/*, got %q", w.text)
	case len(text) > maxPath:
		return pathName{}, fault(w.at, "a path must have at most %d characters, got %d", maxPath, len(text))
	case strings.ContainsAny(text, "?#"):
		return pathName{}, fault(w.at, "a path must not have a query; use when, such as query.Page == \"2\"")
	}
	if err := ofInterface(w, method, text); err != nil {
		return pathName{}, err
	}
	// Below a folder the folder itself is meant too.
	pattern, folder := strings.CutSuffix(named, "/*")
	pattern = strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*")
	if folder {
		pattern += "(/.*)?"
	}
	name := pathName{text: w.text, path: named, parameter: catalog.WholePath}
	if method != "" {
		name.method, name.parameter = method, catalog.StubName
		if method == anyMethod {
			method = "[A-Z]+"
		}
		pattern = method + " " + pattern
	}
	name.matches = regexp.MustCompile("^" + pattern + "$")
	return name, nil
}

// soapStub reads the name of a stub of SOAP.
func soapStub(w value, operation string) (pathName, error) {
	if !soapName.MatchString(operation) || len(operation) > maxOperation {
		return pathName{}, fault(w.at, "soap: must be followed by the name of an operation, such as soap:placeOrder, got %q", w.text)
	}
	for _, op := range catalog.Operations() {
		if op.Action == operation {
			return pathName{}, yamltext.Suggest(fault(w.at, "%s is an operation of the interface; name it %s", operation, op.ID), string(op.ID))
		}
	}
	return pathName{text: w.text, parameter: catalog.StubName, matches: regexp.MustCompile("^" + regexp.QuoteMeta(w.text) + "$")}, nil
}

// ofInterface returns the fault of a path, with its method for a stub, if operations of
// the interface have it.
func ofInterface(w value, method, path string) error {
	named := catalog.OutsidePath(path)
	if strings.Contains(named, "*") {
		return nil
	}
	of := slices.DeleteFunc(catalog.OperationsAt(named), func(id catalog.OperationID) bool {
		op, _ := catalog.Find(id)
		return method != "" && op.Method != method
	})
	switch {
	case len(of) == 0:
		return nil
	case method != "":
		return yamltext.Suggest(fault(w.at, "%s %s is a call of the interface; name its operation, %s", method, path, phrase.Or(of...)), string(of[0]))
	}
	return yamltext.Suggest(fault(w.at, "%s is a path of the interface; name its operation, %s, or calls that are none, such as %s", path, phrase.Or(of...), stubAt(path, of)), string(of[0]))
}

// stubAt returns the name of a stub at a path of operations.
func stubAt(path string, of []catalog.OperationID) string {
	for _, method := range stubMethods {
		if !slices.ContainsFunc(of, func(id catalog.OperationID) bool {
			op, _ := catalog.Find(id)
			return op.Protocol == catalog.SOAP || op.Method == method
		}) {
			return method + " " + catalog.PathPrefix + path
		}
	}
	return catalog.SOAPPrefix + "placeOrder"
}

// place reads the status of orders placed by a stub from its body.
func (r *reader) place(shape value, paths []pathName, targets int) catalog.Status {
	place := shape.of["place"]
	if !place.isPresent() {
		return ""
	}
	if shape.has("before") {
		r.unproven(shape, "place", place.at)
	}
	reads := func(p pathName) bool { return p.method == http.MethodPost || p.method == http.MethodPut }
	if targets > 1 || slices.ContainsFunc(paths, func(p pathName) bool { return !reads(p) }) || len(paths) == 0 && targets > 0 {
		r.add(fault(place.at, "place reads a JSON body, so the rule must be on stubs with POST or PUT alone, such as POST %s/orders/", catalog.PathPrefix))
	}
	return catalog.Status(place.text)
}

// isOn reports whether the rule is on the path of a call of its operations. It
// compares only paths outside of the interface.
func (r *rule) isOn(call Call) bool {
	if r.paths == nil || call.Operation() != catalog.UnknownPath {
		return true
	}
	return slices.ContainsFunc(r.paths, func(p pathName) bool { return p.matches.MatchString(call.Path(p.parameter)) })
}

// Stubs reports whether an active rule, or a rule of a scenario named by the call,
// names the call as a stub with a check of the credential.
func (d *Director) Stubs(name string, oneCall []string) bool {
	isStub := func(p pathName) bool { return p.parameter == catalog.StubName && p.matches.MatchString(name) }
	names := func(r rule) bool { return slices.ContainsFunc(r.paths, isStub) }
	if slices.ContainsFunc(d.current().scenarios, func(a activeScenario) bool { return slices.ContainsFunc(a.scenario.rules, names) }) {
		return true
	}
	contents := d.contents()
	return slices.ContainsFunc(oneCall, func(scenario string) bool {
		named, err := contents.find(scenario)
		return err == nil && slices.ContainsFunc(named.rules, names)
	})
}

// condition describes the calls of an operation on which the rule acts, "" for all.
func (r *rule) condition(on catalog.OperationID) string {
	var terms []string
	if on == catalog.UnknownPath && r.paths != nil {
		var alternatives []string
		for _, parameter := range []string{catalog.WholePath, catalog.StubName, catalog.UncheckedStub} {
			var names []string
			for _, p := range r.paths {
				if p.parameter == parameter {
					shown := strings.TrimPrefix(p.text, catalog.PathPrefix)
					if p.method != "" {
						shown = p.method + " " + strings.TrimPrefix(p.text[len(p.method):], " "+catalog.PathPrefix)
					}
					names = append(names, strconv.Quote(shown))
				}
			}
			if names != nil {
				alternatives = append(alternatives, fmt.Sprintf("path[%q] like %s", parameter, strings.Join(names, " or ")))
			}
		}
		terms = append(terms, strings.Join(alternatives, " or "))
	}
	if r.when != nil {
		terms = append(terms, r.when.String())
	}
	return strings.Join(terms, " and ")
}
