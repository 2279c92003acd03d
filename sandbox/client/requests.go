package client

import (
	"context"
	"io"
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

// WriteHAR writes the recorded calls of the account that a filter selects to w, as an
// HTTP Archive 1.2: oldest first, credentials masked, all of them unless the filter has a
// limit.
func (a *Account) WriteHAR(ctx context.Context, f Filter, w io.Writer) error {
	return a.client.copy(ctx, http.MethodGet, a.requests(f, "format", "har"), nil, w)
}

// RefusedCall is a refused call with its explanation, for people.
type RefusedCall struct {
	ID   string `json:"id"`
	Page string `json:"page"` // address of the page about it
	Text string `json:"text"` // lines: the call, the failed checks with the given and the expected value, the signature
}

// String returns the text with the address of the page, if there is one.
func (r RefusedCall) String() string {
	if r.Page == "" {
		return r.Text + "\n"
	}
	return r.Text + "\n  page: " + r.Page + "\n"
}

// RefusedCalls explains the latest refused calls of the account, the oldest of them first:
// as many as limit, 10 when it is 0. At most 3 calls without an account since its opening
// follow, because a wrong vendor code or a missing credential makes them.
func (a *Account) RefusedCalls(ctx context.Context, limit int) ([]RefusedCall, error) {
	list, err := get[struct{ Refused []RefusedCall }](ctx, a.client, with(a.at("refused"), "limit", max(0, limit)))
	return list.Refused, err
}

// Cause is the party at fault for a call not answered as asked.
type Cause string

// The causes.
const (
	ByClient   Cause = "client"   // the call is wrong
	ByScenario Cause = "scenario" // a scenario refused the call or cut its connection, or a changed feature or answer made it fail
	BySandbox  Cause = "sandbox"  // the sandbox failed, or its disk is full
)

// Causes returns all causes.
func Causes() []Cause { return []Cause{ByClient, ByScenario, BySandbox} }

// Trigger is how a scenario came to affect a call. Without a scenario, it is a feature or
// an answer changed by the account itself or a start flag.
type Trigger struct {
	Scenario string    `json:"scenario,omitempty"`
	By       TriggerBy `json:"by"`
	Name     string    `json:"name,omitempty"` // of the feature or the question
}

// TriggerBy is a way to trigger a scenario, or to change an answer without one.
type TriggerBy string

// The triggers.
const (
	TriggerAccount  TriggerBy = "account"  // active for the account until it is deactivated
	TriggerTimes    TriggerBy = "times"    // active for a number of calls
	TriggerPeriod   TriggerBy = "period"   // active for a period
	TriggerBaseline TriggerBy = "baseline" // active because of a start flag
	TriggerHeader   TriggerBy = "header"   // named by the header X-Sandbox-Scenario
	TriggerValue    TriggerBy = "value"    // named by an input value sandbox:NAME
	TriggerFeature  TriggerBy = "feature"  // not a scenario: a changed feature
	TriggerQuestion TriggerBy = "question" // not a scenario: a changed answer to an open question
)

// Without is how a call would have ended without the reason for its refusal: without all
// scenarios or, if none affected it, with the default features and answers.
type Without struct {
	Status int    `json:"status"`
	Code   string `json:"code,omitempty"` // empty for a success
}
