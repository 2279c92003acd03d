package client

import "context"

// Catalog is the commerce interface as data.
type Catalog struct {
	Operations []Operation          `json:"operations"`
	General    map[string][]Outcome `json:"general"` // failures of no particular operation, by protocol
	Codes      []string             `json:"codes"`   // of all failures; those documented for an operation are scenario names too
	Features   []FeatureInfo        `json:"features"`
	Limits     []Limit              `json:"limits"`
	Reserved   ReservedValues       `json:"reserved_values"`
}

// ReservedValues are values to name a scenario for one call.
type ReservedValues struct {
	Prefix string   `json:"prefix"` // before the name, such as sandbox:
	Inputs []string `json:"inputs"` // which can have such a value
	Not    []string `json:"not"`    // which cannot
}

// Operation is one operation of the interface.
type Operation struct {
	ID         string      `json:"id"` // such as search-orders
	Protocol   string      `json:"protocol"`
	Method     string      `json:"method,omitempty"` // of a REST operation
	Path       string      `json:"path,omitempty"`   // of a REST operation, below the base address
	Action     string      `json:"action,omitempty"` // of a SOAP operation
	Section    string      `json:"section"`          // of the documentation
	Summary    string      `json:"summary"`
	Feature    string      `json:"feature,omitempty"` // the feature flag that it requires
	Parameters []Parameter `json:"parameters"`
	Outcomes   []Outcome   `json:"outcomes"` // the success first
}

// Parameter is an input of an operation.
type Parameter struct {
	Name     string   `json:"name"`
	In       string   `json:"in"`   // path, query, body or similar
	Type     string   `json:"type"` // string, integer, number, boolean, object, or "array of …"
	Required bool     `json:"required"`
	Rule     string   `json:"rule,omitempty"`     // what the value must be or does
	Enum     []string `json:"enum,omitempty"`     // the allowed values
	Default  string   `json:"default,omitempty"`  // what absence means
	Question string   `json:"question,omitempty"` // the open question that decides its name or rule
	Bounds
}

// Bounds are the limits of a parameter, as JSON Schema has them.
type Bounds struct {
	Minimum   *float64 `json:"minimum,omitempty"`
	Maximum   *float64 `json:"maximum,omitempty"`
	MaxLength *uint64  `json:"max_length,omitempty"` // in characters
	Pattern   string   `json:"pattern,omitempty"`
	Format    string   `json:"format,omitempty"` // such as date or uuid
}

// Outcome is a way in which a call of an operation can end.
type Outcome struct {
	Code           string   `json:"code,omitempty"` // empty for the success
	Status         int      `json:"status"`
	StatusQuestion string   `json:"status_question,omitempty"` // the open question whose answer is the status
	Documented     bool     `json:"documented"`                // whether the interface states it
	Condition      string   `json:"condition"`                 // when it occurs
	Questions      []string `json:"questions,omitempty"`
	Scenario       string   `json:"scenario,omitempty"` // a scenario of the library that provokes it, empty for the success
}

// FeatureInfo is a feature flag of the interface.
type FeatureInfo struct {
	Feature string `json:"feature"`
	Default bool   `json:"default"` // whether it is on for a new account
	Section string `json:"section"` // of the documentation
	Summary string `json:"summary"`
}

// Limit is a limit of the interface or of the sandbox.
type Limit struct {
	Name      string `json:"name"`
	AppliesTo string `json:"applies_to"`
	Value     string `json:"value"`
	Section   string `json:"section,omitempty"` // empty when the documentation states no such limit
}

// Catalog returns the commerce interface as data.
func (c *Client) Catalog(ctx context.Context) (Catalog, error) {
	return get[Catalog](ctx, c, at("catalog"))
}

// Operations lists the operations of the interface.
func (c *Client) Operations(ctx context.Context) ([]Operation, error) {
	catalog, err := c.Catalog(ctx)
	return catalog.Operations, err
}

// OperationDetail is one operation with all help for calling it. Statuses and answers are
// one account's.
type OperationDetail struct {
	Operation
	Account   string             `json:"account,omitempty"` // vendor code; empty for the answers of the start flags, without examples
	Rules     []Rule             `json:"rules"`             // the checks of a call, in their order; the first failure decides
	Questions []AnsweredQuestion `json:"questions"`         // open questions that it depends on
	Examples  []Example          `json:"examples"`          // values for its parameters
	Sample    *Sample            `json:"sample,omitempty"`  // a successful call with the account's records as they are; nil when none succeeds
	Exchanges []Exchange         `json:"exchanges"`         // recorded calls with their answers
}

// Rule is one check of a call and how the call ends when it fails.
type Rule struct {
	Check  string `json:"check"` // as entries of the journal name it: account, credential, session, accept, feature or operation
	Fails  string `json:"fails"` // when
	Status int    `json:"status"`
	Code   string `json:"code"`
}

// AnsweredQuestion is an open question with the answer of an account.
type AnsweredQuestion struct {
	Question
	Chosen string `json:"chosen,omitempty"` // empty when the question has no choice
}

// Example is the ids of a record that an operation reads.
type Example struct {
	Handle string            `json:"handle"` // of the account's world
	Kind   string            `json:"kind"`
	Values map[string]string `json:"values"` // by parameter
}

// Sample is the input of a successful call. The credentials are not in it.
type Sample struct {
	Handle string            `json:"handle,omitempty"` // that names the record
	Values map[string]string `json:"values"`           // by parameter
	Body   string            `json:"body,omitempty"`   // JSON, of a REST call
}

// Exchange is a recorded story: calls and their answers as they travel. In a
// call, {{HANDLE.PARAMETER}} is an id of the world, and {{signed}} the value of
// the credential header.
type Exchange struct {
	Name    string `json:"name"`
	Summary string `json:"summary"`
	Text    string `json:"text"` // steps between lines of ###
}

// Operation returns one operation as an account without changes answers it.
func (c *Client) Operation(ctx context.Context, id string) (OperationDetail, error) {
	return get[OperationDetail](ctx, c, at("operations", id))
}

// Operation returns one operation as the account answers it, with examples from
// its records.
func (a *Account) Operation(ctx context.Context, id string) (OperationDetail, error) {
	return get[OperationDetail](ctx, a.client, with(at("operations", id), "account", a.Code))
}
