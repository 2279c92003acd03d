// Package catalog is the interface as data: its sixteen operations with their
// parameters and outcomes, the error codes, the limits, the feature flags, and
// the questions the interface leaves open with the answers the sandbox gives.
// Routes, checks, switches, coverage, pages and the OpenAPI document all read
// it, so that a fact about the interface is written down only once, here. The
// closed sets of values are such facts too: a status, a reason of a dispute.
//
// It has no behaviour. Business rules belong to package commerce, the order of
// the checks of a call to package gate, and the form of an answer to packages
// rest and soap. Its functions return copies: no caller can alter the table.
package catalog

import "slices"

// OperationID names one operation of the interface. It is spelled the same in
// scenarios, in the journal, in file names and in addresses.
type OperationID string

// Protocol is one of the two protocols the interface is spoken in.
type Protocol string

// The protocols.
const (
	REST Protocol = "rest"
	SOAP Protocol = "soap"
)

// Operation is one row of the catalogue.
type Operation struct {
	ID       OperationID
	Protocol Protocol

	// Method and Path are the HTTP method and the path as the interface
	// spells it, relative to the REST base address. Both are empty on SOAP.
	Method, Path string

	// Action is the local name of the SOAP operation, empty on REST.
	Action string

	// Section is where the interface describes the operation.
	Section string

	// Summary describes the operation in a few words.
	Summary string

	// Subject names the operation at the beginning of a sentence: "The
	// customer order list" fails.
	Subject string

	// CredentialListed reports whether the interface names the credential
	// header for the operation. Where it does not, open question rest-auth
	// decides whether the header is required.
	CredentialListed bool

	// Accept reports whether the header list of the operation shows Accept. It is
	// required then (section 4).
	Accept bool

	// Feature is the flag the account needs, or empty.
	Feature Feature

	// Together is the rule about several parameters at once, as a sentence, or
	// empty.
	Together string

	// MaxBody is how many bytes a body may have on REST, 0 for MaxJSONBody.
	MaxBody int64

	// Success is the outcome of a successful call.
	Success Outcome

	failures   []Outcome
	parameters []Parameter
	documents  []int // HTTP statuses the interface states for the operation

	record      RecordKind // named by calls
	recordNames []RecordName
}

// Operations returns every operation, in the order of the sections, SOAP last.
func Operations() []*Operation { return Targets()[:len(operations)] }

// Find returns the operation with the given id, also UnknownPath and WSDL.
func Find(id OperationID) (*Operation, bool) {
	for i := range targets {
		if targets[i].ID == id {
			return targets[i].clone(), true
		}
	}
	return nil, false
}

// Failures returns every failure of the operation, its own and the applicable general
// ones, roughly in the order of the checks.
func (op *Operation) Failures() []Outcome { return slices.Clone(op.failures) }

// Failure returns the operation's failure with the code, false when it has none.
func (op *Operation) Failure(code Code) (Outcome, bool) { return withCode(op.failures, code) }

// Parameters returns the operation's parameters in path, query and body.
func (op *Operation) Parameters() []Parameter {
	list := slices.Clone(op.parameters)
	for i := range list {
		list[i].Enum = slices.Clone(list[i].Enum)
	}
	return list
}

// clone returns a copy for a caller to change without touching the table; the lists need
// no copy, because only methods reach them.
func (op *Operation) clone() *Operation {
	own := *op
	return &own
}

func (op *Operation) reads(places ...Place) bool {
	return slices.ContainsFunc(op.parameters, func(p Parameter) bool { return slices.Contains(places, p.In) })
}
