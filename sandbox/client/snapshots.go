package client

import (
	"context"
	"net/http"
)

// Snapshot is a saved state of an account's data.
type Snapshot struct {
	Name string `json:"name"`
}

// Snapshots lists the names of the account's snapshots.
func (a *Account) Snapshots(ctx context.Context) ([]string, error) {
	var list struct{ Snapshots []Snapshot }
	err := a.client.get(ctx, a.at("snapshots"), &list)
	var names []string
	for _, snapshot := range list.Snapshots {
		names = append(names, snapshot.Name)
	}
	return names, err
}

// SaveSnapshot saves the account's data under a name, for Reset, in place of an
// earlier snapshot of the name.
func (a *Account) SaveSnapshot(ctx context.Context, name string) error {
	return a.client.call(ctx, http.MethodPut, a.at("snapshots", name), nil, nil)
}

// DeleteSnapshot deletes a snapshot of the account.
func (a *Account) DeleteSnapshot(ctx context.Context, name string) error {
	return a.client.call(ctx, http.MethodDelete, a.at("snapshots", name), nil, nil)
}
