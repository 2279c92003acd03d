package gate

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// BeginStub reports whether a scenario names a call without an operation, such as POST
// /orders or soap:placeOrder. The call is then one of UnknownPath, with a credential
// checked as for an operation. session belongs to a SOAP call, otherwise it is "".
func (g *Gate) BeginStub(c *Call, name, session string) bool {
	code := c.Credential.code()
	if session != "" {
		code, _ = credential.SessionCode(session)
	}
	director := g.Registry.UnnamedDirector()
	if a := g.claimant(c, code); a != nil {
		director = a.Director
	}
	if !director.Stubs(name, c.OneCall) {
		return false
	}
	c.Operation, c.Stub = catalog.Stub(c.protocol()), name
	c.Recorder.NameOperation(string(c.Operation.ID))
	return true
}

// AdmitOutside applies scenarios to a call of a path outside of the interface. It
// returns the problem of the first failed check.
func (g *Gate) AdmitOutside(c *Call) error {
	if a := g.owner(c); a != nil {
		c.attach(a)
		return admit(c)
	}
	err := g.FailEarly(c, "", nil)
	if !c.Decision().Effect.SkipsOperation() {
		c.stage = operationStage
	}
	return err
}
