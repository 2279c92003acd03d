package rest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// PanicAnswer returns the answer to a call after a panic of its handler, in the shape of
// section 2.5. The log has the panic under the id.
func PanicAnswer(id string) (contentType string, body []byte) {
	return failureBody(catalog.InternalError, gate.FailureText(id))
}

// RejectionAnswer returns the answer to a request rejected before any handler, in the shape of
// section 2.5, and its code, by the status line and the reason of package net/http (open
// question general-errors).
func RejectionAnswer(status, reason string) (contentType string, body []byte, code string) {
	problem := catalog.InvalidParameter
	if strings.HasPrefix(status, fmt.Sprintf("%d ", http.StatusRequestHeaderFieldsTooLarge)) {
		problem = catalog.RequestTooLarge
	}
	contentType, body = failureBody(problem, "The request cannot be read: "+reason)
	return contentType, body, string(problem)
}
