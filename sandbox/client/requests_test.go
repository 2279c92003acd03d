package client_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// ids returns the ids of calls, in their order.
func ids(calls client.Entries) []string {
	var list []string
	for _, call := range calls.Requests {
		list = append(list, call.ID)
	}
	return list
}

func TestRequests(t *testing.T) {
	t.Parallel()
	s, c, shop := start(t)
	s.Get("/orders/")
	s.Get("/orders/nope/")
	s.Get("/orders/nope2/")
	s.As("bad name").Get("/orders/nope/")
	notFound := 404
	tests := []struct {
		filter client.Filter
		want   []string
	}{
		{client.Filter{}, []string{"DEMO-3", "DEMO-2", "DEMO-1"}},
		{client.Filter{Operation: "search-orders"}, []string{"DEMO-1"}},
		{client.Filter{Status: &notFound, Code: "ORDER_NOT_FOUND", Limit: 1}, []string{"DEMO-3"}},
		{client.Filter{Since: "DEMO-2"}, []string{"DEMO-3"}},
		{client.Filter{After: "DEMO-1", Before: "DEMO-3"}, []string{"DEMO-2"}},
		{client.Filter{Query: `status:4xx "nope2"`}, []string{"DEMO-3"}},
		{client.Filter{Scenario: "slow"}, nil},
	}
	for _, test := range tests {
		calls, err := shop.Requests(t.Context(), test.filter)
		check(t, ids(calls), err, test.want)
	}
	calls, err := shop.Requests(t.Context(), client.Filter{Limit: 1})
	check(t, calls.Total, err, 3)
	latest, err := shop.Latest(t.Context())
	check(t, latest, err, calls.Requests[0])
	whole, err := c.Request(t.Context(), "DEMO-3")
	check(t, whole.Checks, err, latest.Checks)
	if whole.Curl != latest.Curl || !strings.HasPrefix(whole.Curl, "curl -i "+s.REST()+"/orders/nope2/ ") {
		t.Errorf("got %s, want a command that the program signs, like %s", whole.Curl, latest.Curl)
	}
	strays, err := c.Account(client.NoAccount).Requests(t.Context(), client.Filter{})
	check(t, ids(strays), err, []string{"none-1"})
	done(t, shop.ClearRequests(t.Context()))
	calls, err = shop.Requests(t.Context(), client.Filter{})
	check(t, ids(calls), err, nil)
	s.Get("/orders/")
	calls, err = shop.Requests(t.Context(), client.Filter{})
	check(t, ids(calls), err, []string{"DEMO-4"})
}

func TestRequestLines(t *testing.T) {
	t.Parallel()
	s, c, shop := start(t)
	s.Get("/orders/nope/")
	whole, err := shop.Latest(t.Context())
	lines, linesErr := shop.RequestLines(t.Context(), client.Filter{Query: "cause:client", Facets: []string{"cause", "status"}})
	check(t, struct{}{}, err, struct{}{})
	want := client.EntryLines{Requests: []client.EntryLine{whole.Line()}, ListedCalls: client.ListedCalls{Total: 1, Facets: client.Facets{"cause": {"client": 1}, "status": {"404": 1}}}}
	check(t, lines, linesErr, want)
	s.As("bad name").Get("/orders/nope/")
	strays, err := c.Account(client.NoAccount).RequestLines(t.Context(), client.Filter{})
	check(t, len(strays.Requests), err, 1)
	done(t, c.Account(client.NoAccount).ClearRequests(t.Context()))
	strays, err = c.Account(client.NoAccount).RequestLines(t.Context(), client.Filter{})
	check(t, len(strays.Requests), err, 0)
	lines, err = shop.RequestLines(t.Context(), client.Filter{})
	check(t, lines.Total, err, 1)
	checked, err := c.CheckQuery(t.Context(), client.Query{Text: "stauts:4xx"})
	check(t, checked, err, client.QueryCheck{Error: `unknown field "stauts" at column 1`, Hint: "nearest: status"})
	fields, err := c.QueryFields(t.Context(), "calls")
	check(t, fields.Fields[0].Name, err, "text")
	_, err = shop.Requests(t.Context(), client.Filter{Query: "stauts:4"})
	fails(t, err, client.Error{Status: http.StatusBadRequest, Text: `unknown field "stauts" at column 1`, Hint: "nearest: status"})
}

func TestVerifyAll(t *testing.T) {
	t.Parallel()
	s, _, shop := start(t)
	s.Get("/orders/one/")
	s.Get("/orders/?Limit=1")
	one := 1
	expected := []client.Expectation{
		{Where: "status == 404", Count: &one, Within: time.Second},
		{InOrder: []client.Step{{Operation: "retrieve-order"}, {Operation: "search-orders"}}, Strict: true},
	}
	got, err := shop.VerifyAll(t.Context(), client.Expectations{Expectations: expected, NothingElse: true})
	check(t, got.Verified, err, true)
	check(t, got.Results[1].Found, err, []string{"DEMO-1", "DEMO-2"})
	verdict, err := shop.Verdict(t.Context(), client.VerdictRequest{Expectations: expected[:1], Since: "DEMO-1"})
	check(t, verdict.Failures, err, []string{"calls where status == 404: matched 0, expected exactly 1"})
	verdict, err = shop.Verdict(t.Context(), client.VerdictRequest{Expectations: expected, NothingElse: true})
	check(t, verdict.Failures, err, []string{})
}
