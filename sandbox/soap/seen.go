package soap

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// seen is a call as the conditions of scenarios see it.
type seen struct{ *call }

// Operation returns the operation that is called.
func (s seen) Operation() catalog.OperationID { return s.call.Operation.ID }

// Query returns the first value of a query name.
func (s seen) Query(name string) string { return s.request.URL.Query().Get(name) }

// Path returns nothing: the address of the endpoint has no parameters.
func (s seen) Path(string) string { return "" }

// Header returns the first value of a request header.
func (s seen) Header(name string) string { return gate.RequestHeader(s.request, name) }

// Body returns nothing: there is no JSON on this wire.
func (s seen) Body() any { return nil }

// XPath returns the text of the first node of the envelope that is selected.
func (s seen) XPath(expression string) (string, error) { return s.read.XPath(expression) }

// Now returns the moment of the call on the account's clock.
func (s seen) Now() time.Time { return s.Terms.Now }

// asked returns the scenarios that the call asks for, by the header or by a
// value that reads sandbox:NAME.
func (c *call) asked() []string {
	var names []string
	for _, value := range c.request.Header[scenario.HeaderName] {
		names = append(names, scenario.FromHeader(value)...)
	}
	for value := range c.read.Texts() {
		if name, ok := scenario.FromValue(value); ok {
			names = append(names, name)
		}
	}
	return names
}

// bent returns what a scenario wants done instead of the operation, true when
// it wants something.
func (c *call) bent() (reply, bool) {
	effect := c.Decision.Effect
	if effect.Answer == nil {
		return reply{}, !gate.HasAnswer(effect.Cut)
	}
	r := reply{made: effect.Answer}
	if text, raw := effect.Answer.Raw(); raw {
		r.envelope, r.raw = text, true
		return r, true
	}
	r.envelope = FaultAnswer(c.read.Version, Fault{Code: effect.Answer.Code, Text: effect.Answer.Message})
	return r, true
}
