package sandbox_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
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

// TestScenariosOfCredentials verifies that a scenario counts the calls that fail
// because of it before the rules are reached, and those that pass only with it.
func TestScenariosOfCredentials(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	call := goodCall(t, s, catalog.RetrieveOrder)
	withoutAccept := func(r *http.Request) { r.Header.Del("Accept") }
	must(t, controlled(s).Activate(t.Context(), "accept-lenient", client.ActivationLimits{Times: 1}))
	for _, step := range []struct {
		change func(*http.Request)
		want   effect
	}{
		{nil, effect{Status: 200}}, // it would have passed anyway
		{withoutAccept, effect{200, "", "accept-lenient"}},
		{withoutAccept, effect{Status: 406, Code: catalog.InvalidAcceptHeader}},
	} {
		if got := makeCall(t, s, call, step.change).effect(); got != step.want {
			t.Errorf("got %+v, want %+v", got, step.want)
		}
	}
	must(t, s.Control().PutScenario(t.Context(), "strict", `assume: {rest-skew: 1s}`))
	must(t, controlled(s).Activate(t.Context(), "strict", client.ActivationLimits{Times: 1}))
	signed := s.Sign()
	s.Advance(time.Minute)
	late := func(r *http.Request) { r.Header.Set("X-Service-Authentication", signed) }
	for _, want := range []effect{{401, catalog.AuthenticationError, "strict"}, {Status: 200}} {
		if got := makeCall(t, s, call, late).effect(); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// TestWhen verifies that conditions can read every part of a call of either protocol.
func TestWhen(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	wide := func(r *http.Request) { r.Header.Set("X-Tenant", "wide"); r.Host = "shop.example" }
	tests := []struct {
		operation catalog.OperationID
		when      string
		want      bool
	}{
		{catalog.SearchOrders, `query.Limit == "1" and query.Page == ""`, true},
		{catalog.SearchOrders, `query.Limit == "2"`, false},
		{catalog.SearchOrders, `body == nil and xpath("//x") == ""`, true},
		{catalog.RetrieveOrder, `path.OrderReference == "` + s.ID("order-complete", "OrderReference") + `"`, true},
		{catalog.UpdateUpsell, `path.upsellCode == "` + s.ID("campaign-enabled", "upsellCode") + `"`, true},
		{catalog.RetrieveOrder, `header["x-tenant"] == "wide" and header.Host == "shop.example"`, true},
		{catalog.Login, `header["X-TENANT"] == "wide" and header.host == "shop.example"`, true},
		{catalog.CreateUpsell, `body.Discount.Value == 5 and body.PrimaryProduct.Code startsWith "STUDIO" and body.None.Deep == ""`, true},
		{catalog.CreateUpsell, `body.Enabled == false`, false},
		{catalog.Login, `xpath("//merchantCode") == "DEMO" and body == nil and path.OrderReference == ""`, true},
		{catalog.UpgradePartnerSubscriptions, `int(xpath("count(//Items/item)")) == 1 and xpath("//item[1]/Quantity") == "1"`, true},
		{catalog.UpgradePartnerSubscriptions, `xpath("//Quantity") == "2"`, false},
		{catalog.Login, `now startsWith "2026-" and hour(now) == 12 and weekday(now) == "Friday"`, true},
	}
	for _, test := range tests {
		if err := s.Control().PutScenario(t.Context(), "conditional", "rules: [{on: \"*\", when: '"+test.when+"', answer: {status: 503}}]"); err != nil {
			t.Errorf("%s: %v", test.when, err)
			continue
		}
		call := goodCall(t, s, test.operation)
		got := makeCall(t, s, call, func(r *http.Request) { wide(r); asking("conditional")(r) }).Header.Get(scenario.HeaderName) == "conditional"
		if got != test.want {
			t.Errorf("%s when %s: got %t, want %t", test.operation, test.when, got, test.want)
		}
	}
}
