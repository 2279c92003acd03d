package sandbox_test

import (
	"maps"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestQuota exceeds the limit of the scenario quota on both protocols, and waits on
// the account's clock as long as the answer says.
func TestQuota(t *testing.T) {
	t.Parallel()
	for _, named := range []bool{false, true} {
		for _, id := range []catalog.OperationID{catalog.RetrieveOrder, catalog.Login} {
			s := sandboxtest.Start(t, sandboxtest.Frozen)
			change := asking("quota")
			if !named {
				change = nil
				s.Activate("quota")
			}
			call := goodCall(t, s, id)
			for range 5 {
				if got := makeCall(t, s, call, change); got.Status >= 300 || got.Header.Get("RateLimit-Policy") != `"quota";q=5;w=10` {
					t.Fatalf("%s: got %d, %v", id, got.Status, got.Header)
				}
			}
			got := makeCall(t, s, call, change)
			if got.Code != "TOO_MANY_REQUESTS" || got.Status != http.StatusTooManyRequests || got.Header.Get("Retry-After") != "2" ||
				got.Header.Get("RateLimit") != `"quota";r=0;t=10` || got.effect().Scenario != "quota" {
				t.Errorf("%s: got %d %s, %v", id, got.Status, got.Code, got.Header)
			}
			for _, passes := range []bool{false, true} {
				s.Advance(time.Second)
				if got := makeCall(t, s, call, change); passes != (got.Status < 300) {
					t.Errorf("%s: another second later: got %d %s, want that it passes: %t", id, got.Status, got.Body, passes)
				}
			}
		}
	}
}

// TestPreviewTakesNothing previews calls under a limit.
func TestPreviewTakesNothing(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	must(t, controlled(s).Activate(t.Context(), "quota", client.ActivationLimits{}))
	for range 10 {
		got := makeCall(t, s, goodCall(t, s, catalog.RetrieveOrder), func(r *http.Request) { r.Header.Set("X-Sandbox-Preview", "1") })
		if got.Header.Get("RateLimit") != `"quota";r=4;t=2` {
			t.Fatalf("got %d, %v", got.Status, got.Header)
		}
	}
}

// TestLimitIsExact makes a thousand calls at once while the clock runs. Exactly as many
// pass as the limit lets through, because a period of a year adds none. The condition
// takes some time, in which calls overtake each other.
func TestLimitIsExact(t *testing.T) {
	t.Parallel()
	const calls, callers, most = 992, 32, 100
	s := sandboxtest.Start(t)
	put(t, s, "hundred", `on: "*", when: "none(1..500, # == 0)", limit: {calls: 100, per: 365d}`)
	read := goodCall(t, s, catalog.ReadUpsellSettings)
	want := map[int]int{http.StatusOK: most, http.StatusTooManyRequests: calls - most}
	if got := statusesOf(t, s, read, calls, callers); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// statusesOf makes a call many times at once and counts its statuses.
func statusesOf(t *testing.T, s *sandboxtest.Running, call operationCall, calls, callers int) map[int]int {
	t.Helper()
	var counting sync.Mutex
	got := map[int]int{}
	var calling sync.WaitGroup
	for range callers {
		calling.Go(func() {
			for range calls / callers {
				answer, err := tryCall(t, s, call, nil)
				if err != nil {
					t.Error(err)
					return
				}
				counting.Lock()
				got[answer.Status]++
				counting.Unlock()
			}
		})
	}
	calling.Wait()
	return got
}
