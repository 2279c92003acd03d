package control

import (
	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// faultsOf returns the mistakes in YAML behind an error, never nil.
func faultsOf(err error) []client.Fault {
	faults := []client.Fault{}
	for _, f := range yamltext.Faults(err) {
		faults = append(faults, client.Fault(f))
	}
	return faults
}

// warningsOf returns the warnings about a scenario as they are shown.
func warningsOf(warnings []scenario.Warning) (shown []client.Fault) {
	for _, w := range warnings {
		shown = append(shown, client.Fault(w.Fault))
	}
	return shown
}

// checkedName is the name of an unsaved scenario.
const checkedName = "checked"

// checkScenario checks the scenario of the body without saving it. A faulty one is a
// success too, because its faults are the answer.
func (api *API) checkScenario(c *gin.Context) (answer, error) {
	a, err := api.accountAsked(c)
	if err != nil {
		return answer{}, err
	}
	text, err := bodyText(c)
	if err != nil {
		return answer{}, err
	}
	found := client.ScenarioCheck{Faults: []client.Fault{}, Operations: []string{}, Effects: []client.Effect{}, Affects: []client.EntryLine{}}
	library := scenario.NewLibrary(scenario.LibraryOptions{})
	s, err := library.Put(checkedName, text)
	if err != nil {
		found.Faults = faultsOf(err)
		return ok(found), nil
	}
	found.Valid, found.Summary, found.Operations, found.Effects = true, s.Summary, texts(s.Operations()), effectsOf(s)
	found.Warnings = warningsOf(s.Warnings(api.handlesOf(a)))
	if a != nil {
		api.tryScenario(c.Request.Context(), a, library, &found)
	}
	return ok(found), nil
}
