package scenario_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Restart sets the counters to 0 and keeps the order.
func TestRestart(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{
		"once":  "rules:\n  - {on: customer-orders, fail: INVALID_CUSTOMER}\n",
		"other": "rules:\n  - {on: login, fail: INTERNAL_ERROR}\n",
	}))
	activate(t, director, "other")
	must(t, director.Activate("once", client.ActivationLimits{Times: 2}))
	for range 2 {
		fails(t, director, catalog.CustomerOrders, catalog.InvalidCustomer)
		director.Restart()
		for _, a := range director.Active() {
			if a.Matched != 0 || a.Affected != 0 || a.Name == "once" && (a.Remaining == nil || *a.Remaining != 2) {
				t.Errorf("got %+v, want counters at 0", a)
			}
		}
		isActive(t, director, "once", "other")
	}
}
