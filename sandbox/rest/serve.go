package rest

import (
	"bytes"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
)

// call is one REST call on its way.
type call struct {
	gate.Call
	wire    *Handler
	request *http.Request
	path    gin.Params
	read    *query        // nil until somebody asked for the query
	content *content      // nil until somebody asked for the body
	body    *bytes.Buffer // of the answer, nil until a handler asked for it
}

// maxReused is how large a buffer may be to be kept.
const maxReused = 256 << 10

// buffer returns a buffer for the body of the answer. Buffers are used again
// and again: a page is large, and making it anew for each call would be most
// of the work.
func (c *call) buffer() *bytes.Buffer {
	if c.body == nil {
		c.body, _ = c.wire.buffers.Get().(*bytes.Buffer)
	}
	if c.body == nil {
		c.body = &bytes.Buffer{}
	}
	c.body.Reset()
	return c.body
}

// release takes the buffer back once the answer is written.
func (c *call) release() {
	if c.body != nil && c.body.Cap() <= maxReused {
		c.wire.buffers.Put(c.body)
	}
}

// serve returns the route of an operation.
func (w *Handler) serve(op *catalog.Operation, handle handler) gin.HandlerFunc {
	return func(g *gin.Context) {
		op, handle := op, handle
		if op.ID == catalog.SearchOrders {
			if meant, ok := emptyReference(g.Request); ok {
				op, handle = meant, withoutReference
			}
		}
		c := w.begin(g, op)
		r, err := w.run(c, handle)
		w.answer(c, r, err)
		c.release()
	}
}

// begin opens the journal entry of a call.
func (w *Handler) begin(g *gin.Context, op *catalog.Operation) *call {
	c := &call{wire: w, request: g.Request, path: g.Params}
	c.Context = g.Request.Context()
	c.Writer = g.Writer
	c.Operation = op
	c.Recorder = w.Gate.Journal.Begin(g.Request, w.Gate.Wall())
	c.Recorder.Protocol = string(catalog.REST)
	if op != nil {
		c.Recorder.Operation = string(op.ID)
	}
	return c
}

// run admits the call and handles it. A panic is a fault of the sandbox like
// any other, and must not take the caller's connection down.
func (w *Handler) run(c *call, handle handler) (r reply, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			r, err = reply{}, fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
		}
	}()
	if !c.hasBody() {
		gate.Discard(c.request, c.Recorder) // what nobody reads would hide that the caller goes away
	}
	c.Seen = seen{c}
	c.OneCall = c.asked()
	err = w.Gate.Admit(&c.Call, gate.Credentials{Header: w.credential(c.request), Accept: c.request.Header["Accept"]})
	if err != nil {
		return reply{}, err
	}
	effect := c.Decision.Effect
	if effect.Answer != nil {
		return bent(effect.Answer)
	}
	if !gate.HasAnswer(effect.Cut) {
		return reply{}, nil
	}
	return handle(c)
}

// credential returns the first credential header that has a value.
func (w *Handler) credential(r *http.Request) string {
	for _, name := range w.CredentialHeaders {
		for _, value := range r.Header[name] {
			if strings.TrimSpace(value) != "" {
				return value
			}
		}
	}
	return ""
}

// reference returns the order reference of the path.
func (c *call) reference() (string, error) { return c.segment("OrderReference") }

// segment returns a parameter of the path, which may not be blank.
func (c *call) segment(name string) (string, error) {
	value := c.path.ByName(name)
	if strings.TrimSpace(value) == "" {
		return "", missing(name, value)
	}
	return value, nil
}

func missing(name, given string) error {
	return commerce.Problemf(catalog.InvalidParameter, "%s is missing in the path", name).
		Of(name, given, "the "+name+" between two slashes")
}
