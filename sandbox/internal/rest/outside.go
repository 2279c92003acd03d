package rest

import (
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// outside answers a path called by clients of the real service, but outside the
// interface. A scenario of the account may answer it.
func (h *Handler) outside(g *gin.Context) {
	c := h.begin(g, &route{Operation: Operation{Row: catalog.Outside(), Handle: notPart}})
	if c.hasBody() {
		h.Gate.Arrive(&c.Call)
	}
	c.nameScenarios()
	h.Gate.BeginStub(&c.Call, c.stubName(), "")
	answer, err := gate.Recover(c.carryOutOutside)
	h.Gate.Conclude(&c.Call, c, answer, err)
	c.release()
}

// stubName returns the name of a call without an operation, as scenarios have it.
func (c *call) stubName() string {
	return c.Request.Method + " " + catalog.OutsidePath(c.Request.URL.Path)
}

// carryOutOutside applies the scenarios of the account to a call outside the interface.
// Only the credential of a stub is verified, because other interfaces send credentials in
// other ways.
func (c *call) carryOutOutside() (gate.Answer, error) {
	if err := c.admitOutside(); err != nil {
		return gate.Answer{}, err
	}
	if answer, replaces := c.Replacement(c); replaces {
		return answer, nil
	}
	if status := c.Decision().Effect.Place; status != "" {
		return c.placeOrder(status)
	}
	answer, err := c.route.Handle(c)
	return answer, c.withPathQuery(err)
}

func (c *call) admitOutside() error {
	if c.Stub == "" {
		return c.handler.Gate.AdmitOutside(&c.Call)
	}
	if err := c.handler.Gate.CheckSite(c.Recorder, c.Request); err != nil {
		return err
	}
	return c.handler.Gate.Admit(&c.Call, nil) // a stub lists no Accept
}

// notPart is the handler of a call outside of the interface.
func notPart(c *call) (gate.Answer, error) {
	method, path := c.Request.Method, c.Request.URL.Path
	hint := stubHint(method, path)
	if strings.HasPrefix(catalog.OutsidePath(path), catalog.Base+"/") {
		hint = "; the base address " + catalog.Base + " is there twice"
	}
	if strings.Contains(path, "/rpc/") || strings.Contains(path, "/jsonrpc/") { // they have no credential header
		hint = "; JSON-RPC is not part of this interface; login is SOAP at " + catalog.Endpoint + stubHint("", path)
	}
	return gate.Answer{}, commerce.Problemf(catalog.OutsideInterface, "%s %s is not part of the sandboxed interface%s", method, path, hint).
		Of("path", path, "a path of the interface, or a scenario that answers it")
}

// stubHint returns the end of a message with the rule that can answer a call without an
// operation.
func stubHint(method, path string) string {
	rule := scenario.RESTStub(method, path)
	if rule == "" {
		return ""
	}
	return "; a scenario can answer it: " + rule
}
