package client

import (
	"context"
	"net/http"
)

// AddedRecord is a record that a world fragment added.
type AddedRecord struct {
	Kind string `json:"kind"` // such as order
	ID   string `json:"id"`
}

// AddWorld adds a fragment to the account: YAML in the format of a world, which
// may refer to records of the account. All of it is added or nothing; the
// *Error points at every fault.
func (a *Account) AddWorld(ctx context.Context, text string) error {
	return a.client.call(ctx, http.MethodPost, a.at("world"), yaml(text), nil)
}
