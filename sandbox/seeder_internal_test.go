package sandbox

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// TestSeederReportsTheStart verifies that the probes report seeding until the sandbox is
// ready, and no world of a later account.
func TestSeederReportsTheStart(t *testing.T) {
	t.Parallel()
	a := &assembly{probe: control.NewProbe("start")}
	front := control.NewFront(a.probe, func(http.ResponseWriter, *http.Request, string) bool { return false })
	hint := func() string {
		w := httptest.NewRecorder()
		front.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/_sandbox/ready", http.NoBody))
		return w.Body.String()
	}
	progress := a.seeder().progress
	progress("the world of DEMO")
	if got := hint(); !strings.Contains(got, `"waiting for the world of DEMO"`) {
		t.Errorf("got %s before the sandbox is ready", got)
	}
	a.gate.Store(&gate.Gate{})
	progress("the world of SHOP")
	if got := hint(); !strings.Contains(got, `"waiting for the world of DEMO"`) {
		t.Errorf("got %s after it", got)
	}
}
