package gate

import (
	"cmp"
	"errors"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// identify attaches the account of a REST call and checks its credential header
// (section 5).
func (g *Gate) identify(c *Call) error {
	c.stage = accountStage
	if c.Credential.Text == "" {
		if g.admitFirst(c) {
			c.dependOn(catalog.RESTAuth)
			c.Recorder.Check(journal.Check{Name: "account", Passed: true, Given: c.Account.Code, Message: "the operation needs no credentials"})
			return nil
		}
		c.Circumstances |= catalog.NoCredentials
	}
	claim, err := c.Credential.parse(g.CredentialHeaders[0])
	if err != nil {
		if owner, ok := g.Registry.Find(conn.AccountOfPort(c.Context)); ok {
			c.attach(owner)
		}
		return credentialProblem(c.Recorder, "account", catalog.AuthenticationError, err)
	}
	c.departIn(claim.Spelling)
	return g.authenticate(c, claim, catalog.AuthenticationError)
}

// strictSkew is the shortest of the listed answers to rest-skew.
const strictSkew = time.Minute

// admitFirst attaches the first account to a call without credentials if the operation needs
// none, because the account or a scenario answers rest-auth with "documented".
func (g *Gate) admitFirst(c *Call) (admitted bool) {
	first, ok := g.Registry.Find(cmp.Or(conn.AccountOfPort(c.Context), g.First))
	if c.Operation.CredentialListed || !ok {
		return false
	}
	c.attach(first)
	if admitted = c.Settings.Answers.Is(catalog.RESTAuth, "documented"); !admitted {
		c.detach()
	}
	return admitted
}

// find returns the account of a code for a call: the one at which it arrived, even if that was
// reset or deleted since.
func (g *Gate) find(c *Call, code string) (a *account.Account, known bool) {
	if c.arrived != nil {
		return c.arrived, true
	}
	return g.Registry.AtPort(conn.AccountOfPort(c.Context), code)
}

// authenticate attaches the account of a signed claim, and verifies the claim with its secret. It
// opens an unknown account where the policy allows it. A wrong claim fails with the code.
func (g *Gate) authenticate(c *Call, claim credential.Claim, code catalog.Code) error {
	c.Recorder.Secret(claim.Hash)
	a, known := g.find(c, claim.Code)
	if !known {
		return g.authenticateNew(c, claim, code)
	}
	c.attach(a)
	c.Recorder.Check(journal.Check{Name: "account", Passed: true, Given: a.Code})
	proof := proof{Claim: claim, account: a, moments: [...]time.Time{c.Recorder.WallTime, c.Terms.Now}}
	if err := g.checkProof(c, &proof, c.Settings, code); err != nil {
		return err
	}
	if c.hasOverrides() {
		c.dependOn(proof.refusedBy(c.own.Algorithm, c.own.Skew, c.Settings)...)
	}
	if c.Operation.Protocol == catalog.REST {
		c.refusing = proof.refusedBy(credential.SHA256, min(c.Settings.Skew, strictSkew), c.Settings)
	}
	return nil
}

// checkProof records whether a claim is right. A wrong one fails with the code.
func (g *Gate) checkProof(c *Call, p *proof, s *account.Settings, code catalog.Code) error {
	c.stage = credentialStage
	err := p.verify(s)
	if err == nil {
		c.Recorder.Check(journal.Check{Name: "credential", Passed: true})
		return nil
	}
	c.Circumstances |= p.circumstances(*s, err)
	check := "credential"
	if c.repeats == nil { // nobody reads the explanation of a repetition
		policy := credential.Policy{Algorithm: s.Algorithm}
		if p.account == nil {
			policy.Absent = g.Registry.Absence(p.Code)
		} else {
			policy.Others = g.Registry.RecentSecrets()
		}
		err = g.search(err, p.Claim, s.Secret, policy)
	}
	if isAbsent(err) {
		c.stage, check = accountStage, "account"
	}
	return credentialProblem(c.Recorder, check, code, err)
}

// proof is a claim with everything but the settings to verify it.
type proof struct {
	credential.Claim
	account *account.Account // nil while there is none
	moments [2]time.Time     // the date must be near one: the wall clock's time or the account's
}

// verify checks the signature and its date.
func (p *proof) verify(s *account.Settings) error {
	policy := credential.Policy{Algorithm: s.Algorithm, Skew: s.Skew, Moments: p.moments[:]}
	if p.account != nil {
		policy.Memo = &p.account.Signatures
	}
	return credential.Verify(p.Claim, s.Secret, policy)
}

// circumstances returns which of the account's answers made the claim fail.
func (p *proof) circumstances(s account.Settings, err error) catalog.Circumstances {
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
	if p.verify(&s) != nil {
		return 0
	}
	return circumstance
}

// refusedBy returns the questions whose other answer, a digest or a skew, would have refused
// the claim, which is accepted under the settings.
func (p *proof) refusedBy(digest credential.Algorithm, skew time.Duration, s *account.Settings) (on []catalog.QuestionID) {
	other := *s
	if other.Algorithm, other.Skew = digest, skew; p.verify(&other) == nil {
		return nil
	}
	if other.Skew = s.Skew; p.verify(&other) != nil {
		on = append(on, catalog.RESTHash)
	}
	if other.Algorithm, other.Skew = s.Algorithm, skew; p.verify(&other) != nil {
		on = append(on, catalog.RESTSkew)
	}
	return on
}

// authenticateNew verifies a claim for a code without an account. Where accounts are open,
// a claim signed with the sandbox's secret opens the account, unless only a rule of a
// scenario answers the call.
func (g *Gate) authenticateNew(c *Call, claim credential.Claim, code catalog.Code) error {
	s, now, err := g.verifyingNew(claim)
	if err != nil {
		return credentialProblem(c.Recorder, "account", code, err)
	}
	proof := proof{Claim: claim, moments: [...]time.Time{c.Recorder.WallTime, now}}
	if err := g.checkProof(c, &proof, c.repeats.settings(s), code); err != nil {
		return err
	}
	if c.Stub != "" {
		return credentialProblem(c.Recorder, "account", code, credential.UnknownCode(claim, "a call that only a rule answers opens none: call an operation first, or commerce-sandbox account open "+claim.Code))
	}
	a, err := g.open(c, claim.Code)
	if err != nil {
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
func (g *Gate) open(c *Call, code string) (a *account.Account, err error) {
	if c.Recorder.Preview {
		a, err = g.Registry.Preview(code)
	} else {
		a, err = g.Registry.FindOrOpen(c.Context, conn.AccountOfPort(c.Context), code)
	}
	var full *account.TooManyError
	switch {
	case errors.Is(err, account.ErrTooLarge):
		return nil, failCheck(c.Recorder, "preview", commerce.Problemf(catalog.SandboxPreview,
			"The call would open the account %s, whose world is too large to be previewed", code).
			Of(PreviewHeader, c.Preview, "a call of an account that exists"))
	case errors.As(err, &full):
		return nil, failCheck(c.Recorder, "account", commerce.Problemf(catalog.TooManyAccounts,
			"No further account can be opened, because --max-accounts is %d; delete an account or raise it", full.Max).
			Of("code", code, "the code of an account"))
	}
	return a, err
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
