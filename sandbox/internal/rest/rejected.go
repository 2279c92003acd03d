package rest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// Rejected returns the answer to a request that no handler sees, in the shape of
// section 2.5, and its code, by the status line and the reason of package net/http
// (open question general-errors).
func Rejected(status, reason string) (contentType string, body []byte, code string) {
	problem := catalog.InvalidParameter
	if strings.HasPrefix(status, fmt.Sprintf("%d ", http.StatusRequestHeaderFieldsTooLarge)) {
		problem = catalog.RequestTooLarge
	}
	body, _ = commerce.Encode(failure{problem, "The request cannot be read: " + reason}) // two strings always encode
	return jsonType, body, string(problem)
}
