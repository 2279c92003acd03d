package client_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestSigning calls the routes for signing and diagnosing.
func TestSigning(t *testing.T) {
	t.Parallel()
	_, c, shop := start(t)
	secret, err := shop.Secret(t.Context())
	check(t, secret, err, "demo-secret")
	signed, err := shop.Sign(t.Context(), client.SignRequest{})
	done(t, err)
	found, err := c.Diagnose(t.Context(), client.SignatureRequest{Header: signed.Header.Value})
	done(t, err)
	check(t, found.Valid, nil, true)
}

// TestChecking calls the routes for checking and drafting.
func TestChecking(t *testing.T) {
	t.Parallel()
	s, c, _ := start(t)
	check(t, status(s), nil, 201)
	draft, err := c.DraftScenario(t.Context(), "DEMO-1")
	done(t, err)
	found, err := c.CheckScenario(t.Context(), draft.YAML, "DEMO")
	done(t, err)
	check(t, found.Affects[0].ID, nil, "DEMO-1")
	world, err := c.Account("DEMO").CheckWorld(t.Context(), "orders: [{customer: x}]")
	done(t, err)
	check(t, world.Valid, nil, false)
}
