package catalog

import (
	"net/http"
	"slices"
)

// operations is the table: the statements of the sections about each operation, and the
// failures that follow from its shape.
var operations = complete(slices.Concat(orderOperations, upsellOperations, soapOperations))

// complete adds to each operation the failures and the names of its record, which follow
// from its shape, and marks the documented outcomes.
func complete(list []Operation) []Operation {
	for i := range list {
		op := &list[i]
		if op.Protocol == REST {
			op.failures = slices.Concat(op.sharedFailures(), op.failures, restInternalError)
		} else {
			op.failures = slices.Concat(op.failures, soapSharedFailures)
		}
		if slices.Contains(op.documents, op.Success.Status) {
			op.Success.Documented = true
		}
		for n := range op.failures {
			if f := &op.failures[n]; !f.general && slices.Contains(op.documents, f.Status) {
				f.Documented = true
			}
		}
		op.record, op.recordNames = op.findRecord()
	}
	return list
}

// sharedFailures returns the failures of the checks before an operation's own rules.
func (op *Operation) sharedFailures() []Outcome {
	open := []QuestionID{AuthErrors, HeaderName, HashRecipe, RESTHash, RESTSkew}
	if !op.CredentialListed {
		open = append(open, RESTAuth)
	}
	list := []Outcome{{Code: AuthenticationError, Status: http.StatusUnauthorized,
		Condition: "The credential header is missing, unreadable, wrong or too old.", dependsOn: dependsOn(open...)}}
	if op.Accept {
		list = append(list, Outcome{Code: InvalidAcceptHeader, Status: http.StatusNotAcceptable,
			Condition: "Accept is missing or does not name application/json.", dependsOn: dependsOn(Accept)})
	}
	if op.reads(InBody) {
		list = append(list,
			Outcome{Code: RequestTooLarge, Status: http.StatusRequestEntityTooLarge,
				Condition: "The body is larger than the operation accepts.", dependsOn: dependsOn(GeneralErrors)},
			Outcome{Code: InvalidRequestBody, Status: http.StatusBadRequest,
				Condition: "The body is not one JSON object in UTF-8, or names a field twice.", dependsOn: dependsOn(GeneralErrors)})
	}
	condition := ""
	switch _, own := op.Failure(InvalidParameter); {
	case own:
	case op.reads(InPath):
		condition = missingInPath
	case op.reads(InQuery):
		condition = "The query string cannot be read."
	}
	if condition != "" {
		list = append(list, Outcome{Code: InvalidParameter, Status: http.StatusBadRequest, general: true,
			Condition: condition, dependsOn: dependsOn(GeneralErrors)})
	}
	return list
}

const missingInPath = "A parameter of the path is missing or cannot be read."

var restInternalError = []Outcome{{Code: InternalError, Status: http.StatusInternalServerError,
	Condition: "An internal error occurred.", dependsOn: dependsOn(GeneralErrors)}}

var soapSharedFailures = []Outcome{
	{Code: MustUnderstand, Status: http.StatusInternalServerError, Condition: "The client marks a header with mustUnderstand.",
		dependsOn: dependsOn(SOAPHeaders)},
	soapFault(RequestTooLarge, "The envelope is larger than 4 MiB."),
	soapFault(InvalidRequestBody, "The envelope or an element of the call has a shape that cannot be read."),
	soapFault(InternalError, "An internal error occurred."),
}
