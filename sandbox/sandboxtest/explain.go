package sandboxtest

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// explained is the number of refused calls of an account that are explained
// when a test fails.
const explained = 10

// explain logs why the sandbox refused calls, the latest of each account. It
// logs nothing when the test has stopped the sandbox.
func (r *Running) explain() {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	control := r.Control()
	accounts, err := control.Accounts(ctx)
	if err != nil {
		return
	}
	entries, _ := control.RequestsWithoutAccount(ctx, client.Filter{})
	refused := latestRefused(entries)
	for _, a := range accounts {
		entries, _ := control.Account(a.VendorCode).Requests(ctx, client.Filter{})
		refused = append(refused, latestRefused(entries)...)
	}
	for _, call := range refused {
		if whole, err := control.Request(ctx, call.ID); err == nil {
			r.t.Log(explanation(whole))
		}
	}
}

// latestRefused returns the latest calls without a success, oldest first.
func latestRefused(entries client.Entries) []client.Entry {
	var refused []client.Entry
	for _, call := range entries.Requests {
		if len(refused) < explained && (call.Response.Status == 0 || call.Response.Status >= http.StatusBadRequest) {
			refused = append(refused, call)
		}
	}
	slices.Reverse(refused)
	return refused
}

// explanation says in a few lines how a call was answered and why.
func explanation(call client.Entry) string {
	var text strings.Builder
	fmt.Fprintf(&text, "sandboxtest: %s %s: %s", call.Request.Method, call.Request.URI, answered(call.Response.Status, call.Response.Code))
	if call.Scenarios != "" {
		fmt.Fprintf(&text, "\n  scenario: %s", call.Scenarios)
	}
	if call.Without != nil {
		fmt.Fprintf(&text, "\n  without it: %s", answered(call.Without.Status, call.Without.Code))
	}
	for _, check := range call.Checks {
		if check.Passed {
			continue
		}
		fmt.Fprintf(&text, "\n  %s: %s", check.Name, check.Message)
		if check.Expected != "" {
			given := strings.TrimSpace(check.Field + " " + strconv.Quote(check.Given))
			fmt.Fprintf(&text, "\n    given    %s\n    expected %s", given, check.Expected)
		}
	}
	for _, line := range call.Explain {
		fmt.Fprintf(&text, "\n  %s: %s", line.Key, line.Value)
	}
	return text.String()
}

func answered(status int, code string) string {
	if status == 0 {
		return "no answer"
	}
	return strings.TrimSpace(fmt.Sprint(status, " ", code))
}
