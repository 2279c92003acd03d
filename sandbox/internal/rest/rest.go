// Package rest is the REST protocol of the interface (section 4, without 4.9),
// over HTTP. It reads the path, query and body of a call, lets the gate admit it,
// calls the shop, and writes the answer in JSON.
//
// A handler returns an answer or an error and writes nothing; the gate takes the status from
// the catalogue and writes. Answers to
// open questions that change the shape of a stored order are in reshape.go; without them
// the stored bytes are the answer.
//
// The package leaves rules to commerce, the order of checks to gate, and the
// server to sandbox.
package rest

import (
	"cmp"
	"net/http"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// Base is the path of the REST base address (section 9).
const Base = catalog.Base

// CredentialHeaders returns the names of the credential header (open question
// header-name).
func CredentialHeaders() []string {
	return []string{"X-Service-Authentication", "X-Avangate-Authentication"}
}

// Handler serves the REST operations.
type Handler struct {
	Gate       *gate.Gate
	Operations []Operation

	addresses addresses // of all routes, filled by Mount
	emptied   []emptied // filled by Mount
	buffers   sync.Pool // of *bytes.Buffer, for the bodies of answers
}

// Operation is an operation of the catalogue with its handler.
type Operation struct {
	Row    *catalog.Operation
	Handle Handle
}

// Handle answers one admitted call. It writes nothing itself.
type Handle func(c *call) (gate.Answer, error)

// route is an operation with the common parts of its calls.
type route struct {
	Operation
	names names // of the parameters
}

// Mount adds the route of every operation to the group of Base, in both spellings of
// its trailing slash, because the interface is often called without redirects.
func (h *Handler) Mount(group *gin.RouterGroup) {
	h.addresses, h.emptied = nil, emptiedOf(h.Operations)
	for _, op := range h.Operations {
		path, methods := routePath(op.Row.Path), methodsOf(op.Row)
		h.addresses.allow(Base+path, methods...)
		serve := h.serve(&route{Operation: op, names: namesOf(op.Row)})
		for _, method := range methods {
			group.Handle(method, path, serve)
			group.Handle(method, path+"/", serve)
		}
	}
	for _, a := range h.addresses {
		path := strings.TrimPrefix(a.path, Base)
		group.OPTIONS(path, h.options(a.allowHeader()))
		group.OPTIONS(path+"/", h.options(a.allowHeader()))
	}
}

// methodsOf returns the methods of an operation: HEAD works like GET.
func methodsOf(op *catalog.Operation) []string {
	if op.Method == http.MethodGet {
		return []string{http.MethodGet, http.MethodHead}
	}
	return []string{op.Method}
}

// routePath returns a path of the catalogue as gin spells it, without the trailing
// slash.
func routePath(path string) string {
	return strings.TrimSuffix(strings.NewReplacer("{", ":", "}", "").Replace(path), "/")
}

// options answers OPTIONS with the methods of a path. Such a call has a journal entry
// only if a scenario affects it.
func (h *Handler) options(allowed string) gin.HandlerFunc {
	return func(g *gin.Context) {
		g.Header("Allow", allowed)
		c := h.begin(g, &route{})
		c.NameInHeader(c.Request.Header)
		answer, err := c.fail(nil)
		answer.Status = cmp.Or(answer.Status, http.StatusNoContent)
		if c.Operation == nil {
			g.Status(answer.Status)
			return
		}
		h.Gate.Conclude(&c.Call, c, answer, err)
	}
}
