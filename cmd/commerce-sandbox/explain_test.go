package main

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestNoRequest covers an entry for what arrived and was no request: there is
// nothing to name or to repeat.
func TestNoRequest(t *testing.T) {
	t.Parallel()
	call := client.Entry{ID: "none-1", WallTime: time.Date(2026, time.October, 9, 12, 0, 0, 0, time.UTC)}
	call.Request.Body, call.Request.BodySize = client.Bytes("GARBAGE"), 7
	call.Response.Status = http.StatusBadRequest
	const want = `none-1: 400

  Asked      -
  Operation  -
  Account    -
  At         2026-10-09 12:00:00 UTC
  Took       0s
  Scenario   -

Request

  GARBAGE
`
	if got := newStory(call).String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	row := line{"2026-10-09 12:00:00", "none-1", "-", "400", "-", "-"}
	if got := lines([]client.Entry{call}); !slices.Equal(got, []line{row}) {
		t.Errorf("got %q, want %q", got, row)
	}
}

func TestExplainVerb(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.want(refused("there is no call of account DEMO in the journal; make one, or look for calls without an account at /_sandbox/requests"), "explain", "latest")
	s.Get("/orders/customer/?CustomerReference=x&Page=0")
	s.golden("explain-parameters", "explain", "DEMO-1")
	s.Do("DELETE", "/orders/"+s.ID("purchase-order-awaiting-form", "OrderReference")+"/", "")
	s.golden("explain-change", "explain", "latest")
	if _, err := s.Control().Account("DEMO").Advance(t.Context(), time.Millisecond); err != nil { // too little to be told
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.REST()+"/orders/", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Service-Authentication", credential.Header("DEMO", sandboxtest.Moment, "", credential.SHA256))
	request.Header.Set("User-Agent", "shop\u009b31m") // which would turn a terminal red
	if _, err := http.DefaultClient.Do(request); err != nil {
		t.Fatal(err)
	}
	s.golden("explain-signature", "explain", "latest")
	if err := client.New(s.URL(), client.Options{}).Account("DEMO").Activate(t.Context(), "outage", client.ActivationLimits{Times: 1}); err != nil {
		t.Fatal(err)
	}
	s.Get("/orders/")
	s.golden("explain-scenario", "explain", "latest")
	var call client.Entry
	inJSON := s.call("explain", "DEMO-3", "--format", "json")
	if err := json.Unmarshal([]byte(inJSON.stdout), &call); err != nil || len(call.Explain) != 2 {
		t.Errorf("got %+v, %v", inJSON, err)
	}
	s.want(refused(`there is no request "DEMO" in the journal; an id is an account's code or none, a hyphen and a number, as X-Sandbox-Request says it`), "explain", "DEMO")
}
