package rest

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/credential"
)

// family is where every version of the interface would be.
const family = "/rest/"

// Serves reports whether a path belongs to this wire, if only by its version.
func Serves(path string) bool { return strings.HasPrefix(path+"/", family) }

// NoRoute answers an address that is none of the interface.
func (w *Handler) NoRoute(g *gin.Context) {
	path := g.Request.URL.Path
	why := "is no operation of the interface"
	if !strings.HasPrefix(path+"/", Base+"/") {
		why = "is not below " + Base + ", where the interface is"
	}
	w.refuse(g, func(method, below string) error {
		return commerce.Problemf(catalog.NotFound, "%s %s %s%s", method, path, why, nearest(method, below)).
			Of("path", path, expected(method, below))
	})
}

// NoMethod answers an address with a method that it does not know. Some
// clients are known to send PUT and DELETE as GET, hence the reminder.
func (w *Handler) NoMethod(g *gin.Context) {
	header := g.Writer.Header()
	header.Del("Allow") // gin's also counts what a path parameter would match
	if op, ok := emptyReference(g.Request); ok {
		w.serve(op, withoutReference)(g)
		return
	}
	meant, _ := w.addresses.meant(g.Request.URL.Path)
	header.Set("Allow", meant.allowed())
	w.refuse(g, func(method, below string) error {
		reminder := ""
		if method == http.MethodGet {
			reminder = "; some client libraries send PUT and DELETE as GET"
		}
		return commerce.Problemf(catalog.MethodNotAllowed, "%s does not answer %s, it answers %s%s%s",
			g.Request.URL.Path, method, meant.allowed(), nearest(method, below), reminder).Of("method", method, meant.allowed())
	})
}

// refuse answers a call that meets no operation. It is noted in the journal of
// the account that the caller claims to be, unproven as that is, because that
// is where its author will look.
func (w *Handler) refuse(g *gin.Context, problem func(method, below string) error) {
	c := w.begin(g, nil)
	if claim, err := credential.Parse(w.credential(c.request)); err == nil {
		c.Recorder.Secret(claim.Hash)
		c.Account, _ = w.Gate.Registry.Find(claim.Code)
	}
	if c.Account != nil {
		c.Terms.Now = c.Account.Clock.Now()
	}
	_, below, _ := strings.Cut(strings.TrimPrefix(c.request.URL.Path, family), "/")
	w.answer(c, reply{}, problem(c.request.Method, below))
}

// emptyReference tells a call on an order whose reference is empty, such as
// DELETE /orders//, from one on the collection: both look alike once doubled
// slashes are folded.
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

// withoutReference answers a call whose order reference is empty.
func withoutReference(*call) (reply, error) {
	return reply{}, missing("OrderReference", "")
}

func nearest(method, path string) string {
	if op := catalog.NearestOperation(method, path); op != nil {
		return fmt.Sprintf("; the nearest is %s %s (%s)", op.Method, op.Path, op.ID)
	}
	return ""
}

func expected(method, path string) string {
	if op := catalog.NearestOperation(method, path); op != nil {
		return op.Method + " " + op.Path
	}
	return "an operation of the interface"
}
