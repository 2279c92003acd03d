package soap_test

import (
	"bufio"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestPanicOfAnOperation answers a call with a fault when its operation panics.
func TestPanicOfAnOperation(t *testing.T) {
	t.Parallel()
	login, _ := catalog.Find(catalog.Login)
	g := &gate.Gate{Coverage: coverage.New(), Journal: journal.New(journal.Defaults()), Log: slog.New(slog.DiscardHandler), Wall: time.Now}
	h := &soap.Handler{Gate: g, Operations: []soap.Operation{{Row: login}}} // without a handler
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, soap.Path, strings.NewReader(envelope("<n:login/>"))))
	if got := outcomeOf(answer.Code, answer.Body.String()); got.status != http.StatusInternalServerError || got.code != "INTERNAL_ERROR" {
		t.Errorf("got %+v of %s, want INTERNAL_ERROR", got, answer.Body)
	}
}

// TestSlowAnswerOfALargeCall answers a large call while another one still reads its answer.
func TestSlowAnswerOfALargeCall(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	putRules(t, s, "for-an-hour", `{on: "*", pace: 1B/s}`)
	large := func(date string) string {
		return chunked(envelope(loginBody(s.Code(), date, strings.Repeat("x", 200_000))))
	}
	connection := dial(t, s)
	_, err := io.WriteString(connection, large("sandbox:for-an-hour"))
	must(t, err)
	if line, err := bufio.NewReader(connection).ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 500") {
		t.Fatalf("got %q, %v", line, err)
	}
	if got := faultIn(t, exchange(t, s, large("x"))); got.code != "AUTHENTICATION_FAILED" {
		t.Errorf("got %+v, want AUTHENTICATION_FAILED", got)
	}
}
