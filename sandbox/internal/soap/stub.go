package soap

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"

// stubName returns the name of a call of an unknown operation, as scenarios have it.
func (c *call) stubName() string { return catalog.SOAPPrefix + c.read.Operation }

// beginStub reports whether a scenario names a call of an unknown operation, which fails
// unless a rule answers it. It belongs to the account of its session.
func (c *call) beginStub(failed error) bool {
	session := c.read.Upgrade().SessionID // every operation of the service has the parameter
	if !c.handler.Gate.BeginStub(&c.Call, catalog.SOAP, c.stubName(), session) {
		return false
	}
	c.handle = func(h *Handler, c *call) (reply, error) {
		c.NameAsCredential(session)
		if err := h.Gate.AdmitSession(&c.Call, session); err != nil {
			return reply{}, err
		}
		if r, ok := c.scenarioReply(); ok {
			return r, nil
		}
		return reply{}, failed
	}
	return true
}
