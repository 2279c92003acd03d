package control

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

// accountList is the query of the list of accounts.
func accountList() []queryName {
	return []queryName{
		{"q", "a query, such as refused:>0 scenario:*; GET " + base + "/query?kind=accounts shows its fields"},
		{"sort", "code, calls, refused or last_call, with - before it in descending order; code without it"},
		{"limit", "longest list; without it, all accounts"},
	}
}

// accountFields are the fields of accounts.
func (api *API) accountFields() query.Fields[client.AccountState] {
	type state = client.AccountState
	return query.Fields[state]{
		query.Text("text", "a part of the vendor code, of the label, of the run, of the world or of an active scenario", searchAccount).Example("shop"),
		query.Word("code", "vendor code", func(a state) string { return a.VendorCode }).Example("code:DEMO", "code:acct-*"),
		query.Word("label", "name of the test that the account was opened for", func(a state) string { return a.Label }).Example("label:test_refund"),
		query.Word("run", "run that the account belongs to", func(a state) string { return a.Run }).Example("run:ci-17", "-run:*"),
		query.Word("world", "world that the account starts with", func(a state) string { return a.World }).WithValues(api.Worlds...).Example("world:empty"),
		query.Word("clock", "mode of the clock", func(a state) string { return a.Clock.Mode }).
			OneOf(string(clock.Real), string(clock.Moved), string(clock.Frozen)).Example("-clock:real"),
		query.Words("scenario", "active scenario", func(a state) []string { return a.Scenarios }).Example("scenario:*", "scenario:outage"),
		query.Words("feature", "feature that is enabled", enabledFeatures).OneOf(featureNames()...).Example("-feature:API_GET_CUSTOMER_ORDERS"),
		query.Words("question", "open question that is not answered as by default", func(a state) []string { return sortedKeys(a.Answers) }).Example("question:*"),
		query.Number("calls", "calls since the journal was cleared", func(a state) (float64, bool) { return float64(a.Calls), true }).Example("calls:>100"),
		query.Number("refused", "calls of these that were not answered with a success", func(a state) (float64, bool) { return float64(a.Refused), true }).Example("refused:>0"),
		query.Moment("called", "when the last call arrived, on the clock of the machine", lastCall).Example("called:>-5m", "-called:*"),
		query.Flag("first", "whether the sandbox was started with the account", func(a state) bool { return a.First }).Example("first:true"),
	}
}

func searchAccount(a client.AccountState, contains func([]byte) bool) bool {
	texts := append([]string{a.VendorCode, a.Label, a.Run, a.World}, a.Scenarios...)
	return slices.ContainsFunc(texts, func(text string) bool { return contains([]byte(text)) })
}

func enabledFeatures(a client.AccountState) []string {
	var enabled []string
	for _, flag := range sortedKeys(a.Features) {
		if a.Features[flag] {
			enabled = append(enabled, flag)
		}
	}
	return enabled
}

func lastCall(a client.AccountState) (time.Time, bool) {
	if a.LastCall == nil {
		return time.Time{}, false
	}
	return a.LastCall.WallTime, true
}

// listAccounts lists the accounts selected by the query of the request.
func (api *API) listAccounts(c *gin.Context) (answer, error) {
	q, err := api.accountFields().Parse(c.Query("q"), api.Registry.Wall())
	if err != nil {
		return answer{}, err
	}
	order, err := accountOrder(c.Query("sort"))
	if err != nil {
		return answer{}, err
	}
	limit, err := queryLimit(c, 0, "without it, all accounts are listed")
	if err != nil {
		return answer{}, err
	}
	rows := []client.AccountState{}
	for _, a := range api.Registry.All() {
		if state := api.state(c, a); q.Matches(state) {
			rows = append(rows, state)
		}
	}
	slices.SortStableFunc(rows, order)
	total := len(rows)
	if limit > 0 {
		rows = rows[:min(limit, total)]
	}
	return ok(map[string]any{"accounts": rows, "total": total}), nil
}

// accountOrder returns the order of a list. Equal accounts stay in the order of their
// codes.
func accountOrder(sort string) (func(a, b client.AccountState) int, error) {
	field, descending := strings.CutPrefix(sort, "-")
	orders := map[string]func(a, b client.AccountState) int{
		"":        func(a, b client.AccountState) int { return 0 }, // the registry is in the order of the codes
		"code":    func(a, b client.AccountState) int { return cmp.Compare(a.VendorCode, b.VendorCode) },
		"calls":   func(a, b client.AccountState) int { return cmp.Compare(a.Calls, b.Calls) },
		"refused": func(a, b client.AccountState) int { return cmp.Compare(a.Refused, b.Refused) },
		"last_call": func(a, b client.AccountState) int {
			x, _ := lastCall(a)
			y, _ := lastCall(b)
			return x.Compare(y)
		},
	}
	order, known := orders[field]
	switch {
	case !known:
		return nil, problem(http.StatusBadRequest, "sort by code, calls, refused or last_call, such as sort=-last_call", "unknown field %q to sort by", field)
	case descending:
		return func(a, b client.AccountState) int { return order(b, a) }, nil
	}
	return order, nil
}
