package client

import (
	"context"
	"encoding/json"
	"net/http"
)

// Route is one route of the control interface.
type Route struct {
	Method  string `json:"method"`
	Path    string `json:"path"` // with parameters as {name}
	Summary string `json:"summary"`

	Query []QueryName `json:"query"` // the names that its query may have
}

// QueryName is a name that the query of a route may have.
type QueryName struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
}

// Live is the answer of a running process.
type Live struct {
	Live bool `json:"live"`
}

// Ready is the answer of a sandbox ready for calls.
type Ready struct {
	Ready bool `json:"ready"`
}

// Routes lists the routes of the control interface.
func (c *Client) Routes(ctx context.Context) ([]Route, error) {
	list, err := get[struct{ Routes []Route }](ctx, c, "/")
	return list.Routes, err
}

// Ready returns nil when the sandbox answers calls. Until then, the *Error has status 503
// and says what the sandbox waits for.
func (c *Client) Ready(ctx context.Context) error {
	return c.call(ctx, http.MethodGet, at("ready"), nil, nil)
}

// OpenAPI returns the OpenAPI document of the REST operations as the account
// answers them, in JSON.
func (a *Account) OpenAPI(ctx context.Context) ([]byte, error) {
	return get[json.RawMessage](ctx, a.client, with(at("openapi.json"), "account", a.Code))
}
