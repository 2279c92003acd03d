package gate

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/address"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// BeginStub reports whether a scenario names a call without an operation, such as POST
// /orders or soap:placeOrder, so that its credential is checked as that of an operation
// is. session is that of a SOAP call, otherwise "". The call is one of UnknownPath then.
func (g *Gate) BeginStub(c *Call, protocol catalog.Protocol, name, session string) bool {
	code := ""
	if claim, err := credential.Parse(c.Credential); err == nil {
		code = claim.Code
	}
	if session != "" {
		code, _ = credential.SessionCode(session)
	}
	if !g.deciding(c, code).Stubs(name, c.OneCall) {
		return false
	}
	c.Operation, c.stub = catalog.Stub(protocol), name
	c.Recorder.Operation = string(c.Operation.ID)
	return true
}

// deciding returns what decides about a call that names an account, which may be opened by
// it, or that of the owner of a call that names none.
func (g *Gate) deciding(c *Call, code string) *scenario.Director {
	if account.CheckCode(code) == nil {
		if a, known := g.Registry.AtPort(address.Port(c.Context), code); known {
			return a.Director
		}
	} else if a := g.owner(c); a != nil {
		return a.Director
	}
	return g.Registry.Unnamed()
}

// AdmitStub admits a REST call that BeginStub has found.
func (g *Gate) AdmitStub(c *Call) error {
	if err := g.identify(c); err != nil {
		return g.early(c, err)
	}
	return admit(c)
}

// Stub returns the name by which a scenario names the call, "" for a call whose credential
// is not checked, or that is one of an operation.
func (c *Call) Stub() string { return c.stub }
