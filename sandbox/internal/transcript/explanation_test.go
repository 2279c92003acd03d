package transcript_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transcript"
)

// TestNoRequest explains an entry for bytes that are no request.
func TestNoRequest(t *testing.T) {
	t.Parallel()
	call := client.Entry{ID: "none-1", WallTime: time.Date(2026, time.October, 9, 12, 0, 0, 0, time.UTC)}
	call.Request.Body, call.Request.BodySize = client.Bytes("GAR\x1bBAGE"), 8
	call.Response.Status = http.StatusBadRequest
	const want = `none-1: 400

  Call       -
  Operation  -
  Account    -
  At         2026-10-09 12:00:00 UTC
  Took       0s
  Cause      -
  Scenario   -

Request

  GAR\x1bBAGE
`
	if got := transcript.Explain(call); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBounds explains calls with long parts.
func TestBounds(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("\u202e", 60_000)
	call := client.Entry{ID: "DEMO-1", Curl: "curl " + long, Scenarios: client.Names(long)}
	call.Request.URI = long
	call.Response.Body, call.Response.BodySize = client.Bytes(long), int64(len(long))
	for i := range 100 {
		call.Notes = append(call.Notes, fmt.Sprint(i))
		call.Checks = append(call.Checks, client.Check{Name: "a", Given: long, Expected: long, Message: long})
		call.Request.Header = append(call.Request.Header, client.Field{Name: "A", Value: long})
	}
	got := transcript.Explain(call)
	if len(got) > 17_000 || strings.Contains(got, "\u202e") || !strings.Contains(got, " bytes; as JSON the call has all that was kept)\n") || !strings.HasSuffix(got, " bytes; as JSON the call has it)\n") {
		t.Errorf("got %d bytes: %.3000s", len(got), got)
	}
	for line := range strings.Lines(transcript.ExplainShort(call)) {
		if len(line) > 2100 || strings.Contains(line, "\u202e") {
			t.Errorf("got a line of %d bytes: %.300s", len(line), line)
		}
	}
}
