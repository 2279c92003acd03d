package client

import (
	"context"
	"net/http"
	"time"
)

// Scenario is a scenario of the library as lists show it.
type Scenario struct {
	Name       string   `json:"name"`
	Summary    string   `json:"summary"`
	Operations []string `json:"operations"`      // ids of those it can change
	Source     string   `json:"source"`          // shipped, folder, own, or code for a bare error code
	Error      string   `json:"error,omitempty"` // why its file cannot be read, or ""
}

// ScenarioFile is a scenario with what it says.
type ScenarioFile struct {
	Scenario
	Features map[string]bool   `json:"features,omitempty"` // by flag, while it is in force
	Assume   map[string]string `json:"assume,omitempty"`   // by open question, while it is in force
	YAML     string            `json:"yaml"`               // "" for a bare error code
}

// Activation is a scenario that is switched on for an account.
type Activation struct {
	Name      string     `json:"name"`
	Summary   string     `json:"summary"`
	Baseline  bool       `json:"baseline"`        // on by a start flag of the sandbox
	Matched   int64      `json:"matched"`         // calls it had something for
	Affected  int64      `json:"affected"`        // calls it changed
	Remaining *int64     `json:"remaining"`       // calls it may still change; nil when without end
	Until     *time.Time `json:"until"`           // when it ends; nil when by itself never
	Error     string     `json:"error,omitempty"` // why it does nothing at present, or ""
}

// ActivationLimits are where a scenario ends by itself. The zero value has none.
type ActivationLimits struct {
	Times int           // so many bent calls
	For   time.Duration // so long, on the machine's clock
}

// Scenarios lists the library by name. Bare error codes, which are names too,
// are left out.
func (c *Client) Scenarios(ctx context.Context) ([]Scenario, error) {
	var list struct{ Scenarios []Scenario }
	err := c.get(ctx, at("scenarios"), &list)
	return list.Scenarios, err
}

// Scenario returns one scenario of the library. An unknown name is an *Error
// with status 404 and the nearest names.
func (c *Client) Scenario(ctx context.Context, name string) (ScenarioFile, error) {
	var found ScenarioFile
	err := c.get(ctx, at("scenarios", name), &found)
	return found, err
}

// PutScenario keeps a scenario of your own, in YAML, in place of an earlier one
// of the name. The *Error points at every fault of the file.
func (c *Client) PutScenario(ctx context.Context, name, text string) error {
	return c.call(ctx, http.MethodPut, at("scenarios", name), yaml(text), nil)
}

// DeleteScenario deletes a scenario of your own.
func (c *Client) DeleteScenario(ctx context.Context, name string) error {
	return c.call(ctx, http.MethodDelete, at("scenarios", name), nil, nil)
}

// Activation lists the scenarios in force for the account, the latest, which is
// tried first, first.
func (a *Account) ActiveScenarios(ctx context.Context) ([]Activation, error) {
	var list struct{ Scenarios []Activation }
	err := a.client.get(ctx, a.at("scenarios"), &list)
	return list.Scenarios, err
}

// Activate puts a scenario, or a bare error code such as FORBIDDEN, in force
// for the account. One that is on already begins to count anew and moves to the
// front.
func (a *Account) Activate(ctx context.Context, name string, l ActivationLimits) error {
	asked := struct {
		Times int    `json:"times,omitempty"`
		For   string `json:"for,omitempty"`
	}{l.Times, spelled(l.For)}
	return a.client.call(ctx, http.MethodPut, a.at("scenarios", name), asked, nil)
}

// Deactivate ends a scenario for the account. One that is not in force is an
// *Error with status 404.
func (a *Account) Deactivate(ctx context.Context, name string) error {
	return a.client.call(ctx, http.MethodDelete, a.at("scenarios", name), nil, nil)
}

// DeactivateAll ends all scenarios for the account.
func (a *Account) DeactivateAll(ctx context.Context) error {
	return a.client.call(ctx, http.MethodDelete, a.at("scenarios"), nil, nil)
}
