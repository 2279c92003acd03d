package sandbox_test

import (
	"net/http"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestPrecedence overrides one choice by another and undoes it again: an option
// overrides the default, the account's own choice the option, active scenarios that
// choice, the latest first, and a scenario for one call all of them. The very next
// call shows each change.
func TestPrecedence(t *testing.T) {
	t.Parallel()
	const off, on = http.StatusForbidden, http.StatusOK
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
		o.Features = with(o.Features, string(catalog.GetCustomerOrders), false)
	})
	for name, enabled := range map[string]string{"switch-on": "true", "switch-off": "false", "switch-on-too": "true"} {
		must(t, s.Control().PutScenario(t.Context(), name, "features: {API_GET_CUSTOMER_ORDERS: "+enabled+"}"))
	}
	account, flag, ctx := controlled(s), string(catalog.GetCustomerOrders), t.Context()
	steps := []struct {
		change func() error
		asking string
		want   effect
	}{
		{want: effect{Status: off, Code: catalog.Forbidden}},
		{change: func() error { return account.EnableFeature(ctx, flag) }, want: effect{Status: on}},
		{change: func() error { return account.Activate(ctx, "switch-off", client.ActivationLimits{}) }, want: effect{off, catalog.Forbidden, "switch-off"}},
		{change: func() error { return account.Activate(ctx, "switch-on", client.ActivationLimits{}) }, want: effect{on, "", "switch-on"}},
		{asking: "switch-off", want: effect{off, catalog.Forbidden, "switch-off"}},
		{asking: "switch-on-too, switch-off", want: effect{on, "", "switch-on-too, switch-on"}},
		{change: func() error { return account.Activate(ctx, "switch-off", client.ActivationLimits{Times: 1}) }, want: effect{off, catalog.Forbidden, "switch-off"}},
		{want: effect{on, "", "switch-on"}},
		{change: func() error { return account.DeactivateAll(ctx) }, want: effect{Status: on}},
		{change: func() error { return account.DisableFeature(ctx, flag) }, want: effect{Status: off, Code: catalog.Forbidden}},
	}
	call := goodCall(t, s, catalog.CustomerOrders)
	for i, step := range steps {
		if step.change != nil {
			must(t, step.change())
		}
		var change func(*http.Request)
		if step.asking != "" {
			change = asking(step.asking)
		}
		if got := makeCall(t, s, call, change).effect(); got != step.want {
			t.Errorf("step %d: got %+v, want %+v", i+1, got, step.want)
		}
	}
}
