package verify

import (
	"net/url"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Recorded returns a recorded call of an operation, nil for none, as conditions see
// it.
func Recorded(e *client.Entry, operation *catalog.Operation, xpath XPathFunc) scenario.EndedCall {
	return recorded(e, operation, xpath)
}

func recorded(e *client.Entry, operation *catalog.Operation, xpath XPathFunc) *call {
	address, err := url.ParseRequestURI(e.Request.URI)
	if err != nil {
		address = &url.URL{}
	}
	if operation == nil {
		operation = &catalog.Operation{Protocol: catalog.Protocol(e.Protocol)}
	}
	return &call{entry: e, operation: operation, address: address, xpath: xpath}
}
