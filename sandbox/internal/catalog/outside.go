package catalog

import (
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Base is the path of the REST base address (section 9).
const Base = "/rest/6.0"

// Endpoint is the path of the SOAP endpoint (section 9).
const Endpoint = "/soap/6.0"

// UnknownPath names the calls of paths outside the interface, though clients of the real
// service call them: products, subscriptions, customers, refunds, JSON-RPC. It is no
// operation of the interface.
const UnknownPath OperationID = "unknown-path"

// PathPrefix begins a scenario's name for some of the paths of UnknownPath, such as
// path:/products/*.
const PathPrefix = "path:"

// WholePath is the parameter of UnknownPath: its whole path.
const WholePath = "*"

// StubName is another parameter of UnknownPath: a scenario's name for a call without an
// operation, such as POST /orders or soap:placeOrder, if its credential is right. It is
// "" for all other calls.
const StubName = "stub"

// UncheckedStub is StubName of every call without an operation, for rules before the
// credential.
const UncheckedStub = "unchecked-stub"

// SOAPPrefix begins a scenario's name for a call of the SOAP endpoint without an
// operation, such as soap:placeOrder.
const SOAPPrefix = "soap:"

// WSDL names the calls for descriptions of the SOAP endpoint. It is no operation of the
// interface either.
const WSDL OperationID = "wsdl"

// Targets returns the possible targets of a call, and so of a scenario's rule: every
// operation, then UnknownPath and WSDL in the shape of operations.
func Targets() []*Operation {
	all := make([]*Operation, len(targets))
	for i := range targets {
		all[i] = targets[i].clone()
	}
	return all
}

var targets = slices.Concat(operations, []Operation{outside, descriptions})

// TargetIDs returns the ids of Targets.
func TargetIDs() []OperationID {
	var ids []OperationID
	for _, target := range Targets() {
		ids = append(ids, target.ID)
	}
	return ids
}

// IsOperation reports whether the operation is one of the interface, not
// UnknownPath or WSDL.
func (op *Operation) IsOperation() bool { return op.ID != UnknownPath && op.ID != WSDL }

var descriptions = Operation{
	ID: WSDL, Protocol: SOAP, Method: http.MethodGet, Summary: "a description of the SOAP endpoint", Subject: "A description of the SOAP endpoint",
	Success:    Outcome{Status: http.StatusOK},
	parameters: []Parameter{{Name: "wsdl", In: InQuery, Type: "string", Rule: "the description: empty, document or request"}},
}

// Outside returns UnknownPath in the shape of an operation.
func Outside() *Operation { return outside.clone() }

var outside = Operation{
	ID: UnknownPath, Protocol: REST, Summary: "a path outside of the interface", Subject: "A path outside of the interface",
	failures: []Outcome{{Code: OutsideInterface, Status: http.StatusNotFound, dependsOn: dependsOn(GeneralErrors),
		Condition: "The path is not part of the sandboxed interface."}},
}

// Stub returns the target of a call without an operation, but named by a scenario:
// UnknownPath, with the checks of a credential as for an operation. On REST it may place
// an order.
func Stub(protocol Protocol) *Operation {
	alike, codes := UploadOrderForm, []Code{AuthenticationError, InvalidRequestBody, RequestTooLarge}
	if protocol == SOAP {
		alike, codes = UpgradePartnerSubscriptions, []Code{Forbidden, InvalidSession, SessionExpired}
	}
	op, _ := Find(alike)
	stub := Outside()
	stub.Protocol, stub.CredentialListed = protocol, op.CredentialListed
	for _, f := range op.failures {
		if slices.Contains(codes, f.Code) {
			stub.failures = append(stub.failures, f)
		}
	}
	if protocol == REST {
		stub.failures = append(stub.failures, Outcome{Code: InvalidParameter, Status: http.StatusBadRequest,
			Condition: "A field of the order that is placed is wrong.", dependsOn: dependsOn(GeneralErrors)})
	}
	return stub
}

// OutsidePath returns a path of a request as scenarios name it: below the REST base
// address, and without slashes at the end or doubled.
func OutsidePath(of string) string {
	of = path.Clean(of)
	if below, ok := strings.CutPrefix(of, Base+"/"); ok {
		return "/" + below
	}
	return of
}

// numberStep matches a number of a path.
var numberStep = regexp.MustCompile(`/[0-9]+(/|$)`)

// WithoutNumbers returns a path with * in place of its numbers, because they differ from
// call to call.
func WithoutNumbers(path string) string {
	for numberStep.MatchString(path) {
		path = numberStep.ReplaceAllString(path, "/*$1")
	}
	return path
}

// IsMisspelled reports whether a path, relative to the REST base address, is
// probably meant as one of the interface: each of its words is near one of the
// interface, or stands where a reference may be.
func IsMisspelled(path string) bool {
	for i, word := range steps(path) {
		if i != 1 && len(phrase.Nearest(word, literalSteps(i))) == 0 {
			return false
		}
	}
	return true
}

// OperationsAt returns the operations of the interface at a path relative to the REST
// base address, or at the SOAP endpoint's, nil for a path outside of it.
func OperationsAt(path string) []OperationID {
	given := steps(path)
	var exact, withParameter []OperationID
	for _, op := range operations {
		known := steps(op.Path)
		switch {
		case op.Protocol == SOAP && path != Endpoint, op.Protocol == REST && (len(known) != len(given) || !sameLiterals(given, known)):
		case slices.ContainsFunc(known, isParameter):
			withParameter = append(withParameter, op.ID)
		default:
			exact = append(exact, op.ID)
		}
	}
	if exact != nil {
		return exact
	}
	return withParameter
}

func sameLiterals(given, known []string) bool {
	for i, step := range known {
		if !isParameter(step) && step != given[i] {
			return false
		}
	}
	return true
}

// literalSteps returns the first words of the interface's paths, for 0, and otherwise the
// words behind these.
func literalSteps(at int) []string {
	var words []string
	for _, op := range operations {
		for i, step := range steps(op.Path) {
			if (i == 0) == (at == 0) && !isParameter(step) && !slices.Contains(words, step) {
				words = append(words, step)
			}
		}
	}
	return words
}
