package rest

import (
	"bytes"
	"fmt"
	"net/http"
	"runtime/debug"
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
	request *http.Request
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
		answer, err := c.run()
		h.answer(c, answer, err)
		c.release()
	}
}

// begin opens the journal entry of a call. A route without a row stands for a call
// without an operation.
func (h *Handler) begin(g *gin.Context, at *route) *call {
	r := g.Request
	c := &call{}
	c.handler, c.route, c.request, c.path = h, at, r, g.Params
	c.Context = r.Context()
	c.Writer, c.Wall = g.Writer, h.Gate.Wall
	c.Turn, _ = r.Body.(*gate.Turn)
	c.Operation = at.Row
	c.Recorder = h.Gate.Journal.Begin(r, h.Gate.Wall())
	c.Recorder.Protocol = string(catalog.REST)
	c.Credential = h.Gate.CredentialIn(r.Header)
	c.ReadPreview(r)
	if at.Row != nil {
		c.Recorder.Operation, c.Repeatable = string(at.Row.ID), repeatable{c}
	}
	return c
}

// run checks that the call may be read, and carries it out. It returns a panic as
// an error, because otherwise the client would lose its connection without an
// answer.
func (c *call) run() (r reply, err error) {
	defer recoverPanic(&r, &err)
	if !c.hasBody() {
		gate.Discard(c.request, c.Recorder) // otherwise the server does not notice that the client goes away
	}
	if err := c.handler.Gate.CheckSite(c.Recorder, c.request); err != nil {
		return reply{}, err
	}
	if c.hasBody() {
		c.handler.Gate.Arrive(&c.Call)
	}
	c.ScenarioCall = scenarioCall{c}
	c.nameScenarios()
	return c.carryOut()
}

// recoverPanic makes an error of a panic.
func recoverPanic(r *reply, err *error) {
	if fault := recover(); fault != nil {
		*r, *err = reply{}, fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
	}
}

// carryOut admits the call and handles it.
func (c *call) carryOut() (reply, error) {
	c.noteOtherCredentials()
	if err := c.handler.Gate.Admit(&c.Call, c.request.Header["Accept"]); err != nil {
		return reply{}, err
	}
	if effect := c.Decision().Effect; effect.SkipsOperation() {
		return scenarioReply(effect.Answer)
	}
	if c.request.URL.RawQuery != "" {
		c.query() // an operation without parameters ignores every name, and the entry says so
	}
	answer, err := c.route.Handle(c)
	return answer, c.withPathQuery(err)
}

// repeatable is a call that can be carried out again.
type repeatable struct{ *call }

// Repeat carries the call out as again. The body is read already.
func (r repeatable) Repeat(again gate.Call) (status int, code catalog.Code) {
	c := &call{Call: again, handler: r.handler, route: r.route, request: r.request, path: r.path, content: r.content}
	defer c.release()
	answer, err := func() (answer reply, err error) {
		defer recoverPanic(&answer, &err)
		if c.Operation.ID == catalog.UnknownPath {
			return c.carryOutOutside()
		}
		return c.carryOut()
	}()
	end := c.handler.finish(c, &answer, err)
	return answer.status, end.Code()
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
