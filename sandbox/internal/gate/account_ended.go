package gate

import (
	"context"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// over returns an *account.EndedError once the account that admitted the call was reset or
// deleted, nil until then.
func (c *Call) over() error { return context.Cause(c.life()) }

// life returns a context that is done once the account of the call ends.
func (c *Call) life() context.Context {
	if c.Account == nil {
		return context.Background()
	}
	return c.Account.Life()
}

// endWithAccount returns the problem of a call whose account ended after the gate admitted
// it: the same code as for an unknown account (open questions auth-errors, login-fault and
// session-fault). It takes the account from the call, whose entry then belongs to no account
// and counts nowhere, and reports it to the followers of the account.
func (c *Call) endWithAccount(ended *account.EndedError) *commerce.Problem {
	code := catalog.AuthenticationError
	switch {
	case c.Operation.ID == catalog.UnknownPath && c.Stub == "": // it needs no account
		code = catalog.NotFound
	case c.Operation.ID == catalog.Login:
		code = catalog.AuthenticationFailed
	case c.protocol() == catalog.SOAP:
		code = wrongSessionCode(c.Settings)
	}
	if c.repeats == nil {
		c.Recorder.Disown(ended.How)
		c.Account.PublishEnded(client.EndedEvent{
			Account: ended.Code, Call: c.Recorder.IDWithoutAccount(), Operation: c.Recorder.Operation, Method: c.Recorder.Request.Method, How: ended.How,
		})
	}
	c.Decision().Release()
	c.Account, c.decided = nil, nil // no scenario replaces this answer
	return commerce.Problemf(code, "The account %s was %s during the call", ended.Code, ended.How).
		Of("account", ended.Code, "an account that is not "+ended.How+" during the call")
}
