package client

import (
	"context"
	"net/http"
	"time"
)

// Expectation is what is expected of the recorded calls of an account. One of
// Count, AtLeast and AtMost is given.
type Expectation struct {
	Operation string        // id, such as cancel-order
	Where     string        // in the language of a scenario's when; "" for every call of the operation
	Count     *int          // exactly so many
	AtLeast   *int          // so many or more
	AtMost    *int          // so many or fewer
	Within    time.Duration // how long to wait for it, at most 30s; 0 for not at all
}

// Verification is what was found.
type Verification struct {
	Verified bool     `json:"verified"`
	Count    int      `json:"count"`   // calls that met the expectation
	Dropped  int64    `json:"dropped"` // calls that are no longer kept and were not counted
	Message  string   `json:"message"` // one sentence, fit for a failed test
	Closest  *Closest `json:"closest"` // nil when verified, or when nothing came close
}

// Closest is the call that came closest to an expectation that was not met.
type Closest struct {
	Request  Entry        `json:"request"`
	Differed []Difference `json:"differed"` // none when it met everything, but there were too many
}

// Difference is a part of an expectation that a call did not meet.
type Difference struct {
	Expected string            `json:"expected"`
	Given    map[string]string `json:"given"` // what the call had, by the name of the input
	Error    string            `json:"error"` // why the part came to nothing, or ""
}

// Verify reports whether the expected calls were made. It waits for them as
// long as the expectation says; that they were not is no error.
func (a *Account) Verify(ctx context.Context, e Expectation) (Verification, error) {
	asked := struct {
		Operation string `json:"operation"`
		Where     string `json:"where,omitempty"`
		Count     *int   `json:"count,omitempty"`
		AtLeast   *int   `json:"at_least,omitempty"`
		AtMost    *int   `json:"at_most,omitempty"`
		Within    string `json:"within,omitempty"`
	}{e.Operation, e.Where, e.Count, e.AtLeast, e.AtMost, spelled(e.Within)}
	var found Verification
	err := a.client.call(ctx, http.MethodPost, a.at("requests", "verify"), asked, &found)
	return found, err
}

// spelled writes a duration for the sandbox, none as nothing.
func spelled(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}
