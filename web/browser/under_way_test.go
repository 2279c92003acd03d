package browser_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestHeldCall sees a call that a scenario holds, in the list and on its own page, and lets it
// go from there.
func TestHeldCall(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{"list": "/ui/a/DEMO/calls", "page": "/ui/a/DEMO/calls/DEMO-1"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t)
			account := s.Control().Account(s.Code())
			try(t, s.Control().PutScenario(t.Context(), "hour", `{rules: [{on: "*", delay: 1h}]}`))
			try(t, account.Activate(t.Context(), "hour", client.ActivationLimits{}))
			w := open(t, s, "/ui/a/DEMO/calls")
			w.see("No calls yet.")
			status := make(chan int, 1)
			go func() { status <- s.Get("/orders/?Limit=1").Status }()
			w.see("DEMO-1", "held by scenario hour")
			w.allow("answer 404: …") // for the call, until it ends
			w.open(path)
			w.see("DEMO-1", "held by scenario hour")
			w.accessible("a held call")
			w.click("button", "Switch hour off")
			if got := <-status; got != 201 {
				t.Errorf("got %d, want 201", got)
			}
			w.gone("held by scenario hour")
			w.see("201 Created")
		})
	}
}
