package sandbox

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
)

// TestSeedingIsAnnounced seeds many orders, and reads the log and what the probes say.
func TestSeedingIsAnnounced(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := &Sandbox{options: Options{Log: slog.New(slog.NewTextHandler(&log, nil))}, probe: control.NewProbe("start")}
	many := commerce.World{Orders: func(yield func(commerce.OrderRecord) bool) {
		for range 2*seedStep + 1 {
			if !yield(commerce.OrderRecord{}) {
				return
			}
		}
	}}
	written := 0
	for range s.announced(many, account.SeedRequest{Code: "DEMO", Orders: 2*seedStep + 1}).Orders {
		written++
	}
	if written != 2*seedStep+1 {
		t.Errorf("got %d orders", written)
	}
	for _, line := range []string{"msg=seeding account=DEMO orders=40001\n", `orders="20000 of 40001"`, `orders="40000 of 40001"`} {
		if !strings.Contains(log.String(), line) {
			t.Errorf("got %s, want %s", &log, line)
		}
	}
	answer := httptest.NewRecorder()
	control.NewFront(s.probe, func(http.ResponseWriter, *http.Request, string) bool { return false }).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/_sandbox/ready", nil))
	if want := "waiting for the world of account DEMO: 40000 of 40001 orders"; !strings.Contains(answer.Body.String(), want) {
		t.Errorf("got %s, want %s", answer.Body, want)
	}
}
