package soap

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// stubName returns the name of a call of an unknown operation, as scenarios have it.
func (c *call) stubName() string { return catalog.SOAPPrefix + c.read.Operation }

// beginStub reports whether a scenario names a call of an unknown operation. The call
// fails unless a rule answers it, and belongs to the account of its session.
func (c *call) beginStub(failed error) bool {
	session := c.read.stubSession()
	if !c.handler.Gate.BeginStub(&c.Call, c.stubName(), session) {
		return false
	}
	c.handle = func(c *call) (gate.Answer, error) {
		c.NameAsCredential(session)
		if err := c.handler.Gate.AdmitSession(&c.Call, session); err != nil {
			return gate.Answer{}, err
		}
		if answer, replaces := c.Replacement(c); replaces {
			return answer, nil
		}
		return gate.Answer{}, failed
	}
	return true
}

// stubSession returns the session of a call of an unknown operation: the element sessionID,
// in any case, of the call or of its one object, otherwise the first element of the call.
func (r *Request) stubSession() string {
	if len(r.call.children) == 0 {
		return ""
	}
	scopes := []element{r.call}
	if len(r.call.children) == 1 {
		scopes = append(scopes, r.call.children[0])
	}
	for _, scope := range scopes {
		if found, times := scope.find("sessionID"); times > 0 {
			return found.value()
		}
	}
	return r.call.children[0].value()
}
