package gate_test

import (
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// lines keeps the lines written to it. It is safe for concurrent use.
type lines struct {
	mutex sync.Mutex
	all   []string
}

func (l *lines) Write(line []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.all = append(l.all, strings.TrimSuffix(string(line), "\n"))
	return len(line), nil
}

func (l *lines) with(part string) []string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return slices.DeleteFunc(slices.Clone(l.all), func(line string) bool { return !strings.Contains(line, part) })
}

// withoutTime is a ReplaceAttr that leaves out the time of a line.
func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

func TestLogLineOfACall(t *testing.T) {
	t.Parallel()
	log := &lines{}
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
		o.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{ReplaceAttr: withoutTime}))
	})
	const begin = "level=INFO msg=call id="
	var want []string
	for _, test := range []struct{ name, method, path, scenario, line string }{
		{"answered", "GET", "/orders/?Limit=1", "", "DEMO-1 operation=search-orders method=GET path=/rest/6.0/orders/ status=201 code=\"\" cause=\"\" took=0s"},
		{"failed", "PUT", "/upsell/settings/campaign/", "", "DEMO-2 operation=change-upsell-settings method=PUT path=/rest/6.0/upsell/settings/campaign/ status=400 code=INVALID_REQUEST_BODY cause=client took=0s"},
		{"secret in the path", "GET", "/orders/demo-secret/", "", "DEMO-3 operation=retrieve-order method=GET path=/rest/6.0/orders/…/ status=404 code=ORDER_NOT_FOUND cause=client took=0s"},
		{"no operation", "GET", "/odrers", "", "DEMO-4 operation=\"\" method=GET path=/rest/6.0/odrers status=404 code=NOT_FOUND cause=client took=0s"},
		{"affected by a scenario", "GET", "/orders/", "search-orders-internal-error", "DEMO-5 operation=search-orders method=GET path=/rest/6.0/orders/ status=500 code=INTERNAL_ERROR cause=scenario took=0s"},
		{"truncated", "GET", "/orders/", "truncated", "DEMO-6 operation=search-orders method=GET path=/rest/6.0/orders/ status=201 code=\"\" cause=scenario took=0s"},
		{"without an answer", "GET", "/orders/", "empty-reply", "DEMO-7 operation=search-orders method=GET path=/rest/6.0/orders/ status=0 code=\"\" cause=scenario took=0s"},
	} {
		want = append(want, begin+test.line)
		send(t, s, test.method, test.path, test.scenario)
		if got := log.with("msg=call"); !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
}

// TestLogMasksAnUnverifiedHash verifies that the log has no hash of a call that nobody
// verifies, because its path is outside of the interface.
func TestLogMasksAnUnverifiedHash(t *testing.T) {
	t.Parallel()
	log := &lines{}
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Log = slog.New(slog.NewTextHandler(log, nil)) })
	_, hash, _ := strings.Cut(s.Sign(), `hash="`)
	hash, _, _ = strings.Cut(hash, `"`)
	send(t, s, "GET", "/products/"+hash+"/", "")
	if got := log.with("path=/rest/6.0/products/" + hash[:4] + "…/ "); len(got) != 1 || len(log.with(hash)) != 0 {
		t.Errorf("got %q and with the hash %q", got, log.with(hash))
	}
}

// send makes a signed call, and ignores its answer and its errors.
func send(t *testing.T, s *sandboxtest.Running, method, path, scenario string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.REST()+path, nil)
	must(t, err)
	request.Header.Set("Accept", "application/json")
	request.Header.Set("X-Service-Authentication", s.Sign())
	if scenario != "" {
		request.Header.Set("X-Sandbox-Scenario", scenario)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // which would repeat a call without an answer
	if response, err := client.Do(request); err == nil {
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
	}
}
