package gate

import (
	"errors"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
)

// IssueSession returns the session of an admitted login (section 5). Nothing is
// kept: the session is signed by the account.
func (c *Call) IssueSession() string {
	s := credential.Session{Code: c.Account.Code, Issued: c.Terms.Now, Epoch: c.Settings.Epoch}
	return credential.IssueSession(s, c.Settings.Secret)
}

// AdmitSession lets a SOAP call in by its session, or returns the problem that
// keeps it out, in the code that the account's answer to session-fault asks
// for.
func (g *Gate) AdmitSession(c *Call, session string) error {
	c.Recorder.Secret(session)
	code, _ := credential.SessionCode(session)
	a, known := g.Registry.Find(code)
	if !known {
		return refuseSession(c.Recorder, g.Registry.DefaultSettings(), credential.UnknownSession(session))
	}
	c.enter(a)
	c.Recorder.Check(journal.Check{Name: "account", Passed: true, Given: a.Code})
	if err := c.opens(session, c.Settings); err != nil {
		return refuseSession(c.Recorder, c.Settings, err)
	}
	if c.overridden() && c.opens(session, a.Settings()) != nil {
		c.lean(catalog.SessionLife)
	}
	c.Recorder.Check(journal.Check{Name: "session", Passed: true})
	return g.pass(c)
}

// opens holds a session against its account.
func (c *Call) opens(session string, s *account.Settings) error {
	return credential.VerifySession(session, s.Secret, credential.SessionRule{Now: c.Terms.Now, Life: s.Life, Epoch: s.Epoch})
}

// refuseSession returns the problem of a refused session (open question
// session-fault).
func refuseSession(entry *journal.Recorder, s *account.Settings, err error) error {
	var r *credential.Refusal
	if !errors.As(err, &r) {
		return err
	}
	code := wrongSession(s)
	if code == catalog.InvalidSession && r.Kind == credential.Expired {
		code = catalog.SessionExpired
	}
	return note(entry, "session", commerce.Problemf(code, "%s", r.Message).Of(r.Field, r.Given, "the session that login returned"))
}

// wrongSession is the code of a session that is none.
func wrongSession(s *account.Settings) catalog.Code {
	if s.Answers.Is(catalog.SessionFault, "INVALID_SESSION") {
		return catalog.InvalidSession
	}
	return catalog.Forbidden
}
