package control

import (
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// catalogView is the interface as data.
type catalogView struct {
	Operations []operationView                    `json:"operations"`
	General    map[catalog.Protocol][]outcomeView `json:"general"` // failures that belong to no operation
	Codes      []catalog.Code                     `json:"codes"`   // of all failures; each is the name of a scenario too where an operation documents it
	Features   []flagView                         `json:"features"`
	Limits     []limitView                        `json:"limits"`
}

type operationView struct {
	ID         catalog.OperationID `json:"id"`
	Wire       catalog.Protocol    `json:"protocol"`
	Method     string              `json:"method,omitempty"`
	Path       string              `json:"path,omitempty"`
	Action     string              `json:"action,omitempty"`
	Section    string              `json:"section"`
	Summary    string              `json:"summary"`
	Feature    catalog.Feature     `json:"feature,omitempty"`
	Parameters []parameterView     `json:"parameters"`
	Outcomes   []outcomeView       `json:"outcomes"` // the success first
}

type parameterView struct {
	Name     string             `json:"name"`
	In       catalog.Place      `json:"in"`
	Type     string             `json:"type"`
	Required bool               `json:"required"`
	Rule     string             `json:"rule,omitempty"`
	Enum     []string           `json:"enum,omitempty"`
	Default  string             `json:"default,omitempty"`
	Question catalog.QuestionID `json:"question,omitempty"`
}

type outcomeView struct {
	Code       catalog.Code         `json:"code,omitempty"`
	Status     int                  `json:"status"`
	Switch     catalog.QuestionID   `json:"switch,omitempty"` // the question whose answer is the status
	Documented bool                 `json:"documented"`
	Condition  string               `json:"condition"`
	Questions  []catalog.QuestionID `json:"questions,omitempty"` // it rests on
}

type flagView struct {
	Feature catalog.Feature `json:"feature"`
	Default bool            `json:"default"`
	Section string          `json:"section"`
	Summary string          `json:"summary"`
}

type limitView struct {
	Name      string `json:"name"`
	AppliesTo string `json:"applies_to"`
	Value     string `json:"value"`
	Section   string `json:"section,omitempty"`
}

func (i *API) showCatalog(*request) (answer, error) {
	v := catalogView{General: map[catalog.Protocol][]outcomeView{}}
	codes := map[catalog.Code]bool{}
	for _, wire := range []catalog.Protocol{catalog.REST, catalog.SOAP} {
		v.General[wire] = viewOutcomes(catalog.GeneralFailures(wire), codes)
	}
	for _, op := range catalog.Operations() {
		v.Operations = append(v.Operations, viewOperation(op, codes))
	}
	v.Codes = slices.Sorted(maps.Keys(codes))
	for _, f := range catalog.Features() {
		v.Features = append(v.Features, flagView(f))
	}
	for _, l := range catalog.Limits() {
		v.Limits = append(v.Limits, limitView(l))
	}
	return ok(v), nil
}

func viewOperation(op *catalog.Operation, codes map[catalog.Code]bool) operationView {
	v := operationView{
		ID: op.ID, Wire: op.Protocol, Method: op.Method, Path: op.Path, Action: op.Action,
		Section: op.Section, Summary: op.Summary, Feature: op.Feature, Parameters: []parameterView{},
		Outcomes: viewOutcomes(append([]catalog.Outcome{op.Success}, op.Failures()...), codes),
	}
	for _, p := range op.Parameters() {
		v.Parameters = append(v.Parameters, parameterView(p))
	}
	return v
}

// viewOutcomes shows outcomes and notes their codes.
func viewOutcomes(outcomes []catalog.Outcome, codes map[catalog.Code]bool) []outcomeView {
	var rows []outcomeView
	for _, o := range outcomes {
		if o.Code != "" {
			codes[o.Code] = true
		}
		rows = append(rows, outcomeView{o.Code, o.Status, o.StatusQuestion, o.Documented, o.Condition, o.DependsOn()})
	}
	return rows
}
