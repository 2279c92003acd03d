package control

import (
	"context"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// ScenarioStore keeps the users' own scenarios over a restart.
type ScenarioStore interface {
	Put(ctx context.Context, name string, text []byte) error
	Delete(ctx context.Context, names ...string) error
}

// scenarioOf returns a scenario as lists show it. known returns the handles that its moves
// may name.
func scenarioOf(e scenario.Entry, known func() []string) client.Scenario {
	effects := effectsOf(e.Scenario)
	return client.Scenario{
		Name: e.Name, Summary: e.Summary, Operations: texts(e.Operations), Source: string(e.Source), Error: e.Error,
		Group: e.Group, Effects: effects, Does: doesOf(effects), Warnings: warningsOf(e.Scenario.Warnings(known)),
	}
}

// listScenarios lists the library, and with an account its scenarios too.
func (api *API) listScenarios(c *gin.Context) (answer, error) {
	a, err := api.accountAsked(c)
	if err != nil {
		return answer{}, err
	}
	listed := api.Scenarios.List()
	if a != nil {
		listed = a.Director.List()
	}
	var rows []client.Scenario
	ofWorlds, ofAccount := api.handlesOf(nil), api.handlesOf(a)
	for _, e := range listed {
		known := ofWorlds
		if e.Source == scenario.FromAccount {
			known = ofAccount
		}
		rows = append(rows, scenarioOf(e, known))
	}
	return withTag(list("scenarios", rows).body)
}

func (api *API) showScenario(c *gin.Context) (answer, error) {
	e, err := api.Scenarios.Entry(c.Param("name"))
	return ok(api.scenarioFile(e, nil)), err
}

// scenarioFile returns a scenario with its file, with the warnings for an account if one
// is given. A file that was never valid has only its error.
func (api *API) scenarioFile(e scenario.Entry, a *account.Account) client.ScenarioFile {
	file := client.ScenarioFile{Scenario: scenarioOf(e, api.handlesOf(a))}
	if s := e.Scenario; s != nil {
		file.Features, file.Answers, file.YAML = byText(s.Features), byText(s.Assume), s.Text
	}
	return file
}

// putScenario saves the YAML of the body as a user's own scenario: for the next start, and then
// in the library.
func (api *API) putScenario(c *gin.Context) (answer, error) {
	name := c.Param("name")
	text, err := bodyText(c)
	if err != nil {
		return answer{}, err
	}
	if _, err := scenario.Parse(name, text); err != nil {
		return answer{}, scenarioFaults(err)
	}
	api.saving.Lock()
	defer api.saving.Unlock()
	if err := api.checkOwnScenarios(name); err != nil {
		return answer{}, err
	}
	if err := api.OwnScenarios.Put(c.Request.Context(), name, text); err != nil {
		return answer{}, err
	}
	if _, err := api.Scenarios.Put(name, text); err != nil {
		return answer{}, err
	}
	e, err := api.Scenarios.Entry(name)
	return ok(api.scenarioFile(e, nil)), err
}

// scenarioFaults returns the error of a text that is no scenario.
func scenarioFaults(err error) error {
	return &client.Error{Status: http.StatusBadRequest, Text: err.Error(), Hint: "GET " + base + "/scenario.schema.json describes the language", Faults: faultsOf(err)}
}

// maxOwnScenarios is how many scenarios the users may have put.
const maxOwnScenarios = 1000

// checkOwnScenarios returns an error if the users cannot have a scenario of the name, or have
// too many for another one.
func (api *API) checkOwnScenarios(name string) error {
	switch source := api.Scenarios.Source(name); source {
	case scenario.FromOwn:
		return nil
	case "":
	default:
		return &scenario.TakenError{Name: name, Source: source}
	}
	own := 0
	for _, e := range api.Scenarios.List() {
		if e.Source == scenario.FromOwn {
			own++
		}
	}
	if own >= maxOwnScenarios {
		return &account.TooManyError{What: "scenarios of your own", Max: maxOwnScenarios}
	}
	return nil
}

func (api *API) deleteScenario(c *gin.Context) (answer, error) {
	name := c.Param("name")
	api.saving.Lock()
	defer api.saving.Unlock()
	if api.Scenarios.Source(name) == scenario.FromOwn { // of any other, the library says why not
		if err := api.OwnScenarios.Delete(c.Request.Context(), name); err != nil {
			return answer{}, err
		}
	}
	return answer{}, api.Scenarios.Delete(name)
}

// reloadScenarios reads the folder of scenarios, without waiting for the next look at it.
func (api *API) reloadScenarios(*gin.Context) (answer, error) {
	changes, err := api.Scenarios.Reload()
	if errors.Is(err, scenario.ErrNoFolder) {
		return answer{}, conflict("start the sandbox with --scenarios FOLDER", "%v", err)
	}
	if err != nil {
		return answer{}, conflict("its scenarios stay as they were", "%v", err)
	}
	faults := map[string]string{}
	for _, e := range api.Scenarios.List() {
		faults[e.Name] = e.Error
	}
	var rows []client.FolderChange
	for _, c := range changes {
		rows = append(rows, client.FolderChange{Name: c.Name, Change: client.EventChange(c.Change), Error: faults[c.Name]})
	}
	return list("changes", rows), nil
}
