package soap

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// Path is where the endpoint lives (section 9).
const Path = "/soap/6.0"

// Handler serves the endpoint.
type Handler struct {
	Gate *gate.Gate
}

// call is one SOAP call on its way.
type call struct {
	gate.Call
	request *http.Request
	read    *Request // the envelope, as far as it could be read
}

// reply is what a handler wants answered.
type reply struct {
	envelope []byte
	changes  []commerce.Change
	made     *scenario.Answer // by a scenario, nil for a true answer
	raw      bool             // what is made is no envelope
}

// handler admits one call and answers it. It writes nothing itself.
type handler func(w *Handler, c *call) (reply, error)

func handlerOf(id catalog.OperationID) handler {
	switch id {
	case catalog.Login:
		return login
	case catalog.UpgradePartnerSubscriptions:
		return upgradePartnerSubscriptions
	}
	return nil
}

// operations are those of this wire. The catalogue makes a copy for each who
// asks, which is too much for each call.
var operations = slices.DeleteFunc(catalog.Operations(), func(op *catalog.Operation) bool { return op.Protocol != catalog.SOAP })

// ServeHTTP answers calls by POST and descriptions by GET.
func (w *Handler) ServeHTTP(writer http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		describe(writer, r)
	case http.MethodOptions:
		writer.Header().Set("Allow", allowed)
		writer.WriteHeader(http.StatusNoContent)
	default:
		c := &call{request: r, read: &Request{Version: SOAP11}}
		c.Context = r.Context()
		c.Writer = writer
		c.Recorder = w.Gate.Journal.Begin(r, w.Gate.Wall())
		c.Recorder.Protocol = string(catalog.SOAP)
		answer, err := w.run(c)
		w.answer(c, answer, err)
	}
}

const allowed = "GET, HEAD, OPTIONS, POST"

// run reads the call and handles it. A panic is a fault of the sandbox like
// any other.
func (w *Handler) run(c *call) (answer reply, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			answer, err = reply{}, fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	if c.request.Method != http.MethodPost {
		return reply{}, commerce.Problemf(catalog.NotFound, "%s is no call: POST an envelope, or GET ?wsdl", c.request.Method).
			Of("method", c.request.Method, allowed)
	}
	if err := c.readEnvelope(); err != nil {
		return reply{}, err
	}
	if err := c.findOperation(); err != nil {
		return reply{}, err
	}
	c.Seen = seen{c}
	c.OneCall = c.asked()
	return handlerOf(c.Operation.ID)(w, c)
}

// readEnvelope reads the body. One that says to be too large is told so before
// anything else of it.
func (c *call) readEnvelope() error {
	contentType, length := c.request.Header.Get("Content-Type"), c.request.ContentLength
	c.read = &Request{Version: guess(nil, contentType)}
	coding := c.request.Header.Get("Content-Encoding")
	if length <= catalog.MaxSOAPBody && coding != "" && !strings.EqualFold(coding, "identity") {
		return commerce.Problemf(catalog.InvalidRequestBody, "The envelope has the Content-Encoding %.40q: send it uncompressed.", coding)
	}
	body, err := gate.ReadBody(c.request, c.Recorder, catalog.MaxSOAPBody)
	switch {
	case errors.Is(err, gate.ErrTooLarge):
		return tooLarge()
	case err != nil:
		c.read.Version = guess(body, contentType)
		return commerce.Problemf(catalog.InvalidRequestBody, "The envelope broke off after %d bytes: %v.", len(body), err)
	}
	c.read, err = Read(body, contentType)
	return err
}

// findOperation looks up the operation by the name of its element.
func (c *call) findOperation() error {
	var known []string
	for _, op := range operations {
		if op.Action == c.read.Operation {
			c.Operation, c.Recorder.Operation = op, string(op.ID)
			return nil
		}
		known = append(known, op.Action)
	}
	expected := strings.Join(known, " or ")
	return commerce.Problemf(catalog.NotFound, "%.40q is no operation; call %s", c.read.Operation, expected).
		Of("Body", c.read.Operation, expected)
}

// noteUnknown remarks on elements that were not read.
func (c *call) noteUnknown(names []string) {
	for _, name := range names {
		c.Recorder.Note(fmt.Sprintf("ignored element %q", name))
	}
}

// answer has the envelope written, or the error as a fault.
func (w *Handler) answer(c *call, r reply, err error) {
	outcome := w.finish(c, &r, err)
	a := gate.Answer{Status: outcome.Status, Outcome: outcome, Body: r.envelope, Changes: r.changes}
	if !r.raw {
		a.ContentType = c.read.Version.ContentType()
	}
	if r.made != nil {
		a.Headers = r.made.Headers
	}
	w.Gate.Answer(&c.Call, c.request, a)
}

// finish turns an error into a fault and returns how the call ended.
func (w *Handler) finish(c *call, r *reply, err error) catalog.Outcome {
	if r.made != nil {
		return catalog.Outcome{Code: catalog.Code(r.made.Code), Status: r.made.Status}
	}
	end := w.Gate.Finish(&c.Call, catalog.SOAP, err)
	if p := end.Problem; p != nil {
		*r = reply{envelope: FaultAnswer(c.read.Version, Fault{
			Code: string(p.Code), Text: p.Message, Request: w.Gate.AssignID(&c.Call),
		})}
	}
	return end.Outcome
}
