package rest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// family is the path of all versions of the interface.
const family = "/rest/"

// Serves reports whether a path belongs to REST, in any version.
func Serves(path string) bool { return strings.HasPrefix(path, family) || path+"/" == family }

// NoRoute answers a path that is not one of the interface.
func (h *Handler) NoRoute(g *gin.Context) {
	path := g.Request.URL.Path
	reason := "is not an operation of the interface"
	if !strings.HasPrefix(path+"/", Base+"/") {
		reason = "is not below " + Base + ", the base address of the interface"
	}
	h.noOperation(g, func(method, below string) error {
		return commerce.Problemf(catalog.NotFound, "%s %s %s%s", method, path, reason, nearest(method, below)).
			Of("path", path, expected(method, below))
	})
}

// NoMethod answers a path of the interface with a method that it does not have.
// Some client libraries send PUT and DELETE as GET, so the answer says that.
func (h *Handler) NoMethod(g *gin.Context) {
	header := g.Writer.Header()
	header.Del("Allow") // gin includes methods of paths with parameters
	if op, ok := emptyReference(g.Request); ok {
		h.serve(op, withoutReference)(g)
		return
	}
	address, _ := h.addresses.find(g.Request.URL.Path)
	header.Set("Allow", address.allowed())
	h.noOperation(g, func(method, below string) error {
		reminder := ""
		if method == http.MethodGet {
			reminder = "; some client libraries send PUT and DELETE as GET"
		}
		return commerce.Problemf(catalog.MethodNotAllowed, "%s does not accept %s, it accepts %s%s%s",
			g.Request.URL.Path, method, address.allowed(), nearest(method, below), reminder).Of("method", method, address.allowed())
	})
}

// noOperation answers a call without an operation. Its entry belongs to the
// account that the credential header names, even unverified, because there its
// author looks for it.
func (h *Handler) noOperation(g *gin.Context, problem func(method, below string) error) {
	c := h.begin(g, nil)
	if claim, err := credential.Parse(h.credential(c.request)); err == nil {
		c.Recorder.Secret(claim.Hash)
		c.Account, _ = h.Gate.Registry.Find(claim.Code)
	}
	if c.Account != nil {
		c.Terms.Now = c.Account.Clock.Now()
	}
	_, below, _ := strings.Cut(strings.TrimPrefix(c.request.URL.Path, family), "/")
	h.answer(c, reply{}, problem(c.request.Method, below))
}

// emptyReference returns the operation of a call with an empty order reference,
// such as DELETE /orders//. gin folds double slashes, and then the call looks like
// one on the collection.
func emptyReference(r *http.Request) (*catalog.Operation, bool) {
	if strings.HasSuffix(r.URL.Path, "/orders//upload") && r.Method == http.MethodPost {
		return catalog.Find(catalog.UploadOrderForm)
	}
	if !strings.HasSuffix(r.URL.Path, "/orders//") {
		return nil, false
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		return catalog.Find(catalog.RetrieveOrder)
	case http.MethodDelete:
		return catalog.Find(catalog.CancelOrder)
	}
	return nil, false
}

// withoutReference is the handler of a call with an empty order reference.
func withoutReference(*call) (reply, error) {
	return reply{}, missing("OrderReference", "")
}

// nearest returns the part of a message that names the nearest operation.
func nearest(method, path string) string {
	op := catalog.NearestOperation(method, path)
	return fmt.Sprintf("; the nearest is %s %s (%s)", op.Method, op.Path, op.ID)
}

func expected(method, path string) string {
	op := catalog.NearestOperation(method, path)
	return op.Method + " " + op.Path
}
