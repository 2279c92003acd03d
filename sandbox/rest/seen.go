package rest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// seen is a call as the conditions of scenarios see it.
type seen struct{ *call }

// Operation returns the operation that is called.
func (s seen) Operation() catalog.OperationID { return s.call.Operation.ID }

// Query returns the first value of a query name.
func (s seen) Query(name string) string { return s.query().values.Get(name) }

// Path returns a parameter of the path.
func (s seen) Path(name string) string { return s.path.ByName(name) }

// Header returns the first value of a request header.
func (s seen) Header(name string) string { return s.request.Header.Get(name) }

// Body returns the JSON body, nil when there is none or it cannot be read.
func (s seen) Body() any {
	if !s.hasBody() {
		return nil
	}
	text, err := s.bytes()
	if err != nil {
		return nil
	}
	var body any
	if json.Unmarshal(text, &body) != nil {
		return nil
	}
	return body
}

// XPath returns nothing: there is no XML on this wire.
func (s seen) XPath(string) (string, error) { return "", nil }

// Now returns the moment of the call on the account's clock.
func (s seen) Now() time.Time { return s.Terms.Now }

// asked returns the scenarios that the call asks for, by the header or by a
// value that reads sandbox:NAME in its query, path or body.
func (c *call) asked() []string {
	var names []string
	for _, value := range c.request.Header[scenario.HeaderName] {
		names = append(names, scenario.FromHeader(value)...)
	}
	for _, p := range c.path {
		names = appendReserved(names, p.Value)
	}
	if strings.Contains(c.request.URL.RawQuery, "sandbox") {
		for _, values := range c.query().values {
			names = appendReserved(names, values...)
		}
	}
	if c.hasBody() {
		if text, err := c.bytes(); err == nil && bytes.Contains(text, []byte(`"sandbox:`)) {
			names = appendNested(names, seen{c}.Body())
		}
	}
	return names
}

func appendReserved(names []string, values ...string) []string {
	for _, value := range values {
		if name, ok := scenario.FromValue(value); ok {
			names = append(names, name)
		}
	}
	return names
}

// appendNested looks through every string of a JSON value.
func appendNested(names []string, value any) []string {
	switch v := value.(type) {
	case string:
		return appendReserved(names, v)
	case []any:
		for _, element := range v {
			names = appendNested(names, element)
		}
	case map[string]any:
		for _, member := range v {
			names = appendNested(names, member)
		}
	}
	return names
}

// hasBody reports whether the operation reads a body. One that is sent along
// with any other operation is not looked at.
func (c *call) hasBody() bool {
	return c.Operation.Method == http.MethodPost || c.Operation.Method == http.MethodPut
}
