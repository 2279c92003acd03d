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
		op.markDocumented()
		op.record, op.recordNames = op.findRecord()
	}
	return list
}

// sharedFailures returns the failures of the checks before an operation's own rules.
func (op *Operation) sharedFailures() []Outcome {
	list := []Outcome{op.authenticationFailure()}
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
	_, own := op.Failure(InvalidParameter)
	if !own && op.reads(InQuery, InPath) {
		list = append(list, Outcome{Code: InvalidParameter, Status: http.StatusBadRequest,
			Condition: "A path or query parameter cannot be read, or is given twice.", dependsOn: dependsOn(GeneralErrors)})
	}
	return list
}

func (op *Operation) authenticationFailure() Outcome {
	open := []QuestionID{AuthErrors, HeaderName, HashRecipe, RESTHash, RESTSkew}
	if !op.CredentialListed {
		open = append(open, RESTAuth)
	}
	return Outcome{Code: AuthenticationError, Status: http.StatusUnauthorized,
		Condition: "The credential header is missing, unreadable, wrong or too old.", dependsOn: dependsOn(open...)}
}

func (op *Operation) markDocumented() {
	if slices.Contains(op.documents, op.Success.Status) {
		op.Success.Documented = true
	}
	for i := range op.failures {
		if slices.Contains(op.documents, op.failures[i].Status) {
			op.failures[i].Documented = true
		}
	}
}

var restInternalError = []Outcome{{Code: InternalError, Status: http.StatusInternalServerError,
	Condition: "An internal error occurred.", dependsOn: dependsOn(GeneralErrors)}}

var soapSharedFailures = []Outcome{
	{Code: MustUnderstand, Status: http.StatusInternalServerError, Condition: "The client marks a header with mustUnderstand.",
		dependsOn: dependsOn(SOAPHeaders)},
	soapFault(RequestTooLarge, "The envelope is larger than 4 MiB."),
	soapFault(InvalidRequestBody, "The envelope or an element of the call has a shape that cannot be read."),
	soapFault(InternalError, "An internal error occurred."),
}
