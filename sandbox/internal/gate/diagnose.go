package gate

import (
	"errors"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// Diagnosed is a claim to verify without a call.
type Diagnosed struct {
	credential.Claim
	Account string      // account with the secret; "" for the account of the claim
	Secret  string      // in place of an account's; "" for none
	At      []time.Time // when the call is made, on each clock that admits it; nil for now
}

// Diagnose verifies a claim as a call with it would be verified, by the account's own
// settings. It opens no account and records nothing. It returns the verifying settings,
// nil for an unknown code; the error is a *credential.Refusal.
func (g *Gate) Diagnose(d Diagnosed) (s *account.Settings, err error) {
	named := d.Claim
	if d.Account != "" {
		named.Code = d.Account
	}
	var now time.Time
	a, known := g.Registry.Find(named.Code)
	if known {
		s, now = a.Settings(), a.Clock.Now()
	} else {
		s, now, err = g.verifyingNew(named)
	}
	switch {
	case d.Secret != "":
		if s == nil {
			s, now = g.Registry.DefaultSettings(), g.Wall()
		}
		changed := *s
		changed.Secret = d.Secret
		s = &changed
	case err != nil:
		return nil, err
	}
	moments := []time.Time{g.Wall(), now}
	if d.At != nil {
		moments = d.At
	}
	policy := credential.Policy{Algorithm: s.Algorithm, Skew: s.Skew, Moments: moments}
	if known {
		policy.Others = g.Registry.Secrets()
	} else if d.Secret == "" {
		policy.Absent = g.Registry.Absence(named.Code)
	}
	err = g.search(credential.Verify(d.Claim, s.Secret, policy), d.Claim, s.Secret, policy)
	if isAbsent(err) {
		s = nil
	}
	return s, err
}

// search explains a wrong hash. One search runs at a time, because it takes the processor
// for milliseconds: refused calls wait for each other, and others for none.
func (g *Gate) search(err error, claim credential.Claim, secret string, policy credential.Policy) error {
	if err == nil {
		return nil
	}
	g.searching.Lock()
	defer g.searching.Unlock()
	return credential.Explain(err, claim, secret, policy)
}

// isAbsent reports whether a refusal says that the code has no account.
func isAbsent(err error) bool {
	var r *credential.Refusal
	return errors.As(err, &r) && (r.Mistake == credential.UnknownAccount || r.Mistake == credential.DeletedAccount)
}

// verifyingNew returns the settings that verify a claim for a code without an account,
// and the time on the account's future clock. The error says why no account can be
// opened for the claim.
func (g *Gate) verifyingNew(claim credential.Claim) (*account.Settings, time.Time, error) {
	if g.Accounts == ClosedAccounts {
		return nil, time.Time{}, credential.UnknownCode(claim, "the sandbox opens no accounts on demand")
	}
	if err := account.CheckCode(claim.Code); err != nil {
		return nil, time.Time{}, credential.UnknownCode(claim, err.Error())
	}
	return g.Registry.NewSettings(claim.Code), g.baselineNow(), nil
}

// baselineNow returns the time of a new account.
func (g *Gate) baselineNow() time.Time {
	if frozen := g.Registry.Baseline().Clock; frozen != nil {
		return *frozen
	}
	return g.Wall()
}
