package sandbox_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/shipped"
)

// TestShippedFailures runs the scenario of every failure that the catalogue
// documents against its operation, and the failure's bare code, and wants the
// status and the code of the catalogue. A failure without a scenario fails by
// name.
func TestShippedFailures(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, op := range catalog.Operations() {
		call := goodCall(t, s, op.ID)
		for _, failure := range op.Failures() {
			for _, name := range []string{shipped.FailureName(op.ID, failure.Code), string(failure.Code)} {
				got, want := makeCall(t, s, call, asking(name)).bent(), bent{failure.Status, failure.Code, name}
				if got != want {
					t.Errorf("%s under %s: got %+v, want %+v", op.ID, name, got, want)
				}
			}
		}
	}
}

// TestGoodCalls wants the calls that the tests of scenarios bend to succeed by
// themselves.
func TestGoodCalls(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, op := range catalog.Operations() {
		got, want := makeCall(t, s, goodCall(t, s, op.ID), nil).bent(), bent{Status: op.Success.Status}
		if got != want {
			t.Errorf("%s: got %+v, want %+v", op.ID, got, want)
		}
	}
}
