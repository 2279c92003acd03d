package client

import "context"

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
