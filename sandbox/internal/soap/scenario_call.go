package soap

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// scenarioCall is a call as scenario conditions read it.
type scenarioCall struct{ *call }

// Operation returns the called operation.
func (s scenarioCall) Operation() catalog.OperationID { return s.call.Operation.ID }

// Query returns the first value of a query name.
func (s scenarioCall) Query(name string) string { return s.Request.URL.Query().Get(name) }

// Path returns the whole path or the name of a call without an operation, otherwise "", because
// the path of the endpoint has no parameters.
func (s scenarioCall) Path(name string) string {
	part, _ := s.OutsidePath(name, s.stubName)
	return part
}

// Body returns nil, because SOAP has no JSON.
func (s scenarioCall) Body() any { return nil }

// XPath returns the text of the first node selected by an expression.
func (s scenarioCall) XPath(expression string, spend func(nodes int) error) (string, error) {
	return s.read.XPath(expression, spend)
}

// nameScenarios adds the scenarios in the call's values sandbox:NAME.
func (c *call) nameScenarios() {
	for value := range c.read.Texts() {
		if name, ok := scenario.FromValue(value); ok {
			c.OneCall = append(c.OneCall, name)
		}
	}
}
