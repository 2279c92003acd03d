package client

import (
	"context"
	"net/http"
	"time"
)

// Snapshot is a saved state of an account's data.
type Snapshot struct {
	Name        string        `json:"name"`
	Time        time.Time     `json:"time,omitzero"`         // when it was saved, on the machine's clock
	AccountTime time.Time     `json:"account_time,omitzero"` // the same on the account's clock
	Counts      *RecordCounts `json:"counts,omitempty"`
}

// Snapshots lists the account's snapshots by their names.
func (a *Account) Snapshots(ctx context.Context) ([]Snapshot, error) {
	list, err := get[struct{ Snapshots []Snapshot }](ctx, a.client, a.at("snapshots"))
	return list.Snapshots, err
}

// SaveSnapshot saves the account's data under a name, for Reset, in place of an
// earlier snapshot of the name.
func (a *Account) SaveSnapshot(ctx context.Context, name string) (Snapshot, error) {
	return ask[Snapshot](ctx, a.client, http.MethodPut, a.at("snapshots", name), nil)
}

// DeleteSnapshot deletes a snapshot of the account.
func (a *Account) DeleteSnapshot(ctx context.Context, name string) error {
	return a.client.call(ctx, http.MethodDelete, a.at("snapshots", name), nil, nil)
}
