package control_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// read decodes the answer of a route.
func read[T any](t *testing.T, s *sandboxtest.Running, path string) T {
	t.Helper()
	status, body := visit(t, s, http.MethodGet, path, "")
	var answer T
	decoder := json.NewDecoder(strings.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&answer); err != nil || status != http.StatusOK {
		t.Fatalf("%s: got %d %s, %v", path, status, body, err)
	}
	return answer
}

// TestWrongQueriesAreRefused asks for things that no call has, because an empty list
// would look like an answer, and for every kind of record changed by calls.
func TestWrongQueriesAreRefused(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, q := range []string{"record:orders/1", "changed:x", "status:404..400", "question:lookup"} {
		if status, body := visit(t, s, http.MethodGet, "/accounts/DEMO/requests?q="+url.QueryEscape(q), ""); status != http.StatusBadRequest {
			t.Errorf("%s: got %d %s, want 400", q, status, body)
		}
	}
	for _, kind := range []string{record.OrderKind, record.CampaignKind, record.CustomerKind, record.SubscriptionKind,
		record.ProductKind, record.PartnerKind, record.HandleKind, "settings"} {
		read[client.Entries](t, s, "/accounts/DEMO/requests?q="+url.QueryEscape("record:"+kind+"/1 changed:"+kind))
	}
}

func TestLinesAndFacets(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	fourCalls(s)
	got := read[client.EntryLines](t, s, "/accounts/DEMO/requests?q=status:4xx&limit=1&view=line&facets=cause,operation,code,status,protocol,scenario,question")
	moment := time.Date(2026, time.October, 9, 12, 0, 0, 0, time.UTC)
	want := client.EntryLines{
		Requests: []client.EntryLine{{
			ID: "DEMO-4", Account: "DEMO", Time: moment, WallTime: moment, Protocol: client.REST, Method: "GET",
			URI: "/rest/6.0/odrers", Status: 404, Code: "NOT_FOUND", Why: got.Requests[0].Why, Cause: client.ByClient, Questions: got.Requests[0].Questions,
		}},
		ListedCalls: client.ListedCalls{Total: 3, Facets: client.Facets{
			"cause": {"client": 2, "scenario": 1}, "operation": {"order-by-sale": 1, "retrieve-order": 1}, "code": {"INVALID_SALE_ID": 1, "NOT_FOUND": 1, "ORDER_NOT_FOUND": 1},
			"status": {"400": 1, "404": 2}, "protocol": {"rest": 3}, "scenario": {"ORDER_NOT_FOUND": 1},
			"question": {"general-errors": 1, "lookup-unknown": 1, "retrieve-unknown": 1},
		}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestPagesAreStable turns pages while calls are made.
func TestPagesAreStable(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	fourCalls(s)
	var got []string
	for before := ""; ; before = "&before=" + got[len(got)-1] {
		page := idsOf(read[client.Entries](t, s, "/accounts/DEMO/requests?limit=1"+before))
		if len(page) == 0 {
			break
		}
		got = append(got, page...)
		s.Get("/odrers")
	}
	if want := []string{"DEMO-4", "DEMO-3", "DEMO-2", "DEMO-1"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestSecretsAreNotFoundLetterByLetter guesses how secrets go on after the characters that a
// list shows, in every field that may have them. A list that answers only the right guess
// would give the secret away.
func TestSecretsAreNotFoundLetterByLetter(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	login(t, s)
	s.Get("/orders/" + s.Secret() + "/")
	s.Do("POST", "/upsell", `{"Name": 1, "Key": "`+s.Secret()+`"}`)
	for _, secret := range []string{s.Secret(), loginHash, credential.Sign(credential.SHA256, s.Code(), sandboxtest.Moment, s.Secret())} {
		const shown = 4
		found := 0
		for _, field := range []string{"text:", "path:/orders/", "path:*", "record:order/", "record:*", "header.X-Service-Authentication:*"} {
			for _, part := range []string{secret, secret[shown-1 : 2*shown], secret[len(secret)-2*shown:]} {
				q := field + query.Quote(part)
				if field != "text:" {
					q += "*"
				}
				found += len(read[client.Entries](t, s, "/accounts/DEMO/requests?q="+url.QueryEscape(q)).Requests)
			}
		}
		for _, where := range []string{`xpath("//hash") contains %q`, `header["X-Service-Authentication"] contains %q`, `path.OrderReference contains %q`, `string(body) contains %q`} {
			where = fmt.Sprintf(where, secret[shown-1:2*shown])
			found += verify(t, s, fmt.Sprintf(`{"where":%q,"at_least":1}`, where)).Count
		}
		if found > 0 {
			t.Errorf("queries find %s in %d calls, want none", secret, found)
		}
	}
}

func TestQueryFields(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	got := read[client.QueryFields](t, s, "/query")
	var names []string
	for _, field := range got.Fields {
		names = append(names, field.Name)
		for _, example := range field.Examples {
			if status, body := visit(t, s, http.MethodGet, "/accounts/DEMO/requests?q="+url.QueryEscape(example), ""); status != http.StatusOK {
				t.Errorf("%s: got %d %s", example, status, body)
			}
		}
	}
	want := "text operation status code cause scenario path method protocol header.NAME record changed question ms after before preview discarded account id"
	if strings.Join(names, " ") != want || got.Kind != "calls" {
		t.Errorf("got %s %s, want %s", got.Kind, names, want)
	}
}
