package gate

import (
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// NameInHeader adds the scenarios in the header X-Sandbox-Scenario.
func (c *Call) NameInHeader(header http.Header) {
	for _, value := range header[scenario.HeaderName] {
		c.OneCall = append(c.OneCall, scenario.FromHeader(value)...)
	}
	c.InHeader = len(c.OneCall)
	if header["Idempotency-Key"] != nil {
		c.Recorder.Note("Idempotency-Key is not part of the interface: a repeated call is carried out again")
	}
}

// NameInCredential adds the scenarios in the values of the credential header and of
// Accept. They act although the check of the header fails.
func (c *Call) NameInCredential(header http.Header) {
	if strings.Contains(c.Credential.Text, scenario.ValuePrefix) {
		claim := c.Credential.claim // an incomplete one has values too
		c.NameAsCredential(claim.Code, claim.Date, claim.Hash, claim.Algo)
	}
	c.NameAsCredential(header["Accept"]...)
	c.OneCall = append(c.OneCall, c.InCredential...)
}

// NameAsCredential makes the scenarios in values act although the values are no
// credential. The call names them already.
func (c *Call) NameAsCredential(values ...string) {
	for _, value := range values {
		if name, ok := scenario.FromValue(value); ok {
			c.InCredential = append(c.InCredential, name)
		}
	}
}
