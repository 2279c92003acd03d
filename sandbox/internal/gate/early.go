package gate

import (
	"errors"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
)

// FailEarly tries the rules before the credential on a call that failed a check, or on one without
// checks, for which failed is nil. named is the vendor code in the call, "" for none. If a rule
// ends the call, its checks count as not reached, and FailEarly returns the problem of the rule,
// nil for none; otherwise it returns failed.
func (g *Gate) FailEarly(c *Call, named string, failed error) error {
	if c.repeats != nil || !isOutcome(failed) {
		return failed
	}
	attached := c.director != nil
	if !attached {
		g.attachNamed(c, named)
	}
	if c.oneCallError != nil && len(c.InCredential) > 0 {
		c.forgetChecks()
		return scenarioProblem(c, c.oneCallError)
	}
	if c.oneCallError != nil && c.Operation.IsOperation() {
		c.Recorder.Note(c.oneCallError.Error())
	}
	decision := c.director.DecideEarly(c.Context, c.ScenarioCall, *c.Decision(), c.InCredential)
	if !decision.Acts() && !attached {
		c.detach()
		return failed
	}
	if decision.Effect.Fail != nil || decision.Effect.SkipsOperation() {
		c.forgetChecks()
	}
	c.keep(decision)
	if err := c.apply(); err != nil || decision.Effect.SkipsOperation() {
		return err
	}
	return failed
}

// isOutcome reports whether a failure is one of the interface, open to scenarios, not
// one of the sandbox.
func isOutcome(failed error) bool {
	var p *commerce.Problem
	return failed == nil || errors.As(failed, &p) && p.Code != catalog.TooManyAccounts && p.Code != catalog.SandboxPreview
}

// forgetChecks turns the checks of a call into checks not reached.
func (c *Call) forgetChecks() {
	c.stage = noStage
	c.Recorder.Checks, c.Recorder.Explain = c.Recorder.Checks[:0], c.Recorder.Explain[:0]
}

// attachNamed attaches the account named by a call without proof. Without one the baseline
// decides: a call for an unknown account has nothing to do with the only one.
func (g *Gate) attachNamed(c *Call, named string) {
	if a := g.claimant(c, named); a != nil {
		c.attach(a)
	} else {
		g.attachBaseline(c)
	}
}

// attachBaseline lets the baseline of all accounts decide about a call without one.
func (g *Gate) attachBaseline(c *Call) {
	c.begin(g.Registry.UnnamedDirector())
	c.Terms.Now = g.baselineNow()
}

// claimant returns the account that a call names without proof, nil for an unknown one.
// The owner stands for an impossible one.
func (g *Gate) claimant(c *Call, named string) *account.Account {
	if account.CheckCode(named) != nil {
		return g.owner(c)
	}
	a, _ := g.find(c, named)
	return a
}

// ClaimedAccount returns the account named by the credential header, even unverified, nil
// without one.
func (g *Gate) ClaimedAccount(c *Call) *account.Account {
	code := c.Credential.code()
	if code == "" {
		return nil
	}
	c.Recorder.Secret(c.Credential.claim.Hash)
	a, _ := g.find(c, code)
	return a
}

// owner returns the account of a call without credentials of its own: the one named by
// the credential header, otherwise the only one, nil if there are several.
func (g *Gate) owner(c *Call) *account.Account {
	if a := g.ClaimedAccount(c); a != nil {
		return a
	}
	if owner, ok := g.Registry.Find(conn.AccountOfPort(c.Context)); ok {
		return owner
	}
	if only, ok := g.Registry.Only(); ok {
		return only
	}
	return nil
}

// AdmitWSDL applies scenarios to a call that reads a description, and reports whether
// one affects it. A scenario that it cannot have does not fail the call, because a client
// may send one header with all its calls.
func (g *Gate) AdmitWSDL(c *Call) bool {
	c.Repeatable = ending{status: c.Operation.Success.Status}
	g.attachNamed(c, "")
	decision := c.director.Decide(c.Context, c.ScenarioCall, *c.Decision())
	if !decision.Acts() {
		c.detach()
		return false
	}
	c.keep(decision)
	_ = c.apply() // no rule fails a description
	return true
}

// FailUnknown fails a call without an operation, unless a scenario answers or cuts it. A nil
// failed means that it only asks for the methods of a path. A call unaffected by rules has no
// operation afterwards; any other has unknown-path.
func (g *Gate) FailUnknown(c *Call, shape Shape, failed error) (Answer, error) {
	var p *commerce.Problem
	c.Operation = catalog.Outside()
	c.Repeatable = ending{status: http.StatusNoContent}
	if errors.As(failed, &p) {
		outcome, _ := catalog.GeneralFailure(c.protocol(), p.Code)
		c.Repeatable = ending{outcome.Status, p.Code}
	}
	c.Recorder.Operation = string(c.Operation.ID)
	err := g.FailEarly(c, "", failed)
	if c.director == nil {
		c.Operation, c.Recorder.Operation, c.Repeatable = nil, "", nil
	}
	a, _ := c.Replacement(shape)
	return a, err
}
