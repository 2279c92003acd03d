package control

import (
	"errors"
	"mime"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// isYAML reports whether a media type is one of YAML.
func isYAML(contentType string) bool {
	kind, _, _ := mime.ParseMediaType(contentType)
	return slices.Contains([]string{"application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml"}, kind)
}

// putOwn saves the YAML of the body as a scenario of this account alone, and activates it.
func (api *API) putOwn(c *gin.Context, a *account.Account) (answer, error) {
	text, err := bodyText(c)
	if err != nil {
		return answer{}, err
	}
	name := c.Param("name")
	var taken *scenario.TakenError
	switch _, err := a.Director.CheckOwn(name, text); {
	case errors.As(err, &taken):
		return answer{}, err
	case err != nil:
		return answer{}, scenarioFaults(err)
	}
	if err := a.PutOwn(c.Request.Context(), name, text); err != nil {
		return answer{}, err
	}
	return api.showActivation(c, a)
}

// showOwn shows an account's meaning of a name: a scenario of its own, or of the library.
func (api *API) showOwn(c *gin.Context, a *account.Account) (answer, error) {
	name := c.Param("name")
	e, err := a.Director.Entry(name)
	file := api.scenarioFile(e, a)
	if own, known := a.Director.Own()[name]; known { // also when this version cannot read it
		file.YAML = own
	}
	return ok(file), err
}

// checkOwn records the faults of the scenarios in a request for an account.
func (api *API) checkOwn(own map[string]string, bad *faults) {
	for _, name := range sortedKeys(own) {
		_, err := scenario.Parse(name, []byte(own[name]))
		if source := api.Scenarios.Source(name); source != "" {
			err = &scenario.TakenError{Name: name, Source: source}
		}
		bad.check("own", err)
	}
}
