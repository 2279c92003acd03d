package client

import (
	"context"
	"net/http"
	"time"
)

// NewAccount is an account to be opened. What it leaves out is as the sandbox was
// started.
type NewAccount struct {
	VendorCode string            `json:"vendor_code,omitempty"` // made up when empty
	Secret     string            `json:"secret,omitempty"`
	World      string            `json:"world,omitempty"`     // one that ships, such as empty
	Features   map[string]bool   `json:"features,omitempty"`  // by flag
	Assume     map[string]string `json:"assume,omitempty"`    // answers by open question
	Clock      time.Time         `json:"clock,omitzero"`      // where its clock stands; zero for one that runs
	Scenarios  []string          `json:"scenarios,omitempty"` // in force from the start, the latest last
}

// AccountState is how an account stands.
type AccountState struct {
	VendorCode string            `json:"vendor_code"`
	First      bool              `json:"first"`  // the one that the sandbox was started with
	Secret     string            `json:"secret"` // masked but where the account was opened
	World      string            `json:"world"`
	Clock      Clock             `json:"clock"`
	Features   map[string]bool   `json:"features"`  // by flag
	Assume     map[string]string `json:"assume"`    // answers by open question, where they are not the default
	Scenarios  []string          `json:"scenarios"` // in force, the latest first
	RESTURL    string            `json:"rest_url"`  // base address (section 9)
	SOAPURL    string            `json:"soap_url"`
	WSDLURL    string            `json:"wsdl_url"`
}

// Accounts lists all accounts by their codes.
func (c *Client) Accounts(ctx context.Context) ([]AccountState, error) {
	var list struct{ Accounts []AccountState }
	err := c.get(ctx, at("accounts"), &list)
	return list.Accounts, err
}

// First returns the account that the sandbox was started with. The error is an
// *Error with status 404 when that one was deleted.
func (c *Client) First(ctx context.Context) (*Account, error) {
	all, err := c.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	for _, state := range all {
		if state.First {
			return c.Account(state.VendorCode), nil
		}
	}
	return nil, &Error{Status: http.StatusNotFound, Text: "the first account was deleted", Hint: "name another one, or open it again"}
}

// Open opens an account, a world of its own that nobody else sees. A code that
// is taken is an *Error with status 409.
func (c *Client) Open(ctx context.Context, d NewAccount) (AccountState, error) {
	var opened AccountState
	err := c.call(ctx, http.MethodPost, at("accounts"), d, &opened)
	return opened, err
}

// AccountState returns how the account stands.
func (a *Account) State(ctx context.Context) (AccountState, error) {
	var state AccountState
	err := a.client.get(ctx, a.at(), &state)
	return state, err
}

// Delete removes the account with all that belongs to it but its part in the
// coverage over all accounts.
func (a *Account) Delete(ctx context.Context) error {
	return a.client.call(ctx, http.MethodDelete, a.at(), nil, nil)
}
