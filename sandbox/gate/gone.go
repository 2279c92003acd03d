package gate

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// gone returns the problem of a call whose account was deleted after the call
// was let in: what a caller of an account that is not there is told (open
// questions auth-errors, login-fault and session-fault). The call belongs to no
// account any more, so that its entry is kept among those of none.
func (c *Call) gone(wire catalog.Protocol) *commerce.Problem {
	code := catalog.AuthenticationError
	if wire == catalog.SOAP {
		code = catalog.AuthenticationFailed
		if c.Operation.ID != catalog.Login {
			code = wrongSession(c.Settings)
		}
	}
	p := commerce.Problemf(code, "The account %s was deleted while the call was under way", c.Account.Code).
		Of("account", c.Account.Code, "an account that stays until the call is answered")
	c.Account = nil
	return p
}
