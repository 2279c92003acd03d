package sandbox_test

import (
	"reflect"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestShippedFailures calls every operation with the scenario of each of its
// documented failures, and with the failure's bare code. The answer must have the
// status and the code of the catalogue. The entry says how the call ends otherwise,
// which has stored nothing: the call succeeds by itself afterwards.
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
				e, triggers := latest(t, s), []client.Trigger{{Scenario: name, By: client.TriggerHeader}}
				if e.Cause != client.ByScenario || !reflect.DeepEqual(e.Triggers, triggers) || e.Without == nil || *e.Without != (client.Without{Status: op.Success.Status}) {
					t.Errorf("%s under %s: got %q, %+v, %+v", op.ID, name, e.Cause, e.Triggers, e.Without)
				}
			}
		}
		if got, want := makeCall(t, s, call, nil).effect(), (effect{Status: op.Success.Status}); got != want {
			t.Errorf("%s: got %+v, want %+v", op.ID, got, want)
		}
	}
}
