package soap

import (
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// ServeLogin checks the credentials and returns a session (section 5).
func ServeLogin(c *call) (gate.Answer, error) {
	l := c.read.Login()
	c.reportUnknown(l.Unknown)
	c.NameAsCredential(l.Code, l.Date, l.Hash, l.Algo)
	if err := c.admitLogin(l); err != nil {
		return gate.Answer{}, err
	}
	if answer, replaces := c.Replacement(c); replaces {
		return answer, nil
	}
	if err := c.checkHeaders(); err != nil {
		return gate.Answer{}, err
	}
	session := c.IssueSession()
	c.Recorder.Secret(session)
	return c.inEnvelope(c.read.LoginAnswer(session)), nil
}

// admitLogin checks that the arguments are there, each once, and lets the gate admit
// their claim. A call that fails early is admitted all the same when a scenario answers it.
func (c *call) admitLogin(l Login) error {
	h := c.handler
	if names := l.Missing(); names != nil {
		missing := strings.Join(names, ", ")
		p := commerce.Problemf(catalog.InvalidParameter, "login needs %s; it takes merchantCode, date, hash and algorithm", missing).
			Of(names[0], "", "a value")
		return h.Gate.FailEarly(&c.Call, l.Code, addGuidance(p, c.guideLogin(l)))
	}
	if err := checkOnce(l.Repeated); err != nil {
		return h.Gate.FailEarly(&c.Call, l.Code, err)
	}
	return h.Gate.AdmitLogin(&c.Call, l.Claim)
}
