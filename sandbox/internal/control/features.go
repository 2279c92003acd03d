package control

import (
	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// featureOf returns a feature flag as an account has it, scenarios aside.
func featureOf(a *account.Account, f catalog.FeatureInfo) client.Feature {
	return client.Feature{Feature: string(f.Feature), Enabled: a.Settings().Features[f.Feature], Default: f.Default, Section: f.Section, Summary: f.Summary}
}

func (api *API) listFeatures(_ *gin.Context, a *account.Account) (answer, error) {
	var rows []client.Feature
	for _, f := range catalog.Features() {
		rows = append(rows, featureOf(a, f))
	}
	return list("features", rows), nil
}

func (api *API) switchFeature(c *gin.Context, a *account.Account) (answer, error) {
	flag := c.Param("flag")
	info, known := catalog.FindFeature(catalog.Feature(flag))
	if !known {
		return answer{}, unknown("feature", flag, featureNames())
	}
	var asked client.FeatureChange
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	if asked.Enabled == nil {
		return answer{}, badRequest(`send {"enabled": true} or {"enabled": false}`, "enabled is required")
	}
	if err := a.SetFeature(c.Request.Context(), info.Feature, *asked.Enabled); err != nil {
		return answer{}, err
	}
	return ok(featureOf(a, info)), nil
}

func featureNames() []string {
	var names []string
	for _, f := range catalog.Features() {
		names = append(names, string(f.Feature))
	}
	return names
}
