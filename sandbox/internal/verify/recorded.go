package verify

import (
	"net/url"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// NewCall returns a recorded call of an operation, nil for none, as conditions see
// it.
func NewCall(e *client.Entry, operation *catalog.Operation, xpath XPathFunc) scenario.EndedCall {
	return newCall(e, operation, xpath)
}

func newCall(e *client.Entry, operation *catalog.Operation, xpath XPathFunc) *call {
	address, err := url.ParseRequestURI(e.Request.URI)
	if err != nil {
		address = &url.URL{}
	}
	if operation == nil {
		operation = &catalog.Operation{Protocol: catalog.Protocol(e.Protocol)}
	}
	return &call{entry: e, operation: operation, address: address, xpath: xpath}
}
