package client

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// RefusedCall is a refused call with what explains it, for people.
type RefusedCall struct {
	ID   string `json:"id"`
	Page string `json:"page"` // address of the page about it
	Text string `json:"text"` // lines: the call, the failed checks with what was given and expected, the signature
}

// String returns the text with the address of the page.
func (r RefusedCall) String() string { return r.Text + "\n  page: " + r.Page + "\n" }

// RefusedCalls explains the refused calls of the account that came last, the oldest of them
// first: as many as limit, 10 when it is 0. Calls without an account that came since the
// account was opened follow, at most 3, because a wrong vendor code or a missing
// credential makes them.
func (a *Account) RefusedCalls(ctx context.Context, limit int) ([]RefusedCall, error) {
	path := a.at("refused")
	if limit > 0 {
		path += "?limit=" + strconv.Itoa(limit)
	}
	var list struct{ Refused []RefusedCall }
	err := a.client.get(ctx, path, &list)
	return list.Refused, err
}

// Explanation says in a few lines how a call was answered and why. Mask the entry first
// where its address must not show credentials.
func (e Entry) Explanation() string {
	var text strings.Builder
	line := func(form string, args ...any) { text.WriteString(oneLine(fmt.Sprintf(form, args...)) + "\n") }
	line("%s %s: %s", e.Request.Method, e.Request.URI, e.outcome())
	if e.Scenarios != "" {
		line("  scenario: %s", e.Scenarios)
	}
	if e.Without != nil {
		line("  without it: %s", outcomeText(e.Without.Status, e.Without.Code))
	}
	for _, check := range e.Checks {
		if check.Passed {
			continue
		}
		line("  %s: %s", check.Name, check.Message)
		if check.Expected != "" {
			line("    given    %s", strings.TrimSpace(check.Field+" "+strconv.Quote(check.Given)))
			line("    expected %s", check.Expected)
		}
	}
	for _, l := range e.Explain {
		line("  %s: %s", l.Key, l.Value)
	}
	return strings.TrimSuffix(text.String(), "\n")
}

func (e Entry) outcome() string { return outcomeText(e.Response.Status, e.Response.Code) }

// outcomeText returns a status with its code.
func outcomeText(status int, code string) string {
	if status == 0 {
		return "no answer"
	}
	return strings.TrimSpace(fmt.Sprint(status, " ", code))
}
