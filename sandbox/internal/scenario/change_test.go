package scenario_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// reported is a director with a record of its changes.
type reported struct {
	*scenario.Director
	mu      sync.Mutex
	changes []string
	now     time.Time
}

func newReported(t *testing.T) *reported {
	t.Helper()
	r := &reported{now: noon}
	director, err := scenario.NewDirector(scenario.DirectorOptions{
		Library: scenario.NewLibrary(scenario.LibraryOptions{}), Baseline: []string{"slow"}, Wall: func() time.Time { return r.now }, Clock: atNoon,
	})
	must(t, err)
	r.Director = director
	director.OnChange(func(e client.ScenarioEvent) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.changes = append(r.changes, fmt.Sprint(e.Name, " ", e.Change))
		if (e.Change == client.ChangeActivated) != (e.Active != nil && e.Active.Name == e.Name) {
			t.Errorf("got %+v", e)
		}
	})
	return r
}

func (r *reported) since(t *testing.T, what string, want ...string) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Equal(r.changes, want) {
		t.Errorf("%s: got %q, want %q", what, r.changes, want)
	}
	r.changes = nil
}

func TestDirectorReportsChanges(t *testing.T) {
	t.Parallel()
	r := newReported(t)
	must(t, r.Activate("FORBIDDEN", client.ActivationLimits{}))
	r.since(t, "activate", "FORBIDDEN activated")
	r.Active()
	r.since(t, "nothing")
	must(t, r.Activate("FORBIDDEN", client.ActivationLimits{}))
	r.since(t, "activate again", "FORBIDDEN activated")
	r.Restart()
	r.since(t, "restart", "slow activated", "FORBIDDEN activated")
	r.Deactivate("FORBIDDEN")
	r.since(t, "deactivate", "FORBIDDEN ended")
	r.DeactivateAll()
	r.since(t, "deactivate all", "slow ended")
	r.Reset()
	r.since(t, "reset", "slow activated")
	must(t, r.Activate("FORBIDDEN", client.ActivationLimits{For: time.Minute}))
	r.EndExpired()
	r.since(t, "for a minute", "FORBIDDEN activated")
	r.now = r.now.Add(time.Minute)
	r.EndExpired()
	r.EndExpired()
	r.since(t, "after it", "FORBIDDEN spent")
	must(t, r.Activate("INTERNAL_ERROR", client.ActivationLimits{Times: 1}))
	r.since(t, "once", "INTERNAL_ERROR activated")
	decision := decide(t, r.Director, catalog.Login)
	r.since(t, "before the call is over")
	login, _ := catalog.Find(catalog.Login)
	decision.Commit(login, catalog.Outcome{})
	r.since(t, "after the call", "INTERNAL_ERROR spent")
	r.Active()
	r.since(t, "later")
}

// TestSpentIsReportedLast reports the end of a scenario of answers when all its calls are
// over, because one of them may turn out not to depend on it.
func TestSpentIsReportedLast(t *testing.T) {
	t.Parallel()
	r := newReported(t)
	must(t, r.Activate("feature-off", client.ActivationLimits{Times: 2}))
	op, _ := catalog.Find(catalog.CustomerOrders)
	forbidden, _ := op.Failure(catalog.Forbidden)
	first, second := decide(t, r.Director, op.ID), decide(t, r.Director, op.ID)
	r.since(t, "activate", "feature-off activated")
	first.Commit(op, forbidden)
	r.since(t, "while a call is open")
	second.Commit(op, forbidden)
	r.since(t, "after both", "feature-off spent")
}

// TestIdle ends one scenario after it affected a call, and another one without a call.
func TestIdle(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	activate(t, director, "INTERNAL_ERROR", "ORDER_NOT_FOUND")
	login, _ := catalog.Find(catalog.Login)
	decide(t, director, catalog.Login).Commit(login, catalog.Outcome{})
	if got := director.Idle(); len(got) > 0 {
		t.Errorf("active ones: got %q", got)
	}
	director.DeactivateAll()
	activate(t, director, "ORDER_NOT_FOUND")
	director.DeactivateAll()
	if got, want := director.Idle(), []string{"ORDER_NOT_FOUND"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	director.Reset()
	if got := director.Idle(); len(got) > 0 {
		t.Errorf("after a reset: got %q", got)
	}
	var many scenario.State
	for i := range 201 {
		many.Active = append(many.Active, scenario.ActiveState{Name: fmt.Sprint("missing-", i)})
	}
	director.Restore(many)
	director.DeactivateAll()
	if got := len(director.Idle()); got != 200 {
		t.Errorf("got %d of 201 names, want 200", got)
	}
}
