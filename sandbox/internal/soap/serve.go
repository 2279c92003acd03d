package soap

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/edit"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Path is the path of the endpoint (section 9).
const Path = catalog.Endpoint

// Handler serves the endpoint.
type Handler struct {
	Gate       *gate.Gate
	Operations []Operation
}

// call is one SOAP call.
type call struct {
	gate.Call
	handler *Handler
	handle  Handle // nil until the operation is known
	request *http.Request
	read    *Request // the envelope, as far as it could be read
}

// reply is the answer of a handler.
type reply struct {
	envelope []byte
	changes  []commerce.Change
	override *scenario.Answer // the answer of a scenario, nil without one
	raw      bool             // envelope is the scenario's own text

	contentType string // of a description, otherwise ""
}

// Operation is an operation of the catalogue with its handler.
type Operation struct {
	Row    *catalog.Operation
	Handle Handle
}

// Handle admits one call and answers it. It writes nothing itself.
type Handle func(c *call) (reply, error)

// ServeHTTP answers calls by POST and descriptions by GET.
func (h *Handler) ServeHTTP(writer http.ResponseWriter, r *http.Request) {
	c := h.begin(writer, r)
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		h.describe(c)
	case http.MethodOptions:
		writer.Header().Set("Allow", allowed)
		c.options()
	default:
		answer, err := c.run()
		h.answer(c, answer, err)
	}
}

// begin opens the journal entry of a call.
func (h *Handler) begin(writer http.ResponseWriter, r *http.Request) *call {
	c := &call{}
	c.handler, c.request, c.read = h, r, &Request{Version: SOAP11}
	c.Context = r.Context()
	c.Writer, c.Wall = writer, h.Gate.Wall
	c.Turn, _ = r.Body.(*gate.Turn)
	c.Recorder = h.Gate.Journal.Begin(r, h.Gate.Wall())
	c.Recorder.Protocol = string(catalog.SOAP)
	c.Credential = h.Gate.CredentialIn(r.Header)
	c.ReadPreview(r)
	c.ScenarioCall = scenarioCall{c}
	c.NameInHeader(r.Header)
	return c
}

// options answers with no content. Such a call has a journal entry only if a scenario
// affects it.
func (c *call) options() {
	r, err := c.fail(nil)
	if c.Operation == nil {
		c.Writer.WriteHeader(http.StatusNoContent)
		return
	}
	if !c.Decision().Effect.SkipsOperation() {
		c.Operation.Success.Status = http.StatusNoContent
		r.raw = true // without a Content-Type
	}
	c.handler.answer(c, r, err)
}

const allowed = "GET, HEAD, OPTIONS, POST"

// run reads the call and carries it out. It returns a panic as an error.
func (c *call) run() (answer reply, err error) {
	defer recoverPanic(&answer, &err)
	if c.request.Method != http.MethodPost {
		return c.fail(commerce.Problemf(catalog.NotFound, "Method must be POST with an envelope, or GET with ?wsdl, got %s", c.request.Method).
			Of("method", c.request.Method, allowed))
	}
	unreadable := c.readEnvelope() // its version decides the shape of every fault
	if err := c.handler.Gate.CheckSite(c.Recorder, c.request); err != nil {
		return reply{}, err
	}
	if unreadable != nil {
		return c.fail(unreadable)
	}
	if err := c.findOperation(); err != nil && !c.beginStub(err) {
		return c.fail(err)
	}
	c.Repeatable = repeatable{c}
	c.nameScenarios()
	return c.handle(c)
}

// fail fails a call without an operation, unless a scenario before the credential answers
// it. A call that only asks for methods has no problem.
func (c *call) fail(problem error) (reply, error) {
	if err := c.handler.Gate.FailUnknown(&c.Call, catalog.SOAP, problem); err != nil {
		return reply{}, err
	}
	r, _ := c.scenarioReply()
	return r, nil
}

// recoverPanic makes an error of a panic.
func recoverPanic(answer *reply, err *error) {
	if fault := recover(); fault != nil {
		*answer, *err = reply{}, fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
	}
}

// repeatable is a call that can be carried out again.
type repeatable struct{ *call }

// Repeat carries the call out as again.
func (r repeatable) Repeat(again gate.Call) (status int, code catalog.Code) {
	c := &call{Call: again, handler: r.handler, handle: r.handle, request: r.request, read: r.read}
	answer, err := func() (answer reply, err error) {
		defer recoverPanic(&answer, &err)
		return c.handle(c)
	}()
	end := c.handler.finish(c, &answer, err)
	return end.Outcome.Status, end.Outcome.Code
}

// readEnvelope reads the body. It checks the announced length before everything
// else.
func (c *call) readEnvelope() error {
	contentType, length := c.request.Header.Get("Content-Type"), c.request.ContentLength
	c.read.Version = guessVersion(nil, contentType)
	coding := c.request.Header.Get("Content-Encoding")
	if length <= catalog.MaxSOAPBody && coding != "" && !strings.EqualFold(coding, "identity") {
		return commerce.Problemf(catalog.InvalidRequestBody, "The envelope has the Content-Encoding %.40q: send it uncompressed.", coding)
	}
	body, err := gate.ReadBody(c.request, c.Recorder, catalog.MaxSOAPBody)
	switch {
	case errors.Is(err, gate.ErrTooLarge):
		return tooLarge()
	case err != nil:
		c.read.Version = guessVersion(body, contentType)
		return commerce.Problemf(catalog.InvalidRequestBody, "The envelope broke off after %d bytes: %v.", len(body), err)
	}
	return c.read.parse(body, contentType)
}

// findOperation sets the operation, by the name of its element.
func (c *call) findOperation() error {
	for _, op := range c.handler.Operations {
		if op.Row.Action == c.read.Operation {
			c.Operation, c.Recorder.Operation, c.handle = op.Row, string(op.Row.ID), op.Handle
			c.noteAction()
			return nil
		}
	}
	var known []string
	for _, op := range c.handler.Operations {
		known = append(known, op.Row.Action)
	}
	expected := phrase.Or(known...)
	hint := ""
	if rule := scenario.SOAPStub(c.read.Operation); rule != "" {
		hint = "; a scenario can answer it: " + rule
	}
	return commerce.Problemf(catalog.NotFound, "Unknown operation %q; known: %s%s", phrase.Shorten(c.read.Operation, 40), phrase.List(known...), hint).
		Of("Body", c.read.Operation, expected)
}

// noteAction records a SOAPAction of another operation. The call ignores it.
func (c *call) noteAction() {
	action := strings.Trim(c.request.Header.Get("Soapaction"), `"`) // as net/http spells SOAPAction
	for _, other := range c.handler.Operations {
		if other.Row != c.Operation && strings.HasSuffix(action, other.Row.Action) {
			c.Recorder.Note(fmt.Sprintf("ignored SOAPAction %q, because the envelope calls %s", phrase.Shorten(action, 80), c.Operation.Action))
		}
	}
}

// reportUnknown records the ignored parts of the call.
func (c *call) reportUnknown(names []string) {
	for _, note := range c.read.Notes {
		c.Recorder.Note(note)
	}
	for _, name := range names {
		c.Recorder.Note(fmt.Sprintf("ignored element %q", name))
	}
}

// answer passes the envelope to the gate, or the error as a fault.
func (h *Handler) answer(c *call, r reply, err error) {
	end := h.finish(c, &r, err) // it may replace r
	a := c.answerOf(r, end)
	a.Apply(&c.Call, c)
	h.Gate.Answer(&c.Call, c.request, a)
}

// Replacement returns the answer of a scenario to an executed operation.
func (c *call) Replacement(by *scenario.Answer) gate.Answer {
	return c.answerOf(c.overriding(by), gate.Ending{Outcome: catalog.Outcome{Code: catalog.Code(by.Code), Status: by.Status}})
}

// Failure returns the fault of a call that fails after its execution.
func (c *call) Failure(err error) gate.Answer {
	r := reply{}
	end := c.handler.finish(c, &r, err) // it may replace r
	return c.answerOf(r, end)
}

// Edit makes edits of an answer in XML.
func (c *call) Edit(edits edit.List, a *edit.Answer) []string { return edits.XML(a) }

// answerOf returns the reply as the gate answers it.
func (c *call) answerOf(r reply, end gate.Ending) gate.Answer {
	a := gate.Answer{Ending: end, Status: end.Outcome.Status, Body: r.envelope, Changes: r.changes}
	if !r.raw {
		a.ContentType = cmp.Or(r.contentType, c.read.Version.ContentType())
	}
	if r.override != nil {
		a.Headers = r.override.Headers
	}
	return a
}

// finish turns an error into a fault and returns the ending of the call.
func (h *Handler) finish(c *call, r *reply, err error) gate.Ending {
	if r.override != nil {
		return gate.Ending{Outcome: catalog.Outcome{Code: catalog.Code(r.override.Code), Status: r.override.Status}}
	}
	end := h.Gate.Finish(&c.Call, catalog.SOAP, err)
	if p := end.Problem; p != nil {
		f := Fault{Code: string(p.Code), Text: p.Message, Request: c.AssignID()}
		if p.Code == catalog.MustUnderstand {
			f.NotUnderstood = c.read.NotUnderstood
		}
		*r = reply{envelope: FaultAnswer(c.read.Version, f)}
	}
	return end
}
