package rest

import (
	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// outside answers a path that clients of the real service call and that the
// interface does not have. A scenario of the account may answer it.
func (h *Handler) outside(g *gin.Context) {
	c := h.begin(g, &route{Operation: Operation{Row: catalog.Outside(), Handle: notPart}})
	c.ScenarioCall = scenarioCall{c}
	c.nameScenarios()
	answer, err := c.carryOutOutside()
	h.answer(c, answer, err)
	c.release()
}

// carryOutOutside applies the scenarios of the account to a call that the
// interface does not have. It verifies no credentials, because other interfaces
// send them in other ways.
func (c *call) carryOutOutside() (r reply, err error) {
	defer recovered(&r, &err)
	if err := c.handler.Gate.AdmitOutside(&c.Call); err != nil {
		return reply{}, err
	}
	if effect := c.Decision.Effect; effect.SkipsOperation() {
		return scenarioReply(effect.Answer)
	}
	return c.route.Handle(c)
}

// notPart is the handler of a call outside of the interface.
func notPart(c *call) (reply, error) {
	method, path := c.request.Method, c.request.URL.Path
	return reply{}, commerce.Problemf(catalog.OutsideInterface,
		"%s %s is not part of the sandboxed interface; a scenario with a rule on %q can answer it",
		method, path, catalog.PathPrefix+catalog.OutsidePath(path)).
		Of("path", path, "a path of the interface, or a scenario that answers it")
}
