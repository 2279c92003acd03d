package client

import (
	"context"
	"encoding/json"
	"net/url"
)

// Route is one route of the control interface.
type Route struct {
	Method  string `json:"method"`
	Path    string `json:"path"` // with parameters as {name}
	Summary string `json:"summary"`
}

// Routes lists the routes of the control interface.
func (c *Client) Routes(ctx context.Context) ([]Route, error) {
	var list struct{ Routes []Route }
	err := c.get(ctx, "/", &list)
	return list.Routes, err
}

// Ready returns nil when the sandbox answers calls. The *Error of a sandbox
// that is not ready yet has status 503 and says what it waits for.
func (c *Client) Ready(ctx context.Context) error {
	return c.get(ctx, at("ready"), nil)
}

// OpenAPI returns the OpenAPI document of the REST operations as the account
// answers them, in JSON.
func (a *Account) OpenAPI(ctx context.Context) ([]byte, error) {
	var document json.RawMessage
	err := a.client.get(ctx, at("openapi.json")+"?account="+url.QueryEscape(a.Code), &document)
	return document, err
}
