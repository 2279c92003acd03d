package gate

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// BeginStub reports whether a scenario names a call without an operation, such as POST
// /orders or soap:placeOrder. The call is then one of UnknownPath, with a credential
// checked as for an operation. session belongs to a SOAP call, otherwise it is "".
func (g *Gate) BeginStub(c *Call, protocol catalog.Protocol, name, session string) bool {
	code := c.Credential.code()
	if session != "" {
		code, _ = credential.SessionCode(session)
	}
	if !g.deciding(c, code).Stubs(name, c.OneCall) {
		return false
	}
	c.Operation, c.Stub = catalog.Stub(protocol), name
	c.Recorder.NameOperation(string(c.Operation.ID))
	return true
}

// deciding returns the director of a call: of its account, perhaps opened by the call, or
// of the owner of a call without one.
func (g *Gate) deciding(c *Call, code string) *scenario.Director {
	if account.CheckCode(code) == nil {
		if a, known := g.find(c, code); known {
			return a.Director
		}
	} else if a := g.owner(c); a != nil {
		return a.Director
	}
	return g.Registry.UnnamedDirector()
}

// AdmitOutside applies scenarios to a call of a path outside of the interface. It
// returns the problem of the first failed check.
func (g *Gate) AdmitOutside(c *Call) error {
	if a := g.owner(c); a != nil {
		c.Admission = c.attach(a)
		return admit(c)
	}
	err := g.early(c, "", nil)
	if !c.Decision.Effect.SkipsOperation() {
		c.stage = operationStage
	}
	return err
}
