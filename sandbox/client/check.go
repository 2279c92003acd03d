package client

import (
	"context"
	"net/http"
)

// Fault is one mistake in a text: in YAML or in the JSON of records.
type Fault struct {
	Line       int    `json:"line"`   // from 1; 0 when the mistake has no place
	Column     int    `json:"column"` // from 1, in characters
	Message    string `json:"message"`
	Suggestion string `json:"suggestion,omitempty"` // what to write instead at the place
}

// ScenarioCheck describes the effects of a scenario, or its faults.
type ScenarioCheck struct {
	Valid      bool        `json:"valid"`
	Faults     []Fault     `json:"faults"`
	Warnings   []Fault     `json:"warnings,omitempty"` // about what is legal but probably not meant
	Summary    string      `json:"summary,omitempty"`
	Operations []string    `json:"operations"` // ids of the operations that it can affect
	Effects    []Effect    `json:"effects"`
	Tried      int         `json:"tried"`   // examined calls of the account, the last 100 at most
	Affects    []EntryLine `json:"affects"` // those it would have affected, newest first
}

// WorldCheck is whether a world, or a fragment of one, can be used.
type WorldCheck struct {
	Valid  bool    `json:"valid"`
	Faults []Fault `json:"faults"`
}

// CheckScenario checks a scenario without saving it. With an account, it finds
// which of the account's last calls the scenario would have affected.
func (c *Client) CheckScenario(ctx context.Context, text, account string) (ScenarioCheck, error) {
	return ask[ScenarioCheck](ctx, c, http.MethodPost, with(at("scenarios", "check"), "account", account), yaml(text))
}

// DraftedScenario is a scenario to edit.
type DraftedScenario struct {
	Name string `json:"name"` // free in the library
	YAML string `json:"yaml"`
}

// DraftScenario drafts a scenario from a recorded call: it gives similar calls the same
// answer, or a likely failure if the call succeeded. The sandbox does not save it.
func (c *Client) DraftScenario(ctx context.Context, id string) (DraftedScenario, error) {
	return ask[DraftedScenario](ctx, c, http.MethodPost, at("requests", id, "scenario"), nil)
}
