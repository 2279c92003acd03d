package verify

import (
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// XPathFunc evaluates an expression over an envelope of a content type. It
// returns "" when the expression selects nothing. It calls spend with the number
// of visited nodes. The error comes from spend or describes a wrong expression.
type XPathFunc func(envelope []byte, contentType, expression string, spend func(nodes int) error) (string, error)

// call is a recorded call as conditions see it: the same as a scenario saw when
// the call was made, and how the call ended. It belongs to one goroutine.
type call struct {
	entry     *client.Entry
	operation *catalog.Operation
	address   *url.URL
	xpath     XPathFunc

	decoded    bool  // whether answer is set
	answer     any   // the decoded answer
	answerErr  error // the reason if it cannot be decoded
	unreadable error // the reason if a condition read something that cannot be read
}

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

// Operation returns the called operation.
func (c *call) Operation() catalog.OperationID { return c.operation.ID }

// Method returns the method of the request.
func (c *call) Method() string {
	return c.entry.Request.Method
}

// Query returns the first value of a query name.
func (c *call) Query(name string) string {
	return c.address.Query().Get(name)
}

// Path returns a parameter of the path, or the whole path or the name of a call outside of
// the interface. It counts from the end of the path, because the beginning is the base
// address.
func (c *call) Path(name string) string {
	if c.operation.ID == catalog.UnknownPath && (name == catalog.WholePath || name == catalog.StubName || name == catalog.UncheckedStub) {
		path := catalog.OutsidePath(c.address.Path)
		if name != catalog.WholePath {
			return c.entry.Request.Method + " " + path
		}
		return path
	}
	return c.operation.PathParameter(c.address.EscapedPath(), name)
}

// Header returns the first value of a request header.
func (c *call) Header(name string) string {
	return c.entry.Request.Header.Get(name)
}

// Body returns the JSON body, nil when there is none or it was not kept whole.
func (c *call) Body() any {
	method := c.operation.Method
	if method == "" {
		method = c.entry.Request.Method
	}
	if c.operation.Protocol == catalog.SOAP || method != http.MethodPost && method != http.MethodPut {
		return nil
	}
	c.needWhole()
	body, _ := content.JSON(c.entry.Request.Body) // nil when it cannot be read
	return body
}

// XPath returns the text of the first node of the envelope that the expression
// selects.
func (c *call) XPath(expression string, spend func(nodes int) error) (string, error) {
	if c.operation.Protocol != catalog.SOAP {
		return "", nil
	}
	c.needWhole()
	return c.xpath(c.entry.Request.Body, c.Header("Content-Type"), expression, spend)
}

// needWhole records that a condition reads the body of the request.
func (c *call) needWhole() {
	if r := &c.entry.Request; r.Truncated {
		c.unreadable = fmt.Errorf("the request cannot be read, because the journal kept only %d of its %d bytes", len(r.Body), r.BodySize)
	}
}

// Status returns the status of the answer, 0 when none was sent.
func (c *call) Status() int { return c.entry.Response.Status }

// Code returns the error code of the answer, "" for a success.
func (c *call) Code() string { return c.entry.Response.Code }

// Scenario returns the names of the scenarios that affected the call.
func (c *call) Scenario() string {
	return string(c.entry.Scenarios)
}

// Milliseconds returns how long the answer took.
func (c *call) Milliseconds() float64 {
	return float64(c.entry.Duration) / float64(time.Millisecond)
}

// decode returns the body of an answer as conditions see it, see content.Decode. A
// truncated body is an error.
func decode(answer *client.Response) (any, error) {
	if answer.Truncated {
		return nil, fmt.Errorf("the answer cannot be read, because the journal kept only %d of its %d bytes", len(answer.Body), answer.BodySize)
	}
	return content.Decode(answer.Header.Get("Content-Type"), answer.Body)
}

// Answer returns the decoded answer. It decodes it at most once.
func (c *call) Answer() (any, error) {
	if !c.decoded {
		c.answer, c.answerErr = decode(&c.entry.Response)
		c.decoded = true
	}
	if c.answerErr != nil {
		c.unreadable = c.answerErr
	}
	return c.answer, c.answerErr
}

// Records returns nil, because records have changed since the call was made.
func (c *call) Records() scenario.Records { return nil }

// Now returns the moment of the call on the account's clock.
func (c *call) Now() time.Time { return c.entry.AccountTime }
