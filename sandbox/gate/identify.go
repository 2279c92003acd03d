package gate

import (
	"errors"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
)

// identify finds the account of a REST call and checks its credential header
// (section 5).
func (g *Gate) identify(c *Call, header string) error {
	if header == "" && g.enterAnonymous(c) {
		c.Recorder.Check(journal.Check{Name: "account", Passed: true, Given: c.Account.Code, Message: "none was asked for"})
		return nil
	}
	claim, err := credential.Parse(header)
	if err != nil {
		return refuse(c.Recorder, "account", catalog.AuthenticationError, err)
	}
	return g.prove(c, claim, catalog.AuthenticationError)
}

// AdmitLogin lets a SOAP login in by the claim that its arguments make (section
// 5), or returns the problem that keeps it out (open question login-fault).
func (g *Gate) AdmitLogin(c *Call, claim credential.Claim) error {
	if err := g.prove(c, claim, catalog.AuthenticationFailed); err != nil {
		return err
	}
	return g.pass(c)
}

// enterAnonymous gives a call without credentials the first account, where that
// account's answer to rest-auth, or that of a scenario, lets the operation have
// none.
func (g *Gate) enterAnonymous(c *Call) bool {
	first, ok := g.Registry.Find(g.First)
	if c.Operation.CredentialListed || !ok {
		return false
	}
	c.enter(first)
	if c.Settings.Answers.Is(catalog.RESTAuth, "documented") {
		c.lean(catalog.RESTAuth)
		return true
	}
	c.leave()
	return false
}

// prove checks a signed claim, from either wire, against the secret of the
// account it names, and opens that account if it may. A claim that does not
// hold is refused with the code.
func (g *Gate) prove(c *Call, claim credential.Claim, code catalog.Code) error {
	c.Recorder.Secret(claim.Hash)
	a, known := g.Registry.Find(claim.Code)
	if !known {
		return g.proveNew(c, claim, code)
	}
	c.enter(a)
	c.Recorder.Check(journal.Check{Name: "account", Passed: true, Given: a.Code})
	if err := g.checkClaim(c.Recorder, claim, c.Settings, c.Terms.Now, code); err != nil {
		return err
	}
	if c.overridden() && g.holds(claim, a.Settings(), c.Terms.Now) != nil {
		c.lean(catalog.RESTHash, catalog.RESTSkew)
	}
	return nil
}

// checkClaim refuses a claim that does not hold with the code.
func (g *Gate) checkClaim(entry *journal.Recorder, claim credential.Claim, s *account.Settings, now time.Time, code catalog.Code) error {
	if err := g.holds(claim, s, now); err != nil {
		return refuse(entry, "credential", code, err)
	}
	entry.Check(journal.Check{Name: "credential", Passed: true})
	return nil
}

// holds holds a claim against a secret, and its date against the wall's time
// and the account's.
func (g *Gate) holds(claim credential.Claim, s *account.Settings, now time.Time) error {
	moments := [2]time.Time{g.Wall(), now}
	return credential.Verify(claim, s.Secret, credential.Policy{
		Algorithm: s.Algorithm, Skew: s.Skew, Moments: moments[:], Others: g.Registry.Secrets(),
	})
}

// proveNew checks a claim for a code that names no account yet. Where accounts
// are open, one who signs with the sandbox's secret gets it opened.
func (g *Gate) proveNew(c *Call, claim credential.Claim, code catalog.Code) error {
	if g.Accounts == ClosedAccounts {
		return refuse(c.Recorder, "account", code, credential.UnknownCode(claim, "accounts are closed, so that none is opened for it"))
	}
	if err := account.CheckCode(claim.Code); err != nil {
		return refuse(c.Recorder, "account", code, credential.UnknownCode(claim, err.Error()))
	}
	now := g.Wall()
	if stands := g.Registry.Baseline().Clock; stands != nil {
		now = *stands
	}
	if err := g.checkClaim(c.Recorder, claim, g.Registry.DefaultSettings(), now, code); err != nil {
		return err
	}
	a, err := g.Registry.FindOrOpen(claim.Code)
	if err != nil {
		return err
	}
	c.enter(a)
	c.Recorder.Check(journal.Check{Name: "account", Passed: true, Given: a.Code, Message: "opened by this call, or by one at the same time"})
	return nil
}

// refuse notes a refusal of credentials with all that explains it, and returns
// the problem that the caller gets to see (open question auth-errors).
func refuse(entry *journal.Recorder, check string, code catalog.Code, err error) error {
	var r *credential.Refusal
	if !errors.As(err, &r) {
		return err
	}
	if r.Signed != "" {
		entry.Line("signed", r.Signed)
	}
	if r.Mistake != "" {
		entry.Line("mistake", string(r.Mistake))
	}
	p := &commerce.Problem{Code: code, Message: r.Message, Field: r.Field, Given: r.Given, Expected: r.Expected}
	return note(entry, check, p)
}
