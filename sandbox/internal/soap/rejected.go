package soap

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"

// Rejected returns the fault for a request that no handler sees, and its code. id is
// that of the request in the journal.
func Rejected(reason, id string) (contentType string, body []byte, code string) {
	fault := Fault{Code: string(catalog.InvalidRequestBody), Text: "The request cannot be read: " + reason, Request: id}
	return SOAP11.ContentType(), FaultAnswer(SOAP11, fault), fault.Code
}
