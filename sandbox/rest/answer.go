package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// The types of a body.
const (
	jsonType = "application/json"
	textType = "text/plain; charset=utf-8"
)

// reply is what a handler wants answered.
type reply struct {
	status      int // 0: the success of the catalogue
	contentType string
	body        []byte
	location    string // path below Base of what was created
	changes     []commerce.Change

	softened catalog.Code     // the failure it stands for, where an open question's answer makes it a success
	made     *scenario.Answer // by a scenario, nil for a true answer
}

// failure is the body of section 2.5.
type failure struct {
	Code    catalog.Code `json:"error_code"`
	Message string       `json:"message"`
}

// bent returns the answer that a scenario wants given.
func bent(a *scenario.Answer) (reply, error) {
	r := reply{status: a.Status, made: a}
	if text, raw := a.Raw(); raw {
		r.body = text
		return r, nil
	}
	var err error
	r.contentType = jsonType
	r.body, err = commerce.Encode(failure{catalog.Code(a.Code), a.Message})
	return r, err
}

// answer has the reply written, or the error in the shape of section 2.5.
func (w *Handler) answer(c *call, r reply, err error) {
	outcome := w.finish(c, &r, err)
	a := gate.Answer{Status: r.status, Outcome: outcome, ContentType: r.contentType, Body: r.body, Changes: r.changes}
	if r.location != "" {
		a.Location = Base + r.location
	}
	if r.made != nil {
		a.Headers = r.made.Headers
	}
	w.Gate.Answer(&c.Call, c.request, a)
}

// finish gives the reply its status, and an error its body, and returns how
// the call ended.
func (w *Handler) finish(c *call, r *reply, err error) catalog.Outcome {
	if r.made != nil {
		return catalog.Outcome{Code: catalog.Code(r.made.Code), Status: r.status}
	}
	if outcome, ok := c.softened(r.softened); ok {
		return outcome
	}
	end := w.Gate.Finish(&c.Call, catalog.REST, err)
	if p := end.Problem; p != nil {
		*r = reply{contentType: jsonType}
		r.body, _ = commerce.Encode(failure{p.Code, p.Message}) // two strings always encode
	}
	if r.status == 0 {
		r.status = end.Outcome.Status
		if c.Settings != nil {
			r.status = end.Outcome.StatusFor(c.Settings.Answers)
		}
	}
	return end.Outcome
}

// softened returns the failure that a reply stands for.
func (c *call) softened(code catalog.Code) (catalog.Outcome, bool) {
	if code == "" {
		return catalog.Outcome{}, false
	}
	return c.Operation.Failure(code)
}
