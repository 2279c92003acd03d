package control

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// ScenarioStore keeps the scenarios that are put by the control interface over a
// restart.
type ScenarioStore interface {
	SaveScenario(ctx context.Context, name string, text []byte) error
	DeleteScenario(ctx context.Context, name string) error
}

// scenarioView is a scenario of the library as lists show it. Error says why
// its file cannot be read.
type scenarioView struct {
	Name       string                `json:"name"`
	Summary    string                `json:"summary"`
	Operations []catalog.OperationID `json:"operations"`
	Source     scenario.Source       `json:"source"` // shipped, folder, own, or code for a bare error code
	Error      string                `json:"error,omitempty"`
}

func viewScenario(e scenario.Entry) scenarioView {
	v := scenarioView{e.Name, e.Summary, e.Operations, e.Source, e.Error}
	if v.Operations == nil {
		v.Operations = []catalog.OperationID{}
	}
	return v
}

// wholeScenario is a scenario with the file it was read from.
type wholeScenario struct {
	scenarioView
	Features map[catalog.Feature]bool      `json:"features,omitempty"`
	Assume   map[catalog.QuestionID]string `json:"assume,omitempty"`
	YAML     string                        `json:"yaml"`
}

func (i *API) listScenarios(*request) (answer, error) {
	var rows []scenarioView
	for _, e := range i.Scenarios.List() {
		rows = append(rows, viewScenario(e))
	}
	return list("scenarios", rows), nil
}

func (i *API) showScenario(r *request) (answer, error) {
	whole, err := i.whole(r.param("name"))
	return ok(whole), err
}

// whole returns a scenario of the library. A broken one that never could be
// read has its error alone.
func (i *API) whole(name string) (wholeScenario, error) {
	var whole wholeScenario
	for _, e := range i.Scenarios.List() {
		if e.Name == name {
			whole.scenarioView = viewScenario(e)
		}
	}
	s, err := i.Scenarios.Find(name)
	switch {
	case err != nil && whole.Name == "":
		return whole, err
	case err != nil:
		return whole, nil
	case whole.Name == "":
		whole.scenarioView = viewScenario(scenario.Entry{Name: name, Summary: s.Summary, Operations: s.Operations(), Source: i.Scenarios.Source(name)})
	}
	whole.Features, whole.Assume, whole.YAML = s.Features, s.Assume, s.Text
	return whole, nil
}

// putScenario keeps the YAML of the body as a scenario of a person's own.
func (i *API) putScenario(r *request) (answer, error) {
	name := r.param("name")
	text, err := r.text()
	if err != nil {
		return answer{}, err
	}
	if _, err := scenario.Parse(name, text); err != nil {
		return answer{}, refuse(http.StatusBadRequest, "GET "+base+"/scenario.schema.json describes the language", "%v", err)
	}
	i.shelving.Lock()
	defer i.shelving.Unlock()
	before, _ := i.Scenarios.Find(name)
	if _, err := i.Scenarios.Put(name, text); err != nil {
		return answer{}, err
	}
	if err := i.OwnScenarios.SaveScenario(r.Context(), name, text); err != nil {
		return answer{}, i.undo(name, before, err)
	}
	whole, err := i.whole(name)
	return ok(whole), err
}

// undo puts back what the library had, because it could not be kept.
func (i *API) undo(name string, before *scenario.Scenario, err error) error {
	if before == nil || before.Text == "" {
		_ = i.Scenarios.Delete(name) // it was put a moment ago
		return err
	}
	_, _ = i.Scenarios.Put(name, []byte(before.Text)) // it was read once
	return err
}

func (i *API) deleteScenario(r *request) (answer, error) {
	name := r.param("name")
	i.shelving.Lock()
	defer i.shelving.Unlock()
	before, _ := i.Scenarios.Find(name)
	if err := i.Scenarios.Delete(name); err != nil {
		return answer{}, err
	}
	if err := i.OwnScenarios.DeleteScenario(r.Context(), name); err != nil {
		return answer{}, i.undo(name, before, err)
	}
	return answer{}, nil
}

func (i *API) scenarioSchema(*request) (answer, error) {
	return ok(json.RawMessage(scenario.Schema())), nil
}
