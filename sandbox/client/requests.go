package client

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Entries is a list of recorded calls.
type Entries struct {
	Requests []Entry `json:"requests"` // newest first
	ListedCalls
}

// EntryLines is a list of recorded calls in short.
type EntryLines struct {
	Requests []EntryLine `json:"requests"` // newest first
	ListedCalls
}

// ListedCalls describes the whole that a list of calls is a part of.
type ListedCalls struct {
	Total           int    `json:"total"`                      // calls that the filter accepts, listed or not
	Dropped         int64  `json:"dropped"`                    // calls that the journal had no room for
	DroppedMatching *int64 `json:"dropped_matching,omitempty"` // of the dropped calls, those that the filter accepts, without previews; nil if there is none, or if its terms read more than the journal counts of them
	Facets          Facets `json:"facets,omitempty"`           // of all calls that the filter accepts, listed or not

	UnderWay []CallUnderWay `json:"under_way,omitempty"` // calls that are not over yet, whatever the filter says of how calls end
}

// CallUnderWay is a call that was admitted and is not over yet.
type CallUnderWay struct {
	ID        string    `json:"id"` // its entry will have it
	Protocol  string    `json:"protocol"`
	Operation string    `json:"operation,omitempty"`
	Method    string    `json:"method"`
	URI       string    `json:"uri"` // credentials masked
	WallTime  time.Time `json:"wall_time"`
	Text      string    `json:"text"` // one line for people, such as POST /upsell, since 1.4 s (held by scenario slow for 1.4 s)

	WaitsFor   string    `json:"waits_for,omitempty"` // in words, empty while it is carried out
	WaitsSince time.Time `json:"waits_since,omitzero"`
	Scenario   string    `json:"scenario,omitempty"` // that makes it wait; the call goes on when it is deactivated
}

// Facets are how many calls have each value of a field, by the field and the
// value: {"cause": {"client": 3}}.
type Facets map[string]map[string]int

// Filter selects calls. A field without a value accepts all.
type Filter struct {
	Query     string   // in the query language, such as status:4xx -code:FORBIDDEN after:-5m; see Client.QueryFields
	Operation string   // its id, such as search-orders
	Status    *int     // HTTP status; 0 selects the calls that got no answer
	Code      string   // the error code (section 2.5) or fault code
	Scenario  string   // a scenario that affected the call
	After     string   // the id of a call; only calls after it
	Before    string   // the id of a call; only calls before it, such as the last one of the page before
	Since     string   // the same as After
	Limit     int      // longest list, 100 when it is 0
	Facets    []string // what to count: cause, operation, code, status, protocol, scenario
}

// requests returns the path of the account's calls that a filter selects, with more names
// and values of its query.
func (a *Account) requests(f Filter, more ...any) string {
	status := ""
	if f.Status != nil {
		status = strconv.Itoa(*f.Status)
	}
	return with(a.at("requests"), append(more, "q", f.Query, "operation", f.Operation, "status", status, "code", f.Code, "scenario", f.Scenario,
		"after", f.After, "before", f.Before, "since", f.Since, "limit", f.Limit, "facets", strings.Join(f.Facets, ","))...)
}

// Requests lists the recorded calls of the account, credentials masked.
func (a *Account) Requests(ctx context.Context, f Filter) (Entries, error) {
	return get[Entries](ctx, a.client, a.requests(f))
}

// RequestLines lists the recorded calls of the account in short.
func (a *Account) RequestLines(ctx context.Context, f Filter) (EntryLines, error) {
	return get[EntryLines](ctx, a.client, a.requests(f, "view", "line"))
}

// Latest returns the call of the account that ended last, credentials masked. Without a
// call, the *Error has status 404.
func (a *Account) Latest(ctx context.Context) (Entry, error) {
	list, err := a.Requests(ctx, Filter{Limit: 1})
	if err == nil && len(list.Requests) == 0 {
		err = &Error{Status: http.StatusNotFound, Text: "the journal has no call of account " + a.Code, Hint: "make a call, or look for calls that belong to no account"}
	}
	if err != nil {
		return Entry{}, err
	}
	return list.Requests[0], nil
}

// ClearRequests deletes the recorded calls of the account.
func (a *Account) ClearRequests(ctx context.Context) error {
	return a.client.call(ctx, http.MethodDelete, a.at("requests"), nil, nil)
}

// Request returns one call by its id from the header X-Sandbox-Request of its answer.
// Credentials are not masked, because they explain a wrong signature; Explain masks them.
func (c *Client) Request(ctx context.Context, id string) (Entry, error) {
	return get[Entry](ctx, c, at("requests", id))
}

// Explain returns one call as text for people: its request, checks, answer and changes.
// Credentials are not masked, because they explain a wrong signature.
func (c *Client) Explain(ctx context.Context, id string) (string, error) {
	return c.text(ctx, http.MethodGet, at("requests", id)+"?format=text", nil)
}

// ExplainMasked is Explain with credentials masked, as lists have them.
func (c *Client) ExplainMasked(ctx context.Context, id string) (string, error) {
	return c.text(ctx, http.MethodGet, at("requests", id)+"?format=text&masked=true", nil)
}
