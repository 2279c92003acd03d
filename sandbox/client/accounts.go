package client

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// NewAccount is an account to open. Fields without a value are as the start
// flags of the sandbox say.
type NewAccount struct {
	VendorCode string            `json:"vendor_code,omitempty"` // a new one when empty
	Secret     string            `json:"secret,omitempty"`
	World      string            `json:"world,omitempty"`     // one that ships, such as empty
	Features   map[string]bool   `json:"features,omitempty"`  // by flag
	Answers    map[string]string `json:"assume,omitempty"`    // answers by open question
	Clock      time.Time         `json:"clock,omitzero"`      // where its clock is frozen; zero for a clock that runs
	Scenarios  []string          `json:"scenarios,omitempty"` // active from the start, the latest last

	// DiscardWrites says whether its calls store nothing; nil for what the start flags say.
	DiscardWrites *bool `json:"discard_writes,omitempty"`
}

// AccountChange changes settings of an account. DiscardWrites is required.
type AccountChange struct {
	DiscardWrites *bool `json:"discard_writes"` // whether calls are answered as usual, and store nothing
}

// DiscardWrites makes the calls of the account store nothing, or store again what
// they change. Changes by the control interface are always stored.
func (a *Account) DiscardWrites(ctx context.Context, on bool) error {
	return a.client.call(ctx, http.MethodPatch, a.at(), AccountChange{&on}, nil)
}

// AccountState is an account as the control interface shows it.
type AccountState struct {
	VendorCode    string            `json:"vendor_code"`
	First         bool              `json:"first"`  // whether the sandbox was started with it
	Secret        string            `json:"secret"` // masked, except by Open
	World         string            `json:"world"`
	Seed          int64             `json:"seed"`      // of the world's data, ids and chance
	SeededAt      time.Time         `json:"seeded_at"` // when its records were seeded, on its clock
	Clock         Clock             `json:"clock"`
	Features      map[string]bool   `json:"features"`  // by flag
	Answers       map[string]string `json:"assume"`    // answers by open question, without the default answers
	Scenarios     []string          `json:"scenarios"` // active, the latest first
	RESTURL       string            `json:"rest_url"`  // base address (section 9)
	SOAPURL       string            `json:"soap_url"`
	WSDLURL       string            `json:"wsdl_url"`
	Calls         int64             `json:"calls"`                    // since the journal was cleared, those that were dropped too
	Refused       int64             `json:"refused"`                  // of these, not answered with a success
	LastCall      *EntryLine        `json:"last_call,omitempty"`      // nil when the journal has none
	DiscardWrites bool              `json:"discard_writes,omitempty"` // whether its calls store nothing
	Personal      bool              `json:"personal_data,omitempty"`  // whether records came in with the data of people
	Counts        *AccountCounts    `json:"counts,omitempty"`         // of one account only, because a list would count all records
}

// AccountCounts are how much an account has.
type AccountCounts struct {
	Records   RecordCounts `json:"records"`
	Snapshots int          `json:"snapshots"`
}

// RecordCounts are how many records of each kind there are.
type RecordCounts struct {
	Orders        int `json:"orders"`
	Campaigns     int `json:"campaigns"`
	Customers     int `json:"customers"`
	Subscriptions int `json:"subscriptions"`
	Products      int `json:"products"`
	Partners      int `json:"partners"`
}

// AccountFilter selects accounts. A field without a value accepts all.
type AccountFilter struct {
	Query string // in the query language, such as refused:>0 scenario:*; see Client.QueryFields
	Sort  string // code, calls, refused or last_call, with - before it in descending order; by code when empty
	Limit int    // longest list, all when it is 0
}

// Accounts lists all accounts by their codes.
func (c *Client) Accounts(ctx context.Context) ([]AccountState, error) {
	list, err := c.FindAccounts(ctx, AccountFilter{})
	return list.Accounts, err
}

// AccountList is a list of accounts.
type AccountList struct {
	Accounts []AccountState `json:"accounts"`
	Total    int            `json:"total"` // accounts that the filter accepts, listed or not
}

// FindAccounts lists the accounts that a filter selects.
func (c *Client) FindAccounts(ctx context.Context, f AccountFilter) (AccountList, error) {
	values := url.Values{}
	for name, value := range map[string]string{"q": f.Query, "sort": f.Sort, "limit": strconv.Itoa(f.Limit)} {
		if value != "" && value != "0" {
			values.Set(name, value)
		}
	}
	path := at("accounts")
	if len(values) > 0 {
		path += "?" + values.Encode()
	}
	var list AccountList
	err := c.get(ctx, path, &list)
	return list, err
}

// First returns the account that the sandbox was started with. The error is an
// *Error with status 404 when that one was deleted.
func (c *Client) First(ctx context.Context) (*Account, error) {
	first, err := c.FindAccounts(ctx, AccountFilter{Query: "first:true"})
	if err != nil {
		return nil, err
	}
	if len(first.Accounts) == 0 {
		return nil, &Error{Status: http.StatusNotFound, Text: "the first account was deleted", Hint: "name another one, or open it again"}
	}
	return c.Account(first.Accounts[0].VendorCode), nil
}

// Open opens an account with a world of its own that no other account sees. The
// *Error of a code that is taken has status 409.
func (c *Client) Open(ctx context.Context, account NewAccount) (AccountState, error) {
	var opened AccountState
	err := c.call(ctx, http.MethodPost, at("accounts"), account, &opened)
	return opened, err
}

// State returns the account as it is now.
func (a *Account) State(ctx context.Context) (AccountState, error) {
	var state AccountState
	err := a.client.get(ctx, a.at(), &state)
	return state, err
}

// Delete deletes the account with all that belongs to it. The coverage of all
// accounts keeps its calls.
func (a *Account) Delete(ctx context.Context) error {
	return a.client.call(ctx, http.MethodDelete, a.at(), nil, nil)
}
