package gate

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// accountDeleted returns the problem of a call whose account was deleted after the gate
// admitted it: the same code as for an unknown account (open questions auth-errors,
// login-fault and session-fault). It takes the account from the call: the entry then
// belongs to no account.
func (c *Call) accountDeleted(protocol catalog.Protocol) *commerce.Problem {
	code := catalog.AuthenticationError
	if protocol == catalog.SOAP {
		code = catalog.AuthenticationFailed
		if c.Operation.ID != catalog.Login {
			code = wrongSessionCode(c.Settings)
		}
	}
	p := commerce.Problemf(code, "The account %s was deleted during the call", c.Account.Code).
		Of("account", c.Account.Code, "an account that is not deleted during the call")
	c.Account = nil
	return p
}
