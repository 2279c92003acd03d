package client

import (
	"context"
	"net/http"
)

// AddedRecord is a record added by a world fragment.
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

// WorldCheck is whether a world, or a fragment of one, can be used.
type WorldCheck struct {
	Valid  bool    `json:"valid"`
	Faults []Fault `json:"faults"`
}

// CheckWorld checks a fragment without adding it.
func (a *Account) CheckWorld(ctx context.Context, text string) (WorldCheck, error) {
	return ask[WorldCheck](ctx, a.client, http.MethodPost, a.at("world")+"?dry_run=true", yaml(text))
}

// World is a world that an account can start with.
type World struct {
	Name      string      `json:"name"`
	Summary   string      `json:"summary"`
	Source    WorldSource `json:"source"`
	Path      string      `json:"path,omitempty"` // of your own file
	Orders    int         `json:"orders"`         // generated ones included, as in the counts below
	Customers int         `json:"customers"`
	Campaigns int         `json:"campaigns"`
	Products  int         `json:"products"`
	Partners  int         `json:"partners"`
	Handles   int         `json:"handles"`
}

// WorldSource is where a world comes from.
type WorldSource string

// The sources of worlds.
const (
	ShippedWorld WorldSource = "shipped"
	OwnWorld     WorldSource = "own" // the file that the sandbox was started with
)

// Worlds lists the worlds that an account can start with.
func (c *Client) Worlds(ctx context.Context) ([]World, error) {
	list, err := get[struct{ Worlds []World }](ctx, c, at("worlds"))
	return list.Worlds, err
}

// WorldText returns the file of a world, in YAML. An unknown name is an *Error with
// status 404 and the nearest names.
func (c *Client) WorldText(ctx context.Context, name string) (string, error) {
	return c.text(ctx, http.MethodGet, at("worlds", name), nil)
}
