package calls

import (
	"fmt"
	"net/http"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

var _ scenario.RecordedCall = (*Call)(nil)

// Operation returns the called operation.
func (c *Call) Operation() catalog.OperationID { return c.target().ID }

// Method returns the method of the request.
func (c *Call) Method() string { return c.entry.Request.Method }

// Query returns the first value of a query name.
func (c *Call) Query(name string) string { return c.Address().Query().Get(name) }

// Path returns a parameter of the path, or the whole path or the name of a call outside of
// the interface. It counts from the end of the path, because the beginning is the base
// address.
func (c *Call) Path(name string) string {
	if c.Operation() == catalog.UnknownPath && (name == catalog.WholePath || name == catalog.StubName || name == catalog.UncheckedStub) {
		path := catalog.OutsidePath(c.Address().Path)
		if name != catalog.WholePath {
			return c.Method() + " " + path
		}
		return path
	}
	return c.target().PathParameter(c.Address().EscapedPath(), name)
}

// Header returns the first value of a request header.
func (c *Call) Header(name string) string { return c.entry.Request.Header.Get(name) }

// Body returns the JSON body, nil when there is none or it was not kept whole.
func (c *Call) Body() any {
	method := c.target().Method
	if method == "" {
		method = c.Method()
	}
	if c.target().Protocol == catalog.SOAP || method != http.MethodPost && method != http.MethodPut {
		return nil
	}
	c.needWhole()
	body, _ := content.JSON(c.entry.Request.Body) // nil when it cannot be read
	return body
}

// XPath returns the text of the first node of the envelope that the expression
// selects.
func (c *Call) XPath(expression string, spend func(nodes int) error) (string, error) {
	if c.target().Protocol != catalog.SOAP {
		return "", nil
	}
	c.needWhole()
	return c.xpath(c.entry.Request.Body, c.Header("Content-Type"), expression, spend)
}

// needWhole records that a condition reads the body of the request.
func (c *Call) needWhole() {
	if r := &c.entry.Request; r.Truncated {
		c.unreadable = fmt.Errorf("the request cannot be read, because the journal kept only %d of its %d bytes", len(r.Body), r.BodySize)
	}
}

// TakeUnreadable returns why something cannot be read that was read since it was last asked.
func (c *Call) TakeUnreadable() (why error) {
	why, c.unreadable = c.unreadable, nil
	return why
}

// Status returns the status of the answer, 0 when none was sent.
func (c *Call) Status() int { return c.entry.Response.Status }

// Code returns the error code of the answer, "" for a success.
func (c *Call) Code() string { return c.entry.Response.Code }

// Scenario returns the names of the scenarios that affected the call.
func (c *Call) Scenario() string { return string(c.entry.Scenarios) }

// Milliseconds returns how long the answer took.
func (c *Call) Milliseconds() float64 {
	return float64(c.entry.Duration) / float64(time.Millisecond)
}

// Answer returns the decoded answer, see content.Decode. It decodes it at most once. A
// truncated body is an error.
func (c *Call) Answer() (any, error) {
	if r := &c.entry.Response; !c.decoded {
		c.decoded = true
		if r.Truncated {
			c.answerErr = fmt.Errorf("the answer cannot be read, because the journal kept only %d of its %d bytes", len(r.Body), r.BodySize)
		} else {
			c.answer, c.answerErr = content.Decode(r.Header.Get("Content-Type"), r.Body)
		}
	}
	if c.answerErr != nil {
		c.unreadable = c.answerErr
	}
	return c.answer, c.answerErr
}

// Records returns nil, because records have changed since the call was made.
func (c *Call) Records() scenario.Records { return nil }

// Now returns the moment of the call on the account's clock.
func (c *Call) Now() time.Time { return c.entry.AccountTime }
