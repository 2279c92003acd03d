package soap

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// scenarioCall is a call as scenario conditions read it.
type scenarioCall struct{ *call }

// Operation returns the called operation.
func (s scenarioCall) Operation() catalog.OperationID { return s.call.Operation.ID }

// Method returns the method of the request.
func (s scenarioCall) Method() string { return s.request.Method }

// Query returns the first value of a query name.
func (s scenarioCall) Query(name string) string { return s.request.URL.Query().Get(name) }

// Path returns the whole path or the name of a call without an operation, otherwise "", because
// the path of the endpoint has no parameters.
func (s scenarioCall) Path(name string) string {
	switch {
	case s.call.Operation.ID != catalog.UnknownPath:
	case name == catalog.WholePath:
		return catalog.OutsidePath(s.request.URL.Path)
	case name == catalog.StubName:
		return s.Stub
	case name == catalog.UncheckedStub:
		return s.stubName()
	}
	return ""
}

// Header returns the first value of a request header.
func (s scenarioCall) Header(name string) string { return gate.RequestHeader(s.request, name) }

// Body returns nil, because SOAP has no JSON.
func (s scenarioCall) Body() any { return nil }

// XPath returns the text of the first node selected by an expression.
func (s scenarioCall) XPath(expression string, spend func(nodes int) error) (string, error) {
	return s.read.XPath(expression, spend)
}

// Now returns the time of the call on the account's clock.
func (s scenarioCall) Now() time.Time { return s.Terms.Now }

// nameScenarios adds the scenarios in the call's values sandbox:NAME.
func (c *call) nameScenarios() {
	for value := range c.read.Texts() {
		if name, ok := scenario.FromValue(value); ok {
			c.OneCall = append(c.OneCall, name)
		}
	}
}

// scenarioReply returns the reply of a scenario, true when a scenario replaces the
// operation or leaves the client without an answer.
func (c *call) scenarioReply() (reply, bool) {
	effect := c.Decision().Effect
	if effect.Answer == nil || effect.After() {
		return reply{}, effect.SkipsOperation()
	}
	return c.overriding(effect.Answer), true
}

// overriding returns the reply of a scenario's answer.
func (c *call) overriding(a *scenario.Answer) reply {
	r := reply{override: a}
	if text, raw := a.Raw(); raw {
		r.envelope, r.raw = text, true
		return r
	}
	r.envelope = FaultAnswer(c.read.Version, Fault{Code: a.Code, Text: a.Message, Request: c.AssignID()})
	return r
}
