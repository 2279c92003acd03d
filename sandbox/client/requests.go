package client

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
)

// Entries is a list of recorded calls.
type Entries struct {
	Requests []Entry `json:"requests"` // newest first
	Total    int     `json:"total"`    // calls that the filter accepts, listed or not
	Dropped  int64   `json:"dropped"`  // calls that the journal had no room for
}

// Filter selects calls. A field without a value accepts all.
type Filter struct {
	Operation string // its id, such as search-orders
	Status    *int   // HTTP status; 0 selects the calls that got no answer
	Code      string // the error code (section 2.5) or fault code
	Scenario  string // a scenario that affected the call
	Since     string // the id of a call; only calls after it
	Limit     int    // longest list, 100 when it is 0
}

func (f Filter) query() string {
	values := url.Values{}
	set := func(name, value string) {
		if value != "" {
			values.Set(name, value)
		}
	}
	set("operation", f.Operation)
	set("code", f.Code)
	set("scenario", f.Scenario)
	set("since", f.Since)
	if f.Status != nil {
		set("status", strconv.Itoa(*f.Status))
	}
	if f.Limit != 0 {
		set("limit", strconv.Itoa(f.Limit))
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}

// Requests lists the recorded calls of the account, credentials masked.
func (a *Account) Requests(ctx context.Context, f Filter) (Entries, error) {
	var list Entries
	err := a.client.get(ctx, a.at("requests")+f.query(), &list)
	return list, err
}

// Latest returns the call of the account that ended last, credentials masked.
// Without a call, the *Error has status 404.
func (a *Account) Latest(ctx context.Context) (Entry, error) {
	var call Entry
	err := a.client.get(ctx, a.at("requests", "latest"), &call)
	return call, err
}

// ClearRequests deletes the recorded calls of the account.
func (a *Account) ClearRequests(ctx context.Context) error {
	return a.client.call(ctx, http.MethodDelete, a.at("requests"), nil, nil)
}

// RequestsWithoutAccount lists the calls that belong to no account, such as those with an
// unknown vendor code.
func (c *Client) RequestsWithoutAccount(ctx context.Context, f Filter) (Entries, error) {
	var list Entries
	err := c.get(ctx, at("requests")+f.query(), &list)
	return list, err
}

// Request returns one call by its id, which is in the header X-Sandbox-Request
// of its answer. Credentials are not masked, because they explain a wrong
// signature.
func (c *Client) Request(ctx context.Context, id string) (Entry, error) {
	var call Entry
	err := c.get(ctx, at("requests", id), &call)
	return call, err
}
