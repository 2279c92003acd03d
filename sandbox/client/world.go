package client

import (
	"context"
	"net/http"
)

// AddWorld adds a fragment to the account: YAML in the shape of a world, which
// may refer to what is there already. All of it is added or nothing; the *Error
// points at every fault.
func (a *Account) AddWorld(ctx context.Context, text string) error {
	return a.client.call(ctx, http.MethodPost, a.at("world"), yaml(text), nil)
}
