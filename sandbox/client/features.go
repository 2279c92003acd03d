package client

import (
	"context"
	"net/http"
)

// Feature is a feature flag as an account has it, scenarios aside.
type Feature struct {
	Feature string `json:"feature"` // the flag
	Enabled bool   `json:"enabled"`
	Default bool   `json:"default"` // whether it is on for a new account
	Section string `json:"section"` // of the documentation
	Summary string `json:"summary"`
}

// FeatureChange switches a feature flag. Enabled is required.
type FeatureChange struct {
	Enabled *bool `json:"enabled"`
}

// Features lists the feature flags of the account.
func (a *Account) Features(ctx context.Context) ([]Feature, error) {
	var list struct{ Features []Feature }
	err := a.client.get(ctx, a.at("features"), &list)
	return list.Features, err
}

// EnableFeature switches a feature flag of the account on.
func (a *Account) EnableFeature(ctx context.Context, flag string) error {
	return a.client.call(ctx, http.MethodPut, a.at("features", flag), FeatureChange{Enabled: new(true)}, nil)
}

// DisableFeature switches a feature flag of the account off.
func (a *Account) DisableFeature(ctx context.Context, flag string) error {
	return a.client.call(ctx, http.MethodPut, a.at("features", flag), FeatureChange{Enabled: new(false)}, nil)
}
