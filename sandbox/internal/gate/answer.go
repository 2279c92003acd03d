package gate

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Answer is the answer of a protocol. Headers that are "" or nil are left out. A handler
// sets the Ending only where it is not the success of the operation.
type Answer struct {
	Ending
	Status      int // 0 for the one in the catalogue
	ContentType string
	Location    string
	Headers     map[string]string  // of a scenario's answer
	Edited      map[string]*string // headers set by a scenario, or left out where they are nil
	Body        []byte
	Changes     []commerce.Change
	Original    *Original // nil unless a scenario changed or withheld the operation's answer

	carried bool // scenarios let the call reach its operation
	broken  bool // the client does not get the whole answer
}

// Original is the answer of an operation.
type Original struct {
	Status int
	Code   catalog.Code // "" for a success
	Body   []byte
}

// original returns the answer as the operation gave it.
func (a *Answer) original() *Original {
	return &Original{Status: a.Status, Code: a.Code(), Body: a.Body}
}

// Shape makes answers in the shape of a protocol.
type Shape interface {
	// Failure returns the body of a failed call.
	Failure(code catalog.Code, message string) (contentType string, body []byte)
	// Edit makes edits and returns remarks about those it could not make.
	Edit(edits edit.List, a *edit.Answer) (notes []string)
}

// Recover runs a part of a call. It returns a panic as an error, because otherwise the
// client would lose its connection without an answer.
func Recover(run func() (Answer, error)) (a Answer, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			a, err = Answer{}, fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	return run()
}

// Conclude ends a call with its answer, or with an error, and writes what scenarios make of
// it.
func (g *Gate) Conclude(c *Call, shape Shape, a Answer, err error) {
	g.finish(c, shape, &a, err)
	g.apply(&a, c, shape)
	g.Answer(c, c.Request, a)
}

// finish gives an answer its ending and its status, and an error its body.
func (g *Gate) finish(c *Call, shape Shape, a *Answer, err error) {
	if err == nil && a.Outcome.Status != 0 {
		return // a handler or a scenario knows how the call ends
	}
	end := g.Finish(c, err)
	if p := end.Problem; p != nil {
		*a = Answer{}
		a.ContentType, a.Body = shape.Failure(p.Code, p.Message)
	}
	if a.Ending = end; a.Status != 0 {
		return
	}
	a.Status = end.Outcome.Status
	if c.Settings != nil {
		a.Status = end.Outcome.StatusFor(c.Settings.Answers)
	}
}

// Replacement returns the answer of a scenario to a call without its operation, an empty one
// where the client gets none; false for a call that goes on.
func (c *Call) Replacement(shape Shape) (Answer, bool) {
	effect := c.Decision().Effect
	if !effect.SkipsOperation() || effect.Answer == nil {
		return Answer{}, effect.SkipsOperation()
	}
	return scenarioAnswer(effect.Answer, shape), true
}

// scenarioAnswer returns the answer of a scenario in the shape of a protocol.
func scenarioAnswer(by *scenario.Answer, shape Shape) Answer {
	a := Answer{Ending: Ending{Outcome: catalog.Outcome{Code: catalog.Code(by.Code), Status: by.Status}}, Status: by.Status, Headers: by.Headers}
	text, raw := by.Raw()
	if a.Body = text; !raw {
		a.ContentType, a.Body = shape.Failure(catalog.Code(by.Code), by.Message)
	}
	return a
}

// apply applies the effects of scenarios to an existing answer: they replace or lose the
// answer of an executed operation, rules that read it act, and edits change it.
func (g *Gate) apply(a *Answer, c *Call, shape Shape) {
	a.carried, c.answered = c.carriesOut(), true
	if c.Decision().Effect.After() {
		g.replace(a, c, shape)
	}
	if effect := c.Decision().Effect; c.Decision().Waits() && (scenario.HasAnswer(effect.Cut) || effect.After()) {
		g.decideLate(a, c, shape)
	}
	if len(c.Decision().Edits) > 0 {
		a.edit(c, shape)
	}
	c.makeMoves(account.MovedAfter)
}

// decideLate applies the rules with conditions on the answer.
func (g *Gate) decideLate(a *Answer, c *Call, shape Shape) {
	before := *c.Decision()
	c.keep(c.director.DecideLate(c.Context, endedCall{c.ScenarioCall, a}, before))
	for _, note := range c.Decision().Notes[len(before.Notes):] {
		c.Recorder.Note(note)
	}
	c.cutOff = c.hold(c.Decision().Holds[len(before.Holds):]) != nil
	if !c.cutOff && c.Decision().Effect != before.Effect {
		g.replace(a, c, shape)
	}
}

// replace replaces the answer by a scenario's. It keeps the answer and the changes of the
// operation, if it was carried out.
func (g *Gate) replace(a *Answer, c *Call, shape Shape) {
	before, effect := *a, c.Decision().Effect
	if before.Original == nil && a.carried {
		before.Original = a.original()
	}
	switch {
	case effect.Answer != nil:
		*a = scenarioAnswer(effect.Answer, shape)
	case effect.Fail != nil:
		*a = Answer{}
		g.finish(c, shape, a, c.failure(effect.Fail))
	}
	a.Original, a.Changes, a.carried = before.Original, before.Changes, before.carried
}

// endedCall is a call with its answer, as conditions read it.
type endedCall struct {
	scenario.Call
	answer *Answer
}

// Status returns the status of the answer.
func (e endedCall) Status() int { return e.answer.Status }

// Code returns the error code of the answer, "" for a success.
func (e endedCall) Code() string { return string(e.answer.Code()) }

// Answer returns the decoded body of the answer.
func (e endedCall) Answer() (any, error) { return content.Decode(e.answer.ContentType, e.answer.Body) }

// edit makes the edits of scenarios. The answer keeps the operation's own, if it was
// carried out.
func (a *Answer) edit(c *Call, shape Shape) {
	original, edited, made := a.original(), edit.Answer{Status: a.Status, Body: a.Body, Text: strings.HasPrefix(a.ContentType, "text/plain")}, false
	for _, by := range c.Decision().Edits {
		notes := shape.Edit(by.Edits, &edited)
		for _, note := range notes {
			c.Recorder.Note("scenario " + by.Scenario + ", " + note)
		}
		made = made || len(notes) < len(by.Edits)
	}
	if made && a.Original == nil && a.carried {
		a.Original = original
	}
	a.Status, a.Body, a.Edited = edited.Status, edited.Body, edited.Headers
}

// carriesOut reports whether scenarios let the call reach its operation. A failure that
// comes after it is decided later.
func (c *Call) carriesOut() bool {
	return c.Decision().Effect.Fail == nil && !c.Decision().Effect.SkipsOperation()
}

// Answer writes an answer, or the part of it that a scenario lets through. Only this
// method writes to the writer of a call. It closes the entry before it writes, so that a
// client that has the answer finds its entry.
func (g *Gate) Answer(c *Call, r *http.Request, a Answer) {
	done := c.ReadsBody()
	Discard(r, c.Recorder)
	done()
	d := c.deliver(r, garble(c.Decision().Effect.Cut, a.Body))
	d.lost = d.lost || c.cutOff
	a.broken = d.lost || d.broken
	h := headers{Header: c.Writer.Header()}
	g.describe(&h, c, &a)
	g.recordCause(c, &a)
	a.setHeaders(&h, c.Decision().Headers)
	if o := a.Original; o != nil {
		c.Recorder.OriginalAnswer(o.Status, string(o.Code), o.Body)
	}
	if len(a.Changes) > 0 && c.own.DiscardWrites {
		c.Recorder.Discarded = true
		h.set(DiscardedHeader, "1")
	}
	for _, change := range a.Changes {
		c.Recorder.Change(change.Kind, change.ID, change.Before, change.After)
	}
	if !d.lost {
		c.Recorder.ResponseHead(a.Status, string(a.Code()), h.Header)
		c.Recorder.ResponseBody(d.body)
	}
	g.close(r, c.Recorder)
	g.finishMoves(c)
	d.send(c, r, a.Status, &h)
}

// setHeaders sets the headers of the answer. Headers of limits replace them, those of a
// scenario's answer replace both, and edits replace all.
func (a *Answer) setHeaders(h *headers, limits map[string]string) {
	if a.ContentType != "" {
		h.set("Content-Type", a.ContentType)
	}
	if a.Location != "" {
		h.set("Location", a.Location)
	}
	if a.Outcome.Code == catalog.AccountBusy {
		h.set("Retry-After", "1")
	}
	for name, value := range limits {
		h.Set(name, value)
	}
	for name, value := range a.Headers {
		h.Set(name, value)
	}
	for name, value := range a.Edited {
		h.Header[name] = nil // the server does not fill it in either
		if value != nil {
			h.Header[name] = []string{*value}
		}
	}
}
