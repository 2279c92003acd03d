package control

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestAppendLine compares each field, with and without a value, with the
// encoding of encoding/json.
func TestAppendLine(t *testing.T) {
	t.Parallel()
	full := client.EntryLine{
		ID: "A-1", Account: "A", Time: time.Date(2026, 3, 1, 12, 0, 0, 123e6, time.UTC), WallTime: time.Date(2026, 3, 1, 12, 0, 0, 0, time.FixedZone("", 3600)),
		MS: 0.371, Protocol: "rest", Operation: "login", Method: "GET", URI: "/a?b=<c>&d=\"e\\", Status: 403, Code: "FORBIDDEN", Why: "Größe\u2028\x00\xff",
		Cause: client.ByScenario, Scenarios: []string{"one", "t\two"}, Changes: 1, Questions: 2, Preview: true,
	}
	lines := []client.EntryLine{{}, full}
	for _, ms := range []float64{1e-7, 1e-6, 12345.678, 1e20, 1e21} {
		lines = append(lines, client.EntryLine{MS: ms, Scenarios: []string{"one"}, Status: -1})
	}
	for _, line := range lines {
		want, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(appendLine([]byte("x"), line)); got != "x"+string(want) {
			t.Errorf("got  %s\nwant x%s", got, want)
		}
	}
	var fields map[string]any
	if err := json.Unmarshal(appendLine(nil, full), &fields); err != nil || len(fields) != 17 {
		t.Errorf("got %d fields, %v; a new field of client.EntryLine belongs into appendLine and full", len(fields), err)
	}
}

func BenchmarkAppendLine(b *testing.B) {
	line := client.EntryLine{
		ID: "DEMO-12345", Account: "DEMO", Time: moment, WallTime: moment, MS: 0.371, Protocol: "rest", Operation: "retrieve-order",
		Method: "GET", URI: "/rest/6.0/orders/100031545/", Status: 200, Questions: 16,
	}
	for b.Loop() {
		appendLine(nil, line)
	}
}
