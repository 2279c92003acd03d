package client

import "context"

// Feature is a feature flag as an account has it, scenarios aside.
type Feature struct {
	FeatureInfo
	Enabled bool `json:"enabled"`
}

// Features lists the feature flags of the account.
func (a *Account) Features(ctx context.Context) ([]Feature, error) {
	catalog, err := a.client.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	state, err := a.State(ctx)
	var list []Feature
	for _, f := range catalog.Features {
		list = append(list, Feature{f, state.Features[f.Feature]})
	}
	return list, err
}

// EnableFeature switches a feature flag of the account on.
func (a *Account) EnableFeature(ctx context.Context, flag string) error {
	return a.change(ctx, AccountChange{Features: map[string]bool{flag: true}})
}

// DisableFeature switches a feature flag of the account off.
func (a *Account) DisableFeature(ctx context.Context, flag string) error {
	return a.change(ctx, AccountChange{Features: map[string]bool{flag: false}})
}
