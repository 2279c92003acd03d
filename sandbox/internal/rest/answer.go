package rest

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// The content types of an answer.
const (
	jsonType = "application/json"
	textType = "text/plain; charset=utf-8"
)

// reply is the answer of a handler.
type reply struct {
	status      int // 0 for the status in the catalogue
	contentType string
	body        []byte
	location    string // path of a new record, below Base
	changes     []commerce.Change

	replaces catalog.Code     // the failure replaced by this success, by the answer to an open question
	override *scenario.Answer // the answer of a scenario, nil without one
}

// failure is the body of section 2.5.
type failure struct {
	Code    catalog.Code `json:"error_code"`
	Message string       `json:"message"`
}

// scenarioReply returns the reply of a scenario's answer, an empty one for a
// scenario that cuts the connection.
func scenarioReply(a *scenario.Answer) (reply, error) {
	if a == nil {
		return reply{}, nil
	}
	r := reply{status: a.Status, override: a}
	if text, raw := a.Raw(); raw {
		r.body = text
		return r, nil
	}
	var err error
	r.contentType = jsonType
	r.body, err = record.Encode(failure{catalog.Code(a.Code), a.Message})
	return r, err
}

// answer passes the reply to the gate, or the error in the shape of section 2.5.
func (h *Handler) answer(c *call, r reply, err error) {
	end := h.finish(c, &r, err) // it sets r
	a := answerOf(r, end)
	if r.location != "" {
		a.Location = h.Gate.Address.Prefix(c.request) + Base + r.location
	}
	a.Apply(&c.Call, c)
	h.Gate.Answer(&c.Call, c.request, a)
}

// answerOf returns the reply as the gate answers it.
func answerOf(r reply, end gate.Ending) gate.Answer {
	a := gate.Answer{Ending: end, Status: r.status, ContentType: r.contentType, Body: r.body, Changes: r.changes}
	if r.override != nil {
		a.Headers = r.override.Headers
	}
	return a
}

// Replacement returns the answer of a scenario to an executed operation.
func (c *call) Replacement(by *scenario.Answer) gate.Answer {
	r, _ := scenarioReply(by) // two strings always encode
	return answerOf(r, gate.Ending{Outcome: catalog.Outcome{Code: catalog.Code(by.Code), Status: by.Status}})
}

// Failure returns the answer of a call that fails after its execution.
func (c *call) Failure(err error) gate.Answer {
	r := reply{}
	end := c.handler.finish(c, &r, err) // it sets r
	return answerOf(r, end)
}

// Edit makes edits of an answer in JSON.
func (c *call) Edit(edits edit.List, a *edit.Answer) []string { return edits.JSON(a) }

// finish sets the status of the reply, and the body of an error, and returns the
// ending of the call.
func (h *Handler) finish(c *call, r *reply, err error) gate.Ending {
	if r.override != nil {
		return gate.Ending{Outcome: catalog.Outcome{Code: catalog.Code(r.override.Code), Status: r.status}}
	}
	if r.replaces != "" {
		if outcome, ok := c.Operation.Failure(r.replaces); ok {
			return gate.Ending{Outcome: outcome, Replaced: true}
		}
	}
	end := h.Gate.Finish(&c.Call, catalog.REST, err)
	if p := end.Problem; p != nil {
		*r = reply{contentType: jsonType}
		r.body, _ = record.Encode(failure{p.Code, p.Message}) // two strings always encode
	}
	if r.status == 0 {
		r.status = end.Outcome.Status
		if c.Settings != nil {
			r.status = end.Outcome.StatusFor(c.Settings.Answers)
		}
	}
	return end
}
