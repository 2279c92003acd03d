package client

import (
	"context"
	"net/http"
	"time"
)

// Expectation is an expected number of recorded calls of an account, previews
// left out. Exactly one of Count, AtLeast and AtMost is required.
type Expectation struct {
	Operation string        `json:"operation,omitempty"` // id, such as cancel-order; required without Query
	Query     string        `json:"q,omitempty"`         // in the query language, such as path:/orders/ status:2xx; not together with Where
	Where     string        `json:"where,omitempty"`     // a condition in the language of a scenario's when, over the calls of the operation
	Count     *int          `json:"count,omitempty"`     // exactly so many calls
	AtLeast   *int          `json:"at_least,omitempty"`  // so many calls or more
	AtMost    *int          `json:"at_most,omitempty"`   // so many calls or fewer
	Within    time.Duration `json:"within,omitempty"`    // how long to wait for the calls, at most 30s; in JSON as text, such as 5s
}

// Verification is the result of an expectation.
type Verification struct {
	Verified bool     `json:"verified"`
	Count    int      `json:"count"`   // calls that match
	Dropped  int64    `json:"dropped"` // calls that the journal had no room for, which are not counted
	Message  string   `json:"message"` // one sentence for a failed test
	Closest  *Closest `json:"closest"` // nil when verified, or when no call came close
}

// Closest is the call that came closest to an expectation that failed.
type Closest struct {
	Request  Entry        `json:"request"`
	Differed []Difference `json:"differed"` // empty when the call matches, but too many do
}

// Difference is a part of an expectation that a call did not satisfy.
type Difference struct {
	Expected string            `json:"expected"`
	Given    map[string]string `json:"given"`           // what the call had, by the name of the input
	Error    string            `json:"error,omitempty"` // why the part could not be evaluated
}

// Verify reports whether the expected calls were made, and waits for them as
// long as the expectation says. Calls that were not made are no error.
func (a *Account) Verify(ctx context.Context, e Expectation) (Verification, error) {
	asked := struct {
		Expectation
		Within string `json:"within,omitempty"`
	}{e, durationText(e.Within)}
	var found Verification
	err := a.client.call(ctx, http.MethodPost, a.at("requests", "verify"), asked, &found)
	return found, err
}

// durationText returns a duration as the control interface reads it, "" for 0.
func durationText(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}
