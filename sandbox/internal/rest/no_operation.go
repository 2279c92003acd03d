package rest

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// family is the path of all versions of the interface.
const family = "/rest/"

// Serves reports whether a path belongs to REST, in any version, or to JSON-RPC, though the
// sandbox does not imitate it.
func Serves(path string) bool {
	return slices.ContainsFunc([]string{family, "/rpc/", "/jsonrpc/"}, func(f string) bool { return strings.HasPrefix(path, f) || path+"/" == f })
}

// isOutside reports whether a path without a route is one of another interface of
// the service, not a misspelled one of this interface.
func isOutside(asked string) bool {
	asked = path.Clean(asked)
	if !strings.HasPrefix(asked+"/", family) {
		return true
	}
	below, isBelow := strings.CutPrefix(asked, Base+"/")
	return isBelow && !catalog.IsMisspelled(below)
}

// NoRoute answers a path outside the interface.
func (h *Handler) NoRoute(g *gin.Context) {
	asked := g.Request.URL.Path
	if isOutside(asked) {
		h.outside(g)
		return
	}
	reason := "is not an operation of the interface"
	if !strings.HasPrefix(asked+"/", Base+"/") {
		reason = "is not below " + Base + ", the base address of the interface"
	}
	h.noOperation(g, func(method, below string) error {
		hint := ""
		if first, _, _ := strings.Cut(strings.TrimLeft(below, "/"), "/"); catalog.OperationsAt(first) != nil { // otherwise it is misspelled
			hint = stubHint(method, asked)
		}
		op := catalog.NearestOperation(method, below)
		return commerce.Problemf(catalog.NotFound, "%s %s %s%s%s", method, asked, reason, nearest(op), hint).
			Of("path", asked, op.Method+" "+op.Path)
	})
}

// NoMethod answers a path of the interface with a wrong method. Some client libraries
// send PUT and DELETE as GET, so the answer says that.
func (h *Handler) NoMethod(g *gin.Context) {
	header := g.Writer.Header()
	header.Del("Allow") // gin includes methods of paths with parameters
	if other := findEmptied(h.emptied, g.Request); other != nil {
		h.serve(other)(g)
		return
	}
	path := g.Request.URL.Path
	address, _ := h.addresses.find(path)
	header.Set("Allow", address.allowHeader())
	h.noOperation(g, func(method, below string) error {
		reminder := ""
		if method == http.MethodGet {
			reminder = "; some client libraries send PUT and DELETE as GET"
		}
		return commerce.Problemf(catalog.MethodNotAllowed, "%s does not accept %s, it accepts %s%s%s%s",
			path, method, address.allowHeader(), nearest(catalog.NearestOperation(method, below)), reminder, stubHint(method, path)).Of("method", method, address.allowHeader())
	})
}

// noOperation answers a call without an operation. Its entry belongs to the account in
// the credential header, even unverified, because its author looks for it there.
func (h *Handler) noOperation(g *gin.Context, problem func(method, below string) error) {
	c := h.begin(g, &route{})
	_, below, _ := strings.Cut(strings.TrimPrefix(c.Request.URL.Path, family), "/")
	failed := problem(c.Request.Method, below)
	c.NameInHeader(c.Request.Header)
	if h.Gate.BeginStub(&c.Call, c.stubName(), "") {
		h.stub(c, failed)
		return
	}
	answer, err := c.fail(c.withPathQuery(failed))
	if c.Operation == nil {
		c.Account = h.Gate.ClaimedAccount(&c.Call)
	}
	if c.Operation == nil && c.Account != nil {
		c.Terms.Now = c.Account.Clock.Now()
	}
	h.Gate.Conclude(&c.Call, c, answer, err)
}

// stub answers a call named by a scenario, without an operation. It fails unless a rule
// answers it.
func (h *Handler) stub(c *call, failed error) {
	c.route.Operation = Operation{Row: c.Operation, Handle: func(*call) (gate.Answer, error) { return gate.Answer{}, failed }}
	c.Repeatable = repeatable{c}
	c.nameInValues()
	answer, err := gate.Recover(c.carryOutOutside)
	if err == nil {
		c.Writer.Header().Del("Allow")
	}
	h.Gate.Conclude(&c.Call, c, answer, err)
	c.release()
}

// fail fails a call without an operation, unless a scenario before the credential answers
// it. A call that only asks for the methods of a path has no problem.
func (c *call) fail(problem error) (gate.Answer, error) {
	return gate.Recover(func() (gate.Answer, error) { return c.handler.Gate.FailUnknown(&c.Call, c, problem) })
}

// nearest returns the part of a message about the nearest operation.
func nearest(op *catalog.Operation) string {
	return fmt.Sprintf("; the nearest is %s %s (%s)", op.Method, op.Path, op.ID)
}
