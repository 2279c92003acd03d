package client

import (
	"context"
	"net/http"
	"time"
)

// NewAccount is an account to open. Fields without a value are as the start
// flags of the sandbox say.
type NewAccount struct {
	VendorCode string            `json:"vendor_code,omitempty"` // a new one when empty
	Secret     string            `json:"secret,omitempty"`
	World      string            `json:"world,omitempty"`      // a shipped one, such as empty
	Features   map[string]bool   `json:"features,omitempty"`   // by flag
	Answers    map[string]string `json:"assume,omitempty"`     // answers by open question
	Clock      time.Time         `json:"clock,omitzero"`       // where its clock is frozen; zero for a running clock
	ClockStep  time.Duration     `json:"clock_step,omitempty"` // how far each call moves the frozen clock on; in JSON as text, such as 1s
	Scenarios  []string          `json:"scenarios,omitempty"`  // active from the start, the latest last

	Label string            `json:"label,omitempty"` // the name of its test: at most 64 bytes, printable
	Run   string            `json:"run,omitempty"`   // the run that it belongs to: 1 to 64 of A-Z a-z 0-9 . _ -
	TTL   time.Duration     `json:"ttl,omitempty"`   // how long it stays without a call, in place of --account-ttl; in JSON as text, such as 1h
	Port  bool              `json:"port,omitempty"`  // whether it gets a port of its own; calls there belong to it, also accounts opened there
	Own   map[string]string `json:"own,omitempty"`   // scenarios of this account alone, in YAML by name; active from the start, also after a reset

	// DiscardWrites says whether its calls store nothing; nil leaves it to the start flags.
	DiscardWrites *bool `json:"discard_writes,omitempty"`
}

// AccountChange changes settings of an account; nil ones stay. At least one is required.
type AccountChange struct {
	DiscardWrites *bool   `json:"discard_writes,omitempty"` // whether calls are answered as usual, and store nothing
	Run           *string `json:"run,omitempty"`            // the run that the account belongs to, "" for none
	Label         *string `json:"label,omitempty"`          // the name of its test, "" for none

	Features map[string]bool    `json:"features,omitempty"` // by flag
	Answers  map[string]*string `json:"assume,omitempty"`   // answers by open question, nil for the one of the start flags
}

// DiscardWrites makes the calls of the account store nothing, or store their changes
// again. Changes by the control interface are always stored.
func (a *Account) DiscardWrites(ctx context.Context, on bool) error {
	return a.change(ctx, AccountChange{DiscardWrites: &on})
}

// SetRun puts the account into a run, with the name of its test as label, or out of its
// run when run is empty.
func (a *Account) SetRun(ctx context.Context, run, label string) error {
	return a.change(ctx, AccountChange{Run: &run, Label: &label})
}

func (a *Account) change(ctx context.Context, to AccountChange) error {
	return a.client.call(ctx, http.MethodPatch, a.at(), to, nil)
}

// AccountState is an account as the control interface shows it.
type AccountState struct {
	VendorCode    string            `json:"vendor_code"`
	First         bool              `json:"first"`           // whether the sandbox was started with it
	Label         string            `json:"label,omitempty"` // the name of its test
	Run           string            `json:"run,omitempty"`   // the run that it belongs to
	Port          string            `json:"port,omitempty"`  // address of its own port, empty for none
	Owner         string            `json:"owner,omitempty"` // vendor code of the account at whose port it was opened
	TTL           string            `json:"ttl,omitempty"`   // how long it stays without a call, such as 1h; empty for --account-ttl
	Secret        string            `json:"secret"`          // masked, except by Open
	World         string            `json:"world"`
	Seed          int64             `json:"seed"`      // of the world's data, ids and chance
	SeededAt      time.Time         `json:"seeded_at"` // when its records were seeded, on its clock
	Clock         Clock             `json:"clock"`
	Features      map[string]bool   `json:"features"`      // by flag
	Answers       map[string]string `json:"assume"`        // answers by open question, without the default answers
	Scenarios     []string          `json:"scenarios"`     // active, the latest first
	Own           []string          `json:"own,omitempty"` // scenarios of this account alone, active or not
	RESTURL       string            `json:"rest_url"`      // base address (section 9)
	SOAPURL       string            `json:"soap_url"`
	WSDLURL       string            `json:"wsdl_url"`
	Calls         int64             `json:"calls"`                    // since the journal was cleared, dropped ones included
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
	return get[AccountList](ctx, c, with(at("accounts"), "q", f.Query, "sort", f.Sort, "limit", f.Limit))
}

// First returns the account that the sandbox was started with. The error is an *Error
// with status 404 if the account was deleted.
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

// Open opens an account with a world of its own, hidden from all other accounts. The
// *Error of a code in use has status 409.
func (c *Client) Open(ctx context.Context, account NewAccount) (AccountState, error) {
	return ask[AccountState](ctx, c, http.MethodPost, at("accounts"), account)
}

// State returns the account as it is now.
func (a *Account) State(ctx context.Context) (AccountState, error) {
	return get[AccountState](ctx, a.client, a.at())
}

// Delete deletes the account with everything in it. The coverage of all accounts keeps
// its calls.
func (a *Account) Delete(ctx context.Context) error {
	return a.client.call(ctx, http.MethodDelete, a.at(), nil, nil)
}

// Close says what to answer about a deleted account.
type Close struct {
	Compare string `json:"compare,omitempty"` // vendor code of the account to compare the records with, empty for none
	Keep    bool   `json:"keep,omitempty"`    // whether the account stays, for others to be compared with it
}

// Closed describes an account at its end, with the accounts opened at its port.
type Closed struct {
	Accounts []string           `json:"accounts"`            // their vendor codes, the owner of the port first
	Calls    []Entry            `json:"calls"`               // of all of them, in the order of their arrival, without the bodies of their answers
	Dropped  int64              `json:"dropped"`             // calls that the journal had no room for
	UnderWay []CallUnderWay     `json:"under_way,omitempty"` // calls that were not over when the account was closed
	Records  []RecordDifference `json:"records"`             // how their records differ; the accounts are paired in the order of their opening
}

// RecordDifference is a record that only one of two accounts has, or both with different
// contents. Ids and moments generated by the sandbox make no difference.
type RecordDifference struct {
	Account int              `json:"account"` // index of the account, 0 for the owner of the port, -1 for those that the suite reset or deleted before
	Kind    string           `json:"kind"`    // such as campaign
	Name    string           `json:"name"`    // what a person knows it by, such as the name of a campaign; "" where more than 500 differ, and count has all
	Change  RecordChange     `json:"change"`
	Count   ValuePair[int]   `json:"count"`  // how many records of this content both accounts have
	Fields  []BodyDifference `json:"fields"` // of RecordOther
}

// RecordChange is how a record differs.
type RecordChange string

// The ways in which the records of an account differ from those of another one.
const (
	RecordMissing RecordChange = "missing" // the other account has it
	RecordExtra   RecordChange = "extra"   // only this account has it
	RecordDoubled RecordChange = "doubled" // this account has more of the same content
	RecordOther   RecordChange = "other"   // both have it, with other fields
)

// Close deletes the account with the accounts opened at its port, unless it is to keep
// them. It returns their calls and how their records differ from another account's.
func (a *Account) Close(ctx context.Context, c Close) (Closed, error) {
	return ask[Closed](ctx, a.client, http.MethodPost, a.at("close"), c)
}

// Feature is a feature flag as an account has it, scenarios aside.
type Feature struct {
	FeatureInfo
	Enabled bool `json:"enabled"`
}

// Features lists the feature flags of the account.
func (a *Account) Features(ctx context.Context) ([]Feature, error) {
	catalog, err := a.client.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	state, err := a.State(ctx)
	var list []Feature
	for _, f := range catalog.Features {
		list = append(list, Feature{f, state.Features[f.Feature]})
	}
	return list, err
}

// EnableFeature switches a feature flag of the account on.
func (a *Account) EnableFeature(ctx context.Context, flag string) error {
	return a.change(ctx, AccountChange{Features: map[string]bool{flag: true}})
}

// DisableFeature switches a feature flag of the account off.
func (a *Account) DisableFeature(ctx context.Context, flag string) error {
	return a.change(ctx, AccountChange{Features: map[string]bool{flag: false}})
}
