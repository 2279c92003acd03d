package control

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// XPathFunc evaluates an expression over an envelope that was recorded with a
// content type; "" when the expression selects nothing. The error says what is
// wrong with the expression.
type XPathFunc func(envelope []byte, contentType, expression string) (string, error)

// recorded is a call of the journal as conditions see it: the same that they
// saw of it when it was made.
type recorded struct {
	entry     *client.Entry
	operation *catalog.Operation
	address   *url.URL
	xpath     XPathFunc
}

func newRecorded(e *client.Entry, op *catalog.Operation, xpath XPathFunc) recorded {
	address, err := url.ParseRequestURI(e.Request.URI)
	if err != nil {
		address = &url.URL{}
	}
	return recorded{e, op, address, xpath}
}

// Operation returns the operation that was called.
func (c recorded) Operation() catalog.OperationID { return c.operation.ID }

// Query returns the first value of a query name.
func (c recorded) Query(name string) string { return c.address.Query().Get(name) }

// Path returns a parameter of the path, found by its place from the end: what
// stands in front is the base address.
func (c recorded) Path(name string) string {
	isSlash := func(r rune) bool { return r == '/' }
	pattern := strings.FieldsFunc(c.operation.Path, isSlash)
	given := strings.FieldsFunc(c.address.EscapedPath(), isSlash)
	at := slices.Index(pattern, "{"+name+"}")
	if at < 0 || len(given) < len(pattern) {
		return ""
	}
	given = given[len(given)-len(pattern):]
	for n, step := range pattern {
		if !strings.HasPrefix(step, "{") && step != given[n] {
			return "" // the parameter was left empty
		}
	}
	value, err := url.PathUnescape(given[at])
	if err != nil {
		return given[at]
	}
	return value
}

// Header returns the first value of a request header.
func (c recorded) Header(name string) string { return c.entry.Request.Header.Get(name) }

// Body returns the JSON body, nil when there is none, or none that was kept
// whole.
func (c recorded) Body() any {
	if c.operation.Method != http.MethodPost && c.operation.Method != http.MethodPut {
		return nil
	}
	var body any
	if json.Unmarshal(c.entry.Request.Body, &body) != nil {
		return nil
	}
	return body
}

// XPathFunc returns the text of the first node of the envelope that is selected.
func (c recorded) XPath(expression string) (string, error) {
	if c.operation.Protocol != catalog.SOAP {
		return "", nil
	}
	return c.xpath(c.entry.Request.Body, c.Header("Content-Type"), expression)
}

// Now returns the moment of the call on the account's clock.
func (c recorded) Now() time.Time { return c.entry.AccountTime }
