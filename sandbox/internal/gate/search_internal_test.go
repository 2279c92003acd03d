package gate

import (
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

// TestSearchesRunOneAtATime starts several searches at once, and a call that needs none while
// one runs.
func TestSearchesRunOneAtATime(t *testing.T) {
	t.Parallel()
	g := &Gate{}
	var running, all atomic.Int32
	claim := credential.Claim{Code: "DEMO", Date: "2010-05-13 12:12:12", Hash: strings.Repeat("0", 64)}
	policy := credential.Policy{Others: func(func(string) bool) {
		if running.Add(1) > 1 {
			t.Error("two searches run at once")
		}
		if err := g.search(nil, claim, "secret", credential.Policy{}); err != nil {
			t.Error(err)
		}
		runtime.Gosched()
		running.Add(-1)
		all.Add(1)
	}}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			_ = g.search(credential.Verify(claim, "secret", policy), claim, "secret", policy)
		})
	}
	wait.Wait()
	if got := all.Load(); got != 8 {
		t.Errorf("got %d searches", got)
	}
}
