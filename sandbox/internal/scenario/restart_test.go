package scenario_test

import (
	"slices"
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
	if err := director.Activate("once", client.ActivationLimits{Times: 2}); err != nil {
		t.Fatal(err)
	}
	want := []catalog.Code{catalog.InvalidCustomer}
	for range 2 {
		if got := outcomes(t, director, catalog.CustomerOrders, 1); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		director.Restart()
		var names []string
		for _, a := range director.Active() {
			names = append(names, a.Name)
			if a.Matched != 0 || a.Affected != 0 || a.Name == "once" && (a.Remaining == nil || *a.Remaining != 2) {
				t.Errorf("got %+v, want counters at 0", a)
			}
		}
		if want := []string{"once", "other"}; !slices.Equal(names, want) {
			t.Errorf("got %q, want %q", names, want)
		}
	}
}
