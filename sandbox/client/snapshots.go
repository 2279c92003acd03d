package client

import (
	"context"
	"net/http"
)

// Snapshots lists the names of the account's snapshots.
func (a *Account) Snapshots(ctx context.Context) ([]string, error) {
	var list struct{ Snapshots []struct{ Name string } }
	err := a.client.get(ctx, a.at("snapshots"), &list)
	var names []string
	for _, snapshot := range list.Snapshots {
		names = append(names, snapshot.Name)
	}
	return names, err
}

// SaveSnapshot keeps the account's data under a name, for Reset to go back to,
// in place of an earlier snapshot of the name.
func (a *Account) SaveSnapshot(ctx context.Context, name string) error {
	return a.client.call(ctx, http.MethodPut, a.at("snapshots", name), nil, nil)
}

// DeleteSnapshot forgets a snapshot of the account.
func (a *Account) DeleteSnapshot(ctx context.Context, name string) error {
	return a.client.call(ctx, http.MethodDelete, a.at("snapshots", name), nil, nil)
}
