package control

import (
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// featureView is a feature flag as an account has it, scenarios aside.
type featureView struct {
	Feature catalog.Feature `json:"feature"`
	Enabled bool            `json:"enabled"`
	Default bool            `json:"default"`
	Section string          `json:"section"`
	Summary string          `json:"summary"`
}

func viewFeature(a *account.Account, f catalog.FeatureInfo) featureView {
	return featureView{f.Feature, a.Settings().Features[f.Feature], f.Default, f.Section, f.Summary}
}

func (i *API) listFeatures(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	var rows []featureView
	for _, f := range catalog.Features() {
		rows = append(rows, viewFeature(a, f))
	}
	return list("features", rows), nil
}

func (i *API) switchFeature(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	flag := r.param("flag")
	info, known := catalog.FindFeature(catalog.Feature(flag))
	if !known {
		return answer{}, unknown("feature", flag, featureNames())
	}
	var asked struct {
		Enabled *bool `json:"enabled"`
	}
	if err := r.decode(&asked); err != nil {
		return answer{}, err
	}
	if asked.Enabled == nil {
		return answer{}, refuse(http.StatusBadRequest, `send {"enabled": true} or {"enabled": false}`, "enabled is missing")
	}
	if err := a.SetFeature(r.Context(), info.Feature, *asked.Enabled); err != nil {
		return answer{}, err
	}
	return ok(viewFeature(a, info)), nil
}

func featureNames() []string {
	var names []string
	for _, f := range catalog.Features() {
		names = append(names, string(f.Feature))
	}
	return names
}
