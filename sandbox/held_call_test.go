package sandbox_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestHeldCallGoesOn deactivates the scenario that holds calls: they go on at once, before and
// after their operation, and even if the scenario has no calls left.
func TestHeldCallGoesOn(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		yaml   string
		limits client.ActivationLimits
	}{
		"delay":            {yaml: `{rules: [{on: "*", delay: 1h}]}`},
		"spent":            {yaml: `{rules: [{on: "*", delay: 1h}]}`, limits: client.ActivationLimits{Times: 1}},
		"after the answer": {yaml: `{rules: [{on: "*", when: status == 201, delay: 1h}]}`},
		"pieces":           {yaml: `{rules: [{on: "*", pace: 1B/s}]}`},
		"stale":            {yaml: `{rules: [{on: "*", keep_alive: stale}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t)
			must(t, s.Control().PutScenario(t.Context(), "held", test.yaml))
			must(t, controlled(s).Activate(t.Context(), "held", test.limits))
			status := make(chan int, 1)
			go func() {
				got, _ := tryCall(t, s, goodCall(t, s, catalog.CreateUpsell), func(r *http.Request) { r.Close = true })
				status <- got.Status
			}()
			for { // until it waits: a call that waits after its operation is in the journal
				list, err := controlled(s).Requests(t.Context(), client.Filter{})
				must(t, err)
				if list.Total > 0 || len(list.UnderWay) > 0 && list.UnderWay[0].Scenario == "held" {
					break
				}
				time.Sleep(time.Millisecond)
			}
			must(t, controlled(s).Deactivate(t.Context(), "held"))
			if got := <-status; got != http.StatusCreated {
				t.Errorf("got %d, want 201", got)
			}
		})
	}
}

// TestCallsUnderWayCount checks that a call under way fails each check that it could break,
// and is waited for as long as the check may take.
func TestCallsUnderWayCount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	must(t, errorOf(controlled(s).PutOwnScenario(t.Context(), "held", `{rules: [{on: create-upsell, delay: 1h}]}`)))
	done := make(chan struct{})
	go func() {
		defer close(done)
		makeCall(t, s, goodCall(t, s, catalog.CreateUpsell), nil)
	}()
	open := awaitUnderWay(t, s, 1)[0]
	for open.Scenario == "" { // it is on the list before its rules are
		open = awaitUnderWay(t, s, 1)[0]
	}
	if open.ID != "DEMO-1" || open.Operation != "create-upsell" || open.Scenario != "held" || open.WaitsFor != "held by scenario held" {
		t.Errorf("got %+v", open)
	}
	none, one := 0, 1
	const underWay = "1 call is still under way: POST /upsell, since "
	for name, test := range map[string]struct {
		expected client.Expectation
		fails    bool
	}{
		"0 times":            {client.Expectation{Operation: "create-upsell", Count: &none}, true},
		"at most 1":          {client.Expectation{Operation: "create-upsell", AtMost: &one}, true},
		"nothing else":       {client.Expectation{Operation: "create-upsell", Count: &none, NothingElse: true}, true},
		"where":              {client.Expectation{Where: `body.Name == "Summer"`, Count: &none}, true},
		"another operation":  {client.Expectation{Operation: "cancel-order", Count: &none}, false},
		"at least 0 of them": {client.Expectation{Operation: "create-upsell", AtLeast: &none}, false},
	} {
		got, err := controlled(s).Verify(t.Context(), test.expected)
		if err != nil || got.Verified == test.fails || strings.Contains(got.Message, underWay) != test.fails {
			t.Errorf("%s: got %t, %q, %v", name, got.Verified, got.Message, err)
		}
	}
	v, err := controlled(s).Verdict(t.Context(), client.VerdictRequest{})
	if err != nil || v.Passed || len(v.Failures) != 1 || !strings.HasPrefix(v.Failures[0], underWay) {
		t.Errorf("got %v, %v, want a verdict that names the call", v.Failures, err)
	}
	judged := make(chan client.Verdict, 1)
	go func() {
		v, _ := controlled(s).Verdict(t.Context(), client.VerdictRequest{Within: 20 * time.Second})
		judged <- v
	}()
	must(t, controlled(s).Deactivate(t.Context(), "held"))
	<-done
	if v := <-judged; !v.Passed || v.Calls != 1 {
		t.Errorf("got %+v, want a verdict over the call", v.Failures)
	}
}

// TestRunAwaitsCalls judges a run directly after its client gave up a call, as that of a
// killed command does. The server notices it later.
func TestRunAwaitsCalls(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	must(t, controlled(s).SetRun(t.Context(), "nightly", ""))
	must(t, errorOf(controlled(s).PutOwnScenario(t.Context(), "held", `{rules: [{on: create-upsell, delay: 1h}]}`)))
	for range 5 {
		ctx, kill := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			_, _ = tryCall(t, s, goodCall(t, s, catalog.CreateUpsell), func(r *http.Request) { *r = *r.WithContext(ctx) })
		}()
		awaitUnderWay(t, s, 1)
		kill()
		<-done
		found, err := s.Control().Run(t.Context(), "nightly")
		if err != nil || len(found.Accounts) != 1 || !found.Accounts[0].Verdict.Passed {
			t.Fatalf("got %+v, %v, want a run that passed", found.Accounts, err)
		}
	}
}
