package soap

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
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
	handle  Handle   // nil until the operation is known
	read    *Request // the envelope, as far as it could be read
}

// Operation is an operation of the catalogue with its handler.
type Operation struct {
	Row    *catalog.Operation
	Handle Handle
}

// Handle admits one call and answers it. It writes nothing itself.
type Handle func(c *call) (gate.Answer, error)

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
		answer, err := gate.Recover(c.run)
		h.Gate.Conclude(&c.Call, c, answer, err)
	}
}

// begin opens the journal entry of a call.
func (h *Handler) begin(writer http.ResponseWriter, r *http.Request) *call {
	c := &call{handler: h, read: &Request{Version: SOAP11}}
	c.Input = h.Gate.Begin(writer, r, catalog.SOAP)
	c.ScenarioCall = scenarioCall{c}
	c.NameInHeader(r.Header)
	return c
}

// options answers with no content. Such a call has a journal entry only if a scenario
// affects it.
func (c *call) options() {
	answer, err := c.fail(nil)
	answer.Status = cmp.Or(answer.Status, http.StatusNoContent)
	if c.Operation == nil {
		c.Writer.WriteHeader(answer.Status)
		return
	}
	c.handler.Gate.Conclude(&c.Call, c, answer, err)
}

const allowed = "GET, HEAD, OPTIONS, POST"

// run reads the call and carries it out.
func (c *call) run() (gate.Answer, error) {
	if c.Request.Method != http.MethodPost {
		return c.fail(commerce.Problemf(catalog.NotFound, "Method must be POST with an envelope, or GET with ?wsdl, got %s", c.Request.Method).
			Of("method", c.Request.Method, allowed))
	}
	unreadable := c.readEnvelope() // its version decides the shape of every fault
	if err := c.handler.Gate.CheckSite(c.Recorder, c.Request); err != nil {
		return gate.Answer{}, err
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
func (c *call) fail(problem error) (gate.Answer, error) {
	return c.handler.Gate.FailUnknown(&c.Call, c, problem)
}

// repeatable is a call that can be carried out again.
type repeatable struct{ *call }

// Repeat carries the call out as again.
func (r repeatable) Repeat(again gate.Call) (status int, code catalog.Code) {
	c := &call{Call: again, handler: r.handler, handle: r.handle, read: r.read}
	return c.handler.Gate.Outcome(&c.Call, c, func() (gate.Answer, error) { return c.handle(c) })
}

// readEnvelope reads the body. It checks the announced length before everything
// else.
func (c *call) readEnvelope() error {
	contentType, length := c.Request.Header.Get("Content-Type"), c.Request.ContentLength
	c.read.Version = guessVersion(nil, contentType)
	coding := c.Request.Header.Get("Content-Encoding")
	if length <= catalog.MaxSOAPBody && coding != "" && !strings.EqualFold(coding, "identity") {
		return commerce.Problemf(catalog.InvalidRequestBody, "The envelope has the Content-Encoding %.40q: send it uncompressed.", coding)
	}
	body, err := gate.ReadBody(c.Request, c.Recorder, catalog.MaxSOAPBody)
	switch {
	case errors.Is(err, gate.ErrTooLarge):
		return tooLarge()
	case err != nil:
		c.read.Version = guessVersion(body, contentType)
		return commerce.Problemf(catalog.InvalidRequestBody, "The envelope broke off after %d bytes: %v.", len(body), err)
	}
	c.read, err = Read(body, contentType)
	return err
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
	action := strings.Trim(c.Request.Header.Get("Soapaction"), `"`) // as net/http spells SOAPAction
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

// inEnvelope returns an answer in the version of the call. A handler returns it beside an error
// too, because the gate makes another answer of an error.
func (c *call) inEnvelope(envelope []byte, changes ...commerce.Change) gate.Answer {
	return gate.Answer{ContentType: c.read.Version.ContentType(), Body: envelope, Changes: changes}
}

// Failure returns the fault of a failed call.
func (c *call) Failure(code catalog.Code, message string) (contentType string, body []byte) {
	f := Fault{Code: string(code), Text: message, Request: c.AssignID()}
	if code == catalog.MustUnderstand {
		f.NotUnderstood = c.read.NotUnderstood
	}
	return c.read.Version.ContentType(), FaultAnswer(c.read.Version, f)
}

// Edit makes edits of an answer in XML.
func (c *call) Edit(edits edit.List, a *edit.Answer) []string { return edits.XML(a) }
