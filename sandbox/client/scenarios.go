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
	Operations []string `json:"operations"`      // ids of the operations that it can affect
	Source     string   `json:"source"`          // shipped, folder, own, or code for a bare error code
	Error      string   `json:"error,omitempty"` // why its file cannot be read
}

// ScenarioFile is a scenario with its file.
type ScenarioFile struct {
	Scenario
	Features map[string]bool   `json:"features,omitempty"` // by flag, while it is active
	Answers  map[string]string `json:"assume,omitempty"`   // answers by open question, while it is active
	YAML     string            `json:"yaml"`               // empty for a bare error code
}

// Activation is a scenario that is active for an account.
type Activation struct {
	Name      string     `json:"name"`
	Summary   string     `json:"summary"`
	Baseline  bool       `json:"baseline"`        // whether a start flag of the sandbox activated it
	Matched   int64      `json:"matched"`         // calls that one of its rules matched
	Affected  int64      `json:"affected"`        // calls that it affected
	Remaining *int64     `json:"remaining"`       // calls that it can still affect; nil for no limit
	Until     *time.Time `json:"until"`           // when it ends; nil for no limit
	Error     string     `json:"error,omitempty"` // why it has no effect at present
}

// ActivationLimits say when a scenario ends by itself. The zero value has no
// limit.
type ActivationLimits struct {
	Times int           `json:"times,omitempty"` // after so many affected calls
	For   time.Duration `json:"for,omitempty"`   // after so long on the machine's clock; in JSON as text, such as 2h
}

// Scenarios lists the library by name, without the bare error codes, which are
// names too.
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

// PutScenario saves a scenario of your own, in YAML, in place of an earlier one
// of the name. The *Error points at every fault of the file.
func (c *Client) PutScenario(ctx context.Context, name, text string) error {
	return c.call(ctx, http.MethodPut, at("scenarios", name), yaml(text), nil)
}

// DeleteScenario deletes a scenario of your own.
func (c *Client) DeleteScenario(ctx context.Context, name string) error {
	return c.call(ctx, http.MethodDelete, at("scenarios", name), nil, nil)
}

// ActiveScenarios lists the active scenarios of the account, the latest first.
// The sandbox tries them in this order.
func (a *Account) ActiveScenarios(ctx context.Context) ([]Activation, error) {
	var list struct{ Scenarios []Activation }
	err := a.client.get(ctx, a.at("scenarios"), &list)
	return list.Scenarios, err
}

// Activate activates a scenario, or a bare error code such as FORBIDDEN, for the
// account. An active scenario counts from zero again and becomes the latest.
func (a *Account) Activate(ctx context.Context, name string, l ActivationLimits) error {
	asked := struct {
		ActivationLimits
		For string `json:"for,omitempty"`
	}{l, durationText(l.For)}
	return a.client.call(ctx, http.MethodPut, a.at("scenarios", name), asked, nil)
}

// Deactivate deactivates a scenario for the account. The *Error of a scenario
// that is not active has status 404.
func (a *Account) Deactivate(ctx context.Context, name string) error {
	return a.client.call(ctx, http.MethodDelete, a.at("scenarios", name), nil, nil)
}

// DeactivateAll deactivates all scenarios for the account.
func (a *Account) DeactivateAll(ctx context.Context) error {
	return a.client.call(ctx, http.MethodDelete, a.at("scenarios"), nil, nil)
}
