package sandbox_test

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// delayed begins a call that a scenario delays for an hour, and returns its
// connection once the call waits.
func delayed(t *testing.T, s *sandboxtest.Running, call operationCall) *connection {
	t.Helper()
	must(t, s.Control().PutScenario(t.Context(), "hour", `rules: [{on: "*", delay: 1h}]`))
	account := controlled(s)
	must(t, account.Activate(t.Context(), "hour", client.ActivationLimits{Times: 1}))
	c := connect(t, s)
	c.send(call, "")
	for {
		active, err := account.ActiveScenarios(t.Context())
		must(t, err)
		if len(active) == 0 { // the call used up the activation
			return c
		}
	}
}

// TestDelayBlocksNothing verifies that others can write while a write is delayed,
// and that the delay ends when its caller goes away.
func TestDelayBlocksNothing(t *testing.T) {
	t.Parallel()
	ended := map[catalog.OperationID]int{catalog.CreateUpsell: 2, catalog.ReadUpsellSettings: 1, catalog.Login: 1} // calls in the journal
	for id, calls := range ended {
		t.Run(string(id), func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			call := goodCall(t, s, id)
			if call.body == "" {
				call.body = "null" // as some clients send with GET
			}
			c := delayed(t, s, call)
			create := goodCall(t, s, catalog.CreateUpsell)
			if got := makeCall(t, s, create, nil); got.Status != http.StatusCreated {
				t.Errorf("another write: got %d %s", got.Status, got.Body)
			}
			must(t, c.Close())
			verdict, err := controlled(s).Verify(t.Context(), client.Expectation{Operation: string(id), Count: &calls, Within: 30 * time.Second})
			if err != nil || !verdict.Verified {
				t.Errorf("the delayed call did not end: %+v, %v", verdict, err)
			}
		})
	}
}

// TestDelayedCallIsUnderWay verifies that a delayed call has its id before its answer, and
// that a clearing includes it.
func TestDelayedCallIsUnderWay(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	c := delayed(t, s, goodCall(t, s, catalog.SearchOrders))
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	hint := func() string {
		_, err := s.Control().Request(ctx, "DEMO-1")
		var refused *client.Error
		if !errors.As(err, &refused) {
			t.Fatalf("got %v, want an error of the control interface", err)
		}
		return refused.Text + ": " + refused.Hint
	}
	for strings.Contains(hint(), "has not come yet") {
		runtime.Gosched() // the call took its activation, and waits next
	}
	if got, want := hint(), "call DEMO-1 is under way: GET /orders/, since 0.0 s (held by scenario hour for 0.0 s): it is recorded when it ends"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	must(t, controlled(s).ClearRequests(t.Context()))
	if got, want := hint(), "call DEMO-1 is no longer kept: a reset or a clearing deleted it"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestStopEndsDelays verifies that Stop ends delays and lets the calls get their
// answers.
func TestStopEndsDelays(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	create := goodCall(t, s, catalog.CreateUpsell)
	c := delayed(t, s, create)
	must(t, s.Sandbox().Stop(context.WithoutCancel(t.Context())))
	if answer, body, err := c.receive(create.method); err != nil || answer.StatusCode != http.StatusCreated {
		t.Errorf("got %s %s, %v", answer.Status, body, err)
	}
}
