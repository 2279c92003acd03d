package control

import (
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

func (api *API) listActive(_ *gin.Context, a *account.Account) (answer, error) {
	return list("scenarios", a.Director.Active()), nil
}

// activate activates a scenario, or a bare error code. A body of YAML is a scenario of
// this account alone.
func (api *API) activate(c *gin.Context, a *account.Account) (answer, error) {
	if isYAML(c.ContentType()) {
		return api.putOwn(c, a)
	}
	limits, err := readActivationLimits(c)
	if err != nil {
		return answer{}, err
	}
	if err := a.Activate(c.Request.Context(), c.Param("name"), limits); err != nil {
		return answer{}, err
	}
	return api.showActivation(c, a)
}

// showActivation shows the active scenario in the path.
func (api *API) showActivation(c *gin.Context, a *account.Account) (answer, error) {
	for _, active := range a.Director.Active() {
		if active.Name == c.Param("name") {
			return ok(active), nil
		}
	}
	return api.listActive(c, a) // it has ended already
}

// activationLimits is client.ActivationLimits as a person may spell it.
type activationLimits struct {
	Times *int    `json:"times"`
	For   *string `json:"for"`
}

// readActivationLimits reads the limits of an activation.
func readActivationLimits(c *gin.Context) (client.ActivationLimits, error) {
	var asked activationLimits
	if err := decode(c, &asked); err != nil {
		return client.ActivationLimits{}, err
	}
	var bad faults
	var limits client.ActivationLimits
	if asked.Times != nil {
		limits.Times = *asked.Times
		if limits.Times < 1 {
			bad.add("times", "must be at least 1, got %d", limits.Times)
		}
	}
	if asked.For != nil {
		d, err := clock.ParseDuration(*asked.For)
		bad.check("for", err)
		if err == nil && d <= 0 {
			bad.add("for", "must be longer than %s, got %q", time.Duration(0), *asked.For)
		}
		limits.For = d
	}
	return limits, bad.err()
}

func (api *API) deactivate(c *gin.Context, a *account.Account) (answer, error) {
	name := c.Param("name")
	keep, err := queryFlag(c, "keep", false)
	if err != nil {
		return answer{}, err
	}
	if !keep {
		if own, err := a.DeleteOwn(c.Request.Context(), name); own || err != nil {
			return answer{}, err
		}
	}
	held := slices.ContainsFunc(a.Ring.Sight(0).UnderWay, func(call client.CallUnderWay) bool { return call.Scenario == name })
	if a.Director.Deactivate(name) || held {
		return answer{}, nil
	}
	hint := "no scenario is active"
	if active := activeNames(a); len(active) > 0 {
		hint = "active: " + phrase.List(active...)
	}
	return answer{}, problem(http.StatusNotFound, hint, "scenario %q is not active", name)
}

// activeNames returns the names of the active scenarios, the latest first;
// never nil.
func activeNames(a *account.Account) []string {
	names := []string{}
	for _, active := range a.Director.Active() {
		names = append(names, active.Name)
	}
	return names
}

func (api *API) deactivateAll(_ *gin.Context, a *account.Account) (answer, error) {
	a.Director.DeactivateAll()
	return answer{}, nil
}
