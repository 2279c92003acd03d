package soap

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// PanicAnswer returns the fault for a call after a panic of its handler. The log has the panic
// under the id.
func PanicAnswer(id string) (contentType string, body []byte) {
	return SOAP11.ContentType(), FaultAnswer(SOAP11, Fault{Code: string(catalog.InternalError), Text: gate.FailureText(id), Request: id})
}

// RejectionAnswer returns the fault for a request rejected before any handler, and its code. id
// is the request's in the journal.
func RejectionAnswer(reason, id string) (contentType string, body []byte, code string) {
	fault := Fault{Code: string(catalog.InvalidRequestBody), Text: "The request cannot be read: " + reason, Request: id}
	return SOAP11.ContentType(), FaultAnswer(SOAP11, fault), fault.Code
}
