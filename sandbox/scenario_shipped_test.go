package sandbox_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestShippedFailures calls every operation with the scenario of each of its
// documented failures, and with the failure's bare code. The answer must have the
// status and the code of the catalogue.
func TestShippedFailures(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, op := range catalog.Operations() {
		call := goodCall(t, s, op.ID)
		for _, failure := range op.Failures() {
			for _, name := range []string{catalog.FailureScenario(op.ID, failure.Code), string(failure.Code)} {
				got, want := makeCall(t, s, call, asking(name)).effect(), effect{failure.Status, failure.Code, name}
				if got != want {
					t.Errorf("%s under %s: got %+v, want %+v", op.ID, name, got, want)
				}
			}
		}
	}
}

// TestGoodCalls verifies that the calls which the tests of scenarios affect succeed
// by themselves.
func TestGoodCalls(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, op := range catalog.Operations() {
		got, want := makeCall(t, s, goodCall(t, s, op.ID), nil).effect(), effect{Status: op.Success.Status}
		if got != want {
			t.Errorf("%s: got %+v, want %+v", op.ID, got, want)
		}
	}
}
