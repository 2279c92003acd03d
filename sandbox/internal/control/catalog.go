package control

import (
	"maps"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

func (api *API) showCatalog(*gin.Context) (answer, error) {
	shown := client.Catalog{General: map[string][]client.Outcome{}, Reserved: client.ReservedValues{Prefix: scenario.ValuePrefix}}
	shown.Reserved.Inputs, shown.Reserved.Not = catalog.ReservedInputs()
	codes := map[string]bool{}
	for _, protocol := range []catalog.Protocol{catalog.REST, catalog.SOAP} {
		shown.General[string(protocol)] = outcomesOf(catalog.GeneralFailures(protocol), codes)
	}
	for _, op := range catalog.Operations() {
		shown.Operations = append(shown.Operations, operationOf(op, codes))
	}
	shown.Codes = slices.Sorted(maps.Keys(codes))
	for _, f := range catalog.Features() {
		shown.Features = append(shown.Features, client.FeatureInfo{Feature: string(f.Feature), Default: f.Default, Section: f.Section, Summary: f.Summary})
	}
	for _, l := range catalog.Limits() {
		shown.Limits = append(shown.Limits, client.Limit(l))
	}
	return withTag(shown)
}

func operationOf(op *catalog.Operation, codes map[string]bool) client.Operation {
	shown := client.Operation{
		ID: string(op.ID), Protocol: string(op.Protocol), Method: op.Method, Path: op.Path, Action: op.Action,
		Section: op.Section, Summary: op.Summary, Feature: string(op.Feature), Parameters: []client.Parameter{},
		Outcomes: outcomesOf(append([]catalog.Outcome{op.Success}, op.Failures()...), codes),
	}
	for _, p := range op.Parameters() {
		shown.Parameters = append(shown.Parameters, client.Parameter{
			Name: p.Name, In: string(p.In), Type: p.Type, Required: p.Required, Rule: p.Rule, Enum: p.Enum, Default: p.Default, Question: string(p.Question),
			Bounds: openapi.BoundsOf(p),
		})
	}
	for n := range shown.Outcomes {
		if code := shown.Outcomes[n].Code; code != "" {
			shown.Outcomes[n].Scenario = catalog.FailureScenario(op.ID, catalog.Code(code))
		}
	}
	return shown
}

// outcomesOf returns outcomes as they are shown and adds their codes.
func outcomesOf(outcomes []catalog.Outcome, codes map[string]bool) []client.Outcome {
	var rows []client.Outcome
	for _, o := range outcomes {
		if o.Code != "" {
			codes[string(o.Code)] = true
		}
		row := client.Outcome{Code: string(o.Code), Status: o.Status, StatusQuestion: string(o.StatusQuestion), Documented: o.DocumentedUnder(catalog.Defaults()), Condition: o.Condition}
		for _, id := range o.DependsOn() {
			row.Questions = append(row.Questions, string(id))
		}
		rows = append(rows, row)
	}
	return rows
}
