package gate

import (
	"errors"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// IssueSession returns the session of an admitted login (section 5). The sandbox
// stores nothing: the session is signed with the account's secret.
func (c *Call) IssueSession() string {
	s := credential.Session{Code: c.Account.Code, Issued: c.Terms.Now, Epoch: c.Settings.Epoch}
	return credential.IssueSession(s, c.Settings.Secret)
}

// AdmitSession admits a SOAP call by its session, or returns the problem of the
// first failed check, with the code of open question session-fault.
func (g *Gate) AdmitSession(c *Call, session string) error {
	c.stage = accountStage
	c.Recorder.Secret(session)
	code, _ := credential.SessionCode(session)
	a, known := g.find(c, code)
	if !known {
		return g.FailEarly(c, "", g.unknownSession(c, session))
	}
	c.attach(a)
	c.Recorder.Check(journal.Check{Name: "account", Passed: true, Given: a.Code})
	c.stage = sessionStage
	if err := c.verifySession(session, c.Settings); err != nil {
		return g.FailEarly(c, "", sessionProblem(c, c.Settings, err))
	}
	if c.hasOverrides() && c.verifySession(session, c.own) != nil {
		c.dependOn(catalog.SessionLife)
	}
	c.Recorder.Check(journal.Check{Name: "session", Passed: true})
	return admit(c)
}

// unknownSession returns the problem of a session without an account. The account in the
// credential header, otherwise the only one, decides how the call fails, and its journal has
// the call, because its owner looks for it there. With several accounts the baseline decides.
func (g *Gate) unknownSession(c *Call, session string) error {
	if a := g.owner(c); a != nil {
		c.attach(a)
		return sessionProblem(c, c.Settings, credential.UnknownSession(session))
	}
	g.attachBaseline(c)
	return sessionProblem(c, c.withOverrides(c.repeats.settings(g.Registry.DefaultSettings())), credential.UnknownSession(session))
}

// verifySession checks that a session is one of the account and has not expired.
func (c *Call) verifySession(session string, s *account.Settings) error {
	return credential.VerifySession(session, s.Secret, credential.SessionRule{Code: c.Account.Code, Now: c.Terms.Now, Life: s.Life, Epoch: s.Epoch})
}

// sessionProblem records the failed check of a session and returns its problem
// (open question session-fault).
func sessionProblem(c *Call, s *account.Settings, err error) error {
	var r *credential.Refusal
	if !errors.As(err, &r) {
		return err
	}
	if r.Kind == credential.Expired {
		c.Circumstances |= catalog.Expired
	}
	code := wrongSessionCode(s)
	if code == catalog.InvalidSession && r.Kind == credential.Expired {
		code = catalog.SessionExpired
	}
	return failCheck(c.Recorder, "session", commerce.Problemf(code, "%s", r.Message).Of(r.Field, r.Given, "the session that login returned"))
}

// wrongSessionCode returns the code of a session outside the account.
func wrongSessionCode(s *account.Settings) catalog.Code {
	if s.Answers.Is(catalog.SessionFault, "INVALID_SESSION") {
		return catalog.InvalidSession
	}
	return catalog.Forbidden
}
