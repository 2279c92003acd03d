package rest

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// call is one REST call.
type call struct {
	gate.Call
	handler *Handler
	route   *route
	path    gin.Params    // of the request
	read    *query        // nil until the query is read
	content *sentBody     // nil until the body is read
	body    *bytes.Buffer // of the answer, nil until it has one
	rows    orders        // shown by the answer
}

// maxReused is the largest body in bytes whose buffer serves another answer.
const maxReused = 256 << 10

// buffer returns an empty buffer for the body of the answer. The answers share buffers,
// because to make the memory of a page is a third of the work of its call.
func (c *call) buffer() *bytes.Buffer {
	body, ok := c.handler.buffers.Get().(*bytes.Buffer)
	if !ok {
		body = &bytes.Buffer{}
	}
	body.Reset()
	c.body = body
	return body
}

// release ends the use of the buffer, after the answer is written.
func (c *call) release() {
	if c.body != nil && c.body.Cap() <= maxReused {
		c.handler.buffers.Put(c.body)
	}
}

// serve returns the route of an operation.
func (h *Handler) serve(at *route) gin.HandlerFunc {
	folded := foldedInto(at, h.emptied)
	return func(g *gin.Context) {
		at := at
		if other := findEmptied(folded, g.Request); other != nil {
			at = other
		}
		c := h.begin(g, at)
		answer, err := gate.Recover(c.run)
		h.Gate.Conclude(&c.Call, c, answer, err)
		c.release()
	}
}

// begin opens the journal entry of a call. A route without a row stands for a call
// without an operation.
func (h *Handler) begin(g *gin.Context, at *route) *call {
	c := &call{handler: h, route: at, path: g.Params}
	c.Input = h.Gate.Begin(g.Writer, g.Request, catalog.REST)
	c.ScenarioCall = scenarioCall{c}
	if c.Operation = at.Row; at.Row != nil {
		c.Recorder.Operation, c.Repeatable = string(at.Row.ID), repeatable{c}
	}
	return c
}

// run checks that the call may be read, and carries it out.
func (c *call) run() (gate.Answer, error) {
	if !c.hasBody() {
		gate.Discard(c.Request, c.Recorder) // otherwise the server does not notice that the client goes away
	}
	if err := c.handler.Gate.CheckSite(c.Recorder, c.Request); err != nil {
		return gate.Answer{}, err
	}
	if c.hasBody() {
		c.handler.Gate.Arrive(&c.Call)
	}
	c.nameScenarios()
	return c.carryOut()
}

// carryOut admits the call and handles it.
func (c *call) carryOut() (gate.Answer, error) {
	c.noteOtherCredentials()
	if err := c.handler.Gate.Admit(&c.Call, c.Request.Header["Accept"]); err != nil {
		return gate.Answer{}, err
	}
	if answer, replaces := c.Replacement(c); replaces {
		return answer, nil
	}
	if c.Request.URL.RawQuery != "" {
		c.query() // an operation without parameters ignores every name, and the entry says so
	}
	answer, err := c.route.Handle(c)
	return answer, c.withPathQuery(err)
}

// repeatable is a call that can be carried out again.
type repeatable struct{ *call }

// Repeat carries the call out as again. The body is read already.
func (r repeatable) Repeat(again gate.Call) (status int, code catalog.Code) {
	c := &call{Call: again, handler: r.handler, route: r.route, path: r.path, content: r.content}
	defer c.release()
	run := c.carryOut
	if c.Operation.ID == catalog.UnknownPath {
		run = c.carryOutOutside
	}
	return c.handler.Gate.Outcome(&c.Call, c, run)
}

// reference returns the order reference in the path.
func (c *call) reference() (string, error) { return c.segment("OrderReference") }

// segment returns a parameter of the path. A blank one, and one that is not UTF-8, is a
// problem.
func (c *call) segment(name string) (string, error) {
	value := c.path.ByName(name)
	switch {
	case strings.TrimSpace(value) == "":
		return "", missing(name, value)
	case !utf8.ValidString(value):
		return "", commerce.Problemf(catalog.InvalidParameter, "%s must be text in UTF-8, got %+q", name, value).
			Of(name, strconv.QuoteToASCII(value), "text in UTF-8")
	}
	return value, nil
}

// missing returns the problem of an empty parameter of the path.
func missing(name, given string) error {
	return commerce.Problemf(catalog.InvalidParameter, "%s is missing in the path", name).
		Of(name, given, "the "+name+" between two slashes")
}
