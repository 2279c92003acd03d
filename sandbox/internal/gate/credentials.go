package gate

import (
	"cmp"
	"errors"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/address"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// identify attaches the account of a REST call and checks its credential header
// (section 5).
func (g *Gate) identify(c *Call) error {
	c.stage = accountStage
	header := c.Credential
	if header == "" && g.attachFirst(c) {
		c.Recorder.Check(journal.Check{Name: "account", Passed: true, Given: c.Account.Code, Message: "the operation needs no credentials"})
		return nil
	}
	claim, err := credential.Parse(header)
	if err != nil {
		if owner, ok := g.Registry.Find(address.Port(c.Context)); ok {
			c.attach(owner)
		}
		if header == "" {
			c.Circumstances |= catalog.NoCredentials
		}
		if c.Misplaced != "" {
			err = credential.MisplacedIn(c.Misplaced, g.CredentialHeaders[0])
		}
		return credentialProblem(c.Recorder, "account", catalog.AuthenticationError, err)
	}
	c.named = claim.Code
	c.departIn(claim.Spelling)
	return g.authenticate(c, claim, catalog.AuthenticationError)
}

// AdmitLogin admits a SOAP login by the claim in its arguments (section 5), or
// returns the problem of the first failed check (open question login-fault).
func (g *Gate) AdmitLogin(c *Call, claim credential.Claim) error {
	c.stage, c.named = accountStage, claim.Code
	if err := g.authenticate(c, claim, catalog.AuthenticationFailed); err != nil {
		return g.early(c, err)
	}
	return admit(c)
}

// attachFirst attaches the first account to a call without credentials, and
// reports whether the operation needs none: the account or a scenario answers
// rest-auth with "documented".
func (g *Gate) attachFirst(c *Call) bool {
	first, ok := g.Registry.Find(cmp.Or(address.Port(c.Context), g.First))
	if c.Operation.CredentialListed || !ok {
		return false
	}
	c.attach(first)
	if c.Settings.Answers.Is(catalog.RESTAuth, "documented") {
		c.dependOn(catalog.RESTAuth)
		return true
	}
	c.detach()
	return false
}

// authenticate verifies a signed claim with the secret of its account, and attaches the
// account. It opens an unknown one where the policy allows it. A wrong claim fails with
// the code.
func (g *Gate) authenticate(c *Call, claim credential.Claim, code catalog.Code) error {
	c.Recorder.Secret(claim.Hash)
	a, known := g.Registry.AtPort(address.Port(c.Context), claim.Code)
	if !known {
		return g.authenticateNew(c, claim, code)
	}
	c.attach(a)
	c.Recorder.Check(journal.Check{Name: "account", Passed: true, Given: a.Code})
	if err := g.checkClaim(c, claim, c.Settings, c.Terms.Now, code); err != nil {
		return err
	}
	if c.hasOverrides() {
		g.checkOverrides(c, claim, c.own)
	}
	return nil
}

// checkClaim records whether a claim is right. A wrong one fails with the code.
func (g *Gate) checkClaim(c *Call, claim credential.Claim, s *account.Settings, now time.Time, code catalog.Code) error {
	c.stage = credentialStage
	c.moments = [...]time.Time{c.Recorder.WallTime, now}
	err := g.verify(c, claim, s)
	if err == nil {
		c.Recorder.Check(journal.Check{Name: "credential", Passed: true})
		return nil
	}
	c.Circumstances |= g.claimCircumstances(c, claim, *s, err)
	check := "credential"
	if err = g.explain(c, claim, s, err); isAbsent(err) {
		c.stage, check = accountStage, "account"
	}
	return credentialProblem(c.Recorder, check, code, err)
}

// claimCircumstances returns which of the account's answers made a claim fail.
func (g *Gate) claimCircumstances(c *Call, claim credential.Claim, s account.Settings, err error) catalog.Circumstances {
	var r *credential.Refusal
	circumstance := catalog.Circumstances(0)
	switch {
	case !errors.As(err, &r):
		return 0
	case r.Kind == credential.Stale:
		s.Skew, circumstance = credential.AnyDate, catalog.DateOff
	case r.Kind == credential.Mismatch && s.Algorithm != "":
		s.Algorithm, circumstance = "", catalog.OtherDigest
	default:
		return 0
	}
	if g.verify(c, claim, &s) != nil {
		return 0
	}
	return circumstance
}

// checkOverrides records the questions answered by a scenario if the claim would have
// failed with the account's own answers.
func (g *Gate) checkOverrides(c *Call, claim credential.Claim, own *account.Settings) {
	ownDigest, ownSkew := *c.Settings, *c.Settings
	ownDigest.Algorithm, ownSkew.Skew = own.Algorithm, own.Skew
	if g.verify(c, claim, &ownDigest) != nil {
		c.dependOn(catalog.RESTHash)
	}
	if g.verify(c, claim, &ownSkew) != nil {
		c.dependOn(catalog.RESTSkew)
	}
}

// verify checks a signature and its date. The date may be near either moment of the
// call: the wall clock's time or the account's.
func (g *Gate) verify(c *Call, claim credential.Claim, s *account.Settings) error {
	policy := credential.Policy{Algorithm: s.Algorithm, Skew: s.Skew, Moments: c.moments[:]}
	if c.Account != nil {
		policy.Memo = &c.Account.Signatures
	}
	return credential.Verify(claim, s.Secret, policy)
}

// explain returns the result of verify with the mistake of a wrong hash. A repetition gets
// none, because nobody reads it.
func (g *Gate) explain(c *Call, claim credential.Claim, s *account.Settings, err error) error {
	if c.repeats != nil {
		return err
	}
	policy := credential.Policy{Algorithm: s.Algorithm}
	if c.Account == nil {
		policy.Absent = g.Registry.Absence(claim.Code)
	} else {
		policy.Others = g.Registry.RecentSecrets()
	}
	return g.search(err, claim, s.Secret, policy)
}

// authenticateNew verifies a claim for a code without an account. Where accounts are open,
// a claim signed with the sandbox's secret opens the account, unless only a rule of a
// scenario answers the call.
func (g *Gate) authenticateNew(c *Call, claim credential.Claim, code catalog.Code) error {
	s, now, err := g.verifyingNew(claim)
	if err != nil {
		return credentialProblem(c.Recorder, "account", code, err)
	}
	if err := g.checkClaim(c, claim, c.repeats.settings(s), now, code); err != nil {
		return err
	}
	if c.stub != "" {
		return credentialProblem(c.Recorder, "account", code, credential.UnknownCode(claim, "a call that only a rule answers opens none: call an operation first, or commerce-sandbox account open "+claim.Code))
	}
	a, err := g.open(c, claim.Code)
	var full *account.TooManyError
	switch {
	case errors.Is(err, account.ErrTooLarge):
		return failCheck(c.Recorder, "preview", commerce.Problemf(catalog.SandboxPreview,
			"The call would open the account %s, whose world is too large to be previewed", claim.Code).
			Of(PreviewHeader, c.preview, "a call of an account that exists"))
	case errors.As(err, &full):
		return failCheck(c.Recorder, "account", commerce.Problemf(catalog.TooManyAccounts,
			"No further account can be opened, because --max-accounts is %d; delete an account or raise it", full.Max).
			Of("code", claim.Code, "the code of an account"))
	case err != nil:
		return err
	}
	c.attach(a)
	message := "opened by this call, or by another at the same time"
	if c.Recorder.Preview {
		message = "the call would open it"
	}
	c.Recorder.Check(journal.Check{Name: "account", Passed: true, Given: a.Code, Message: message})
	return nil
}

// open opens the account of a code, unless another call has. A preview gets an account
// of its own, invisible to other calls.
func (g *Gate) open(c *Call, code string) (*account.Account, error) {
	if c.Recorder.Preview {
		return g.Registry.Preview(code)
	}
	return g.Registry.FindOrOpen(c.Context, address.Port(c.Context), code)
}

// credentialProblem records a failed check of credentials with its explanation, and
// returns its problem (open question auth-errors).
func credentialProblem(entry *journal.Recorder, check string, code catalog.Code, err error) error {
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
	return failCheck(entry, check, p)
}
