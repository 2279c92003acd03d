package rest

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// Rejected returns the answer to bytes that are not a readable request, in the
// shape of section 2.5, made from the answer of net/http. The status is the same,
// and the connection ends (open question general-errors).
func Rejected(answer []byte) []byte {
	head, why, _ := bytes.Cut(answer, []byte("\r\n\r\n"))
	status, _, _ := strings.Cut(string(head), "\r\n")
	code := catalog.InvalidParameter
	if strings.Contains(status, fmt.Sprintf(" %d ", http.StatusRequestHeaderFieldsTooLarge)) {
		code = catalog.RequestTooLarge
	}
	body, _ := commerce.Encode(failure{code, fmt.Sprintf("The request cannot be read: %s", why)}) // two strings always encode
	return fmt.Appendf(nil, "%s\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", status, jsonType, len(body), body)
}
