package control_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

func TestAccountsAreFound(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, body := range []string{
		`{"vendor_code":"ACME","world":"empty","scenarios":["outage"]}`,
		`{"vendor_code":"SHOP-1","world":"empty","clock":"2026-01-02 03:04:05","features":{"API_GET_CUSTOMER_ORDERS":false},"assume":{"nulls":"omitted"}}`,
	} {
		do(t, s, step{method: "POST", path: "/accounts", body: body})
	}
	fourCalls(s)
	s.As("SHOP-1").Get("/orders/")
	for query, want := range map[string]string{
		"":                                    "ACME DEMO SHOP-1 of 3",
		"limit=2":                             "ACME DEMO of 3",
		"sort=-code":                          "SHOP-1 DEMO ACME of 3",
		"sort=-calls&limit=1":                 "DEMO of 3",
		"sort=refused":                        "ACME SHOP-1 DEMO of 3",
		"sort=last_call":                      "ACME DEMO SHOP-1 of 3",
		"q=code:shop-*":                       "SHOP-1 of 1",
		"q=acm":                               "ACME of 1",
		"q=outage":                            "ACME of 1",
		"q=world:empty":                       "ACME SHOP-1 of 2",
		"q=clock:frozen":                      "SHOP-1 of 1",
		"q=scenario:*":                        "ACME of 1",
		"q=-feature:API_GET_CUSTOMER_ORDERS":  "SHOP-1 of 1",
		"q=question:nulls":                    "SHOP-1 of 1",
		"q=calls:>1":                          "DEMO of 1",
		"q=refused:3":                         "DEMO of 1",
		"q=called:*":                          "DEMO SHOP-1 of 2",
		"q=called:" + url.QueryEscape(">-5m"): "DEMO SHOP-1 of 2",
		"q=first:true":                        "DEMO of 1",
		"q=first:false+called:*":              "SHOP-1 of 1",
	} {
		found := read[client.AccountList](t, s, strings.TrimSuffix("/accounts?"+query, "?"))
		var codes []string
		for _, a := range found.Accounts {
			codes = append(codes, a.VendorCode)
		}
		if got := strings.Join(codes, " ") + " of " + string(rune('0'+found.Total)); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
	demo := read[client.AccountState](t, s, "/accounts/DEMO")
	if demo.Calls != 4 || demo.Refused != 3 || demo.LastCall == nil || demo.LastCall.ID != "DEMO-4" {
		t.Errorf("got %d calls, %d refused, the last %+v", demo.Calls, demo.Refused, demo.LastCall)
	}
	play(t, s, []step{
		{"GET", "/accounts?limit=0", "", 400, `{"error":"limit must be a whole number of at least 1, got \"0\"","hint":"without it, all accounts are listed"}`},
		{"GET", "/accounts?sort=name", "", 400, `{"error":"unknown field \"name\" to sort by","hint":"sort by code, calls, refused or last_call, such as sort=-last_call"}`},
		{"GET", "/accounts?q=wrld:empty", "", 400, `{"error":"unknown field \"wrld\" at column 1","hint":"nearest: world"}`},
		{"GET", "/accounts?query=x", "", 400, `{"error":"unknown query name \"query\"","hint":"known: q, sort, limit"}`},
	})
	for _, field := range read[client.QueryFields](t, s, "/query?kind=accounts").Fields {
		for _, example := range field.Examples {
			read[client.AccountList](t, s, "/accounts?q="+url.QueryEscape(example))
		}
	}
}
