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
	Operations []string `json:"operations"` // ids of the operations that it can affect
	Source     string   `json:"source"`     // shipped, folder, own, account for one of an account alone, or code for a bare error code
	Group      Group    `json:"group"`
	Effects    []Effect `json:"effects"`            // what it does, by operation
	Does       []string `json:"does"`               // the same in words, each thing once, such as 403 FORBIDDEN, once
	Error      string   `json:"error,omitempty"`    // why its file cannot be read
	Warnings   []Fault  `json:"warnings,omitempty"` // about what is legal but probably not meant
}

// Group is the kind of a scenario, by which lists are divided.
type Group string

// The groups.
const (
	GroupFailures   Group = "failures"   // failures of one operation
	GroupCodes      Group = "codes"      // bare error codes
	GroupConnection Group = "connection" // delays, cut connections, answers of a broken service
	GroupAnswers    Group = "answers"    // other features, and other answers to open questions
	GroupOwn        Group = "own"        // the users' own and those of the watched folder
)

// Groups returns the groups in the order of lists.
func Groups() []Group {
	return []Group{GroupFailures, GroupCodes, GroupConnection, GroupAnswers, GroupOwn}
}

// Act is what a scenario does to a call.
type Act string

// The acts.
const (
	ActFail     Act = "fail"               // with a documented error code
	ActAnswer   Act = "answer"             // an answer of its own
	ActPlace    Act = "place"              // the order of the body
	ActCut      Act = "cut"                // the connection
	ActLimit    Act = "limit"              // calls per period
	ActChange   Act = "change"             // the answer of the operation
	ActDelay    Act = "delay"              // the ordinary answer
	ActDo       Act = "do"                 // move the shop
	ActEarlier  Act = "earlier"            // show records as they were
	ActDelivery Act = "delivery"           // the bytes of the answer
	ActFeature  Act = "feature"            // switch a feature of the account
	ActQuestion Act = "answer-to-question" // answer an open question
)

// Effect is what a rule, a feature or an answer of a scenario does to the calls of one
// operation. The rules are in the order in which they are tried.
type Effect struct {
	Operation string   `json:"operation"`
	Act       Act      `json:"act"`
	Status    int      `json:"status,omitempty"`   // of a failure or an answer
	Code      string   `json:"code,omitempty"`     // of a failure or an answer
	Cut       string   `json:"cut,omitempty"`      // how the connection fails, such as reset, or after 100 bytes of the body
	After     bool     `json:"after,omitempty"`    // whether the operation is carried out first
	Before    string   `json:"before,omitempty"`   // credential: it also affects calls that fail a check of their credential, or have none
	Limit     string   `json:"limit,omitempty"`    // such as 5 per 10s by account
	Changes   []string `json:"changes,omitempty"`  // of the answer, such as $.Status = UNKNOWN
	Moves     []string `json:"moves,omitempty"`    // of the shop, such as before: complete order
	Earlier   string   `json:"earlier,omitempty"`  // how the operation reads records, such as: as they were 5s ago; "" for as they are
	Delivery  []string `json:"delivery,omitempty"` // how the bytes of the answer travel, such as pace 1KB/s
	Delay     string   `json:"delay,omitempty"`    // such as 2s, 1s to 3s, or median 300ms, p99 2s
	Share     float64  `json:"share,omitempty"`    // of the matching calls, above 0 and below 1; 0 for all of them
	When      string   `json:"when,omitempty"`     // the condition on the call, "" for every call
	Skip      int64    `json:"skip,omitempty"`     // how many matching calls pass first
	Times     int64    `json:"times,omitempty"`    // how often the rule acts, 0 for no limit
	Every     int64    `json:"every,omitempty"`    // step among the matching calls, such as 3 for every third; 0 for each
	Nth       string   `json:"nth,omitempty"`      // such as call 2 of create-upsell, "" for any call
	During    string   `json:"during,omitempty"`   // such as 5s of every 30s, on the account's clock; "" for any time
	Feature   string   `json:"feature,omitempty"`  // its flag
	Enabled   *bool    `json:"enabled,omitempty"`  // whether the account has the feature
	Question  string   `json:"question,omitempty"` // its id
	Answer    string   `json:"answer,omitempty"`   // to the question
	Text      string   `json:"text"`               // all but the condition in words, such as 403 FORBIDDEN, 1 call in 3
}

// ScenarioFile is a scenario with its file.
type ScenarioFile struct {
	Scenario
	Features map[string]bool   `json:"features,omitempty"` // by flag, while it is active
	Answers  map[string]string `json:"assume,omitempty"`   // answers by open question, while it is active
	YAML     string            `json:"yaml"`               // empty for a bare error code
}

// FolderChange is a scenario of the folder with a new, changed or deleted file.
type FolderChange struct {
	Name   string      `json:"name"`
	Change EventChange `json:"change"`          // ChangeReloaded or ChangeDeleted
	Error  string      `json:"error,omitempty"` // why its file cannot be read
}

// Activation is a scenario that is active for an account.
type Activation struct {
	Name      string     `json:"name"`
	Summary   string     `json:"summary"`
	Baseline  bool       `json:"baseline"`            // whether a start flag of the sandbox activated it
	Own       bool       `json:"own,omitempty"`       // whether it is a scenario of this account alone
	Matched   int64      `json:"matched"`             // calls matched by one of its rules
	Affected  int64      `json:"affected"`            // affected calls
	Remaining *int64     `json:"remaining"`           // calls it can still affect; nil for no limit
	Until     *time.Time `json:"until"`               // when it ends; nil for no limit
	Error     string     `json:"error,omitempty"`     // why it has no effect at present
	Overrules []string   `json:"overrules,omitempty"` // in words, rules of earlier scenarios that do not act beside it
}

// ActivationLimits say when a scenario ends by itself. The zero value has no
// limit.
type ActivationLimits struct {
	Times int           `json:"times,omitempty"` // after so many affected calls
	For   time.Duration `json:"for,omitempty"`   // after so long on the machine's clock; in JSON as text, such as 2h
}

// Scenarios lists the library by name, and then the bare error codes, because they are
// names too.
func (c *Client) Scenarios(ctx context.Context) ([]Scenario, error) {
	list, err := get[struct{ Scenarios []Scenario }](ctx, c, at("scenarios"))
	return list.Scenarios, err
}

// Scenario returns one scenario of the library. An unknown name is an *Error
// with status 404 and the nearest names.
func (c *Client) Scenario(ctx context.Context, name string) (ScenarioFile, error) {
	return get[ScenarioFile](ctx, c, at("scenarios", name))
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

// ReloadScenarios reads the folder of scenarios at once, and returns the changes by name.
// Without it, the sandbox looks four times a second. The *Error of a sandbox without a
// readable folder has status 409.
func (c *Client) ReloadScenarios(ctx context.Context) ([]FolderChange, error) {
	list, err := ask[struct{ Changes []FolderChange }](ctx, c, http.MethodPost, at("scenarios", "reload"), nil)
	return list.Changes, err
}

// ActiveScenarios lists the active scenarios of the account, the latest first.
// The sandbox tries them in this order.
func (a *Account) ActiveScenarios(ctx context.Context) ([]Activation, error) {
	list, err := get[struct{ Scenarios []Activation }](ctx, a.client, a.at("scenarios"))
	return list.Scenarios, err
}

// Scenarios lists what Client.Scenarios does, with the scenarios of this account alone.
func (a *Account) Scenarios(ctx context.Context) ([]Scenario, error) {
	list, err := get[struct{ Scenarios []Scenario }](ctx, a.client, with(at("scenarios"), "account", a.Code))
	return list.Scenarios, err
}

// PutOwnScenario saves a scenario, in YAML, for this account alone and activates it. It
// replaces an earlier one of the name; the counters begin at zero again. It is gone with
// the account; a reset, or a restart of the sandbox, deactivates it. The *Error points at
// every fault of the text; for a name in the library it has status 409.
func (a *Account) PutOwnScenario(ctx context.Context, name, text string) (Activation, error) {
	return ask[Activation](ctx, a.client, http.MethodPut, a.at("scenarios", name), yaml(text))
}

// Scenario returns the scenario that a name means for the account: one of its own, or one
// of the library.
func (a *Account) Scenario(ctx context.Context, name string) (ScenarioFile, error) {
	return get[ScenarioFile](ctx, a.client, a.at("scenarios", name))
}

// Activate activates a scenario, or a bare error code such as FORBIDDEN, for the
// account. An active scenario counts from zero again and becomes the latest.
func (a *Account) Activate(ctx context.Context, name string, l ActivationLimits) error {
	return a.client.call(ctx, http.MethodPut, a.at("scenarios", name), l, nil)
}

// Deactivate deactivates a scenario for the account, and deletes one of this account
// alone. The *Error of an inactive scenario has status 404.
func (a *Account) Deactivate(ctx context.Context, name string) error {
	return a.client.call(ctx, http.MethodDelete, a.at("scenarios", name), nil, nil)
}

// Pause deactivates a scenario for the account, and keeps one of this account alone, so
// that Activate activates it again. Its errors are those of Deactivate.
func (a *Account) Pause(ctx context.Context, name string) error {
	return a.client.call(ctx, http.MethodDelete, a.at("scenarios", name)+"?keep=true", nil, nil)
}

// DeactivateAll deactivates all scenarios for the account.
func (a *Account) DeactivateAll(ctx context.Context) error {
	return a.client.call(ctx, http.MethodDelete, a.at("scenarios"), nil, nil)
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
