package client_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func TestLineShortensAnEntry(t *testing.T) {
	t.Parallel()
	wall := time.Date(2026, 11, 22, 2, 13, 14, 123_999_999, time.UTC)
	entry := client.Entry{
		ID: "DEMO-41", Account: "DEMO", WallTime: wall, AccountTime: wall.AddDate(0, 0, 7), Duration: 412_345 * time.Nanosecond,
		Protocol: client.REST, Operation: "retrieve-order", Why: "FORBIDDEN: no", Cause: client.ByScenario, Preview: true,
		Request: client.Request{Method: "GET", URI: "/rest/6.0/orders/1/?a=1&b=\"2\""}, Response: client.Response{Status: 403, Code: "FORBIDDEN"},
		Scenarios: "retrieve-order-forbidden, slow", Questions: "nulls, booleans", Changes: make([]client.Change, 2),
	}
	want := client.EntryLine{
		ID: "DEMO-41", Account: "DEMO", WallTime: time.Date(2026, 11, 22, 2, 13, 14, 123_000_000, time.UTC),
		Time: time.Date(2026, 11, 29, 2, 13, 14, 123_000_000, time.UTC), MS: 0.412,
		Protocol: "rest", Operation: "retrieve-order", Method: "GET", URI: "/rest/6.0/orders/1/?a=1&b=\"2\"", Status: 403, Code: "FORBIDDEN",
		Why: "FORBIDDEN: no", Cause: client.ByScenario, Scenarios: []string{"retrieve-order-forbidden", "slow"}, Changes: 2, Questions: 2, Preview: true,
	}
	if got := entry.Line(); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestLineIsShortWhateverWasCalled(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"a", `"`, `\`, "\n", "\x00", "\x7f", "&", "<", "é", "€", "😀", "\xff", "\u2028", "a\xf0\x9f"} {
		for _, account := range []string{"DEMO", strings.Repeat("x", 64)} {
			hostile := strings.Repeat(piece, 4000)
			entry := client.Entry{
				ID: account + "-9223372036854775807", Account: account, Protocol: client.REST, Operation: "upgrade-partner-subscriptions",
				WallTime: time.Now(), AccountTime: time.Now(), Duration: 2*time.Hour + 1234*time.Microsecond,
				Why: hostile, Cause: client.ByScenario, Preview: true, Changes: make([]client.Change, 65000),
				Questions: client.Names(strings.Repeat("question, ", 40) + "question"),
				Scenarios: client.Names(strings.Repeat(strings.Repeat("s", 100)+", ", 20) + "last"),
				Request:   client.Request{Method: hostile, URI: hostile}, Response: client.Response{Status: 503, Code: hostile},
			}
			line := entry.Line()
			text, err := json.Marshal(line)
			if err != nil || len(text) >= 600 {
				t.Errorf("%q: %d bytes, %v: %s", piece, len(text), err, text)
			}
			if len(line.URI) > 160 || len(line.Why) > 140 {
				t.Errorf("%q: uri has %d bytes, why %d", piece, len(line.URI), len(line.Why))
			}
		}
	}
}

// TestLineKeepsCodesWhole writes the longest code of a scenario whole beside the longest
// account and a call that takes all room.
func TestLineKeepsCodesWhole(t *testing.T) {
	t.Parallel()
	account, code, hostile := strings.Repeat("x", 64), strings.Repeat("C", 100), strings.Repeat("<", 4000)
	entry := client.Entry{
		ID: account + "-9223372036854775807", Account: account, Protocol: client.REST, Operation: "upgrade-partner-subscriptions",
		Why: hostile, Request: client.Request{Method: hostile, URI: hostile}, Response: client.Response{Status: 503, Code: code},
		Scenarios: client.Names(strings.Repeat("s", 100)),
	}
	if got := entry.Line().Code; got != code {
		t.Errorf("got the code %q", got)
	}
}

// TestLineKeepsTheEndOfAnAddress writes calls with different ends of a long address as
// different lines.
func TestLineKeepsTheEndOfAnAddress(t *testing.T) {
	t.Parallel()
	uri := "/rest/6.0/orders/customer/?CustomerReference=410004&StartDate=2026-11-01&EndDate=2026-11-30&Status=COMPLETE&Limit=10&Page="
	entry := client.Entry{ID: "DEMO-5", Account: "DEMO", Request: client.Request{Method: "GET", URI: uri + "2"}, Why: strings.Repeat("why ", 40)}
	got := entry.Line().URI
	if !strings.HasPrefix(got, "/rest/6.0/orders/customer/?CustomerReference=410004") || !strings.Contains(got, "…") || !strings.HasSuffix(got, "&Page=2") {
		t.Errorf("got %s", got)
	}
}

// The bounds must not shorten ordinary calls.
func TestLineKeepsAnOrdinaryCallWhole(t *testing.T) {
	t.Parallel()
	entry := client.Entry{
		ID: "merchant-sandbox-7-1234", Account: "merchant-sandbox-7", Protocol: client.REST, Operation: "customer-orders",
		WallTime: time.Now(), AccountTime: time.Now(), Duration: 1234567, Cause: client.ByClient,
		Why:      "Limit must be from 1 to 200, got 500 (and 2 more)",
		Request:  client.Request{Method: "GET", URI: "/rest/6.0/orders/customers/410004/orders/?Limit=500&Page=-1&Statuses=COMPLETE"},
		Response: client.Response{Status: 400, Code: "INVALID_PARAMETER"}, Scenarios: "customer-orders-slow",
	}
	line := entry.Line()
	if line.Why != entry.Why || line.URI != entry.Request.URI || len(line.Scenarios) != 1 {
		t.Errorf("got %+v", line)
	}
}
