package control

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// trial finds the calls that the checked scenario would have affected if it had been active
// alone. It counts calls like an activation, so they must be tried in their original order.
type trial struct {
	director *scenario.Director
	now      time.Time // of the latest call on the account's clock
	ended    time.Time // when the last of the calls so far ended
}

// newTrial returns a trial of the checked scenario of a library, with a seed of chance.
func newTrial(library *scenario.Library, seed uint64) *trial {
	t := &trial{}
	t.director, _ = scenario.NewDirector(scenario.DirectorOptions{ // the library has the scenario
		Library: library, Baseline: []string{checkedName}, Seed: seed,
		Wall: func() time.Time { return time.Time{} }, Clock: func() time.Time { return t.now },
	})
	return t
}

// triedCall is a recorded call with its records as they are now, and how it ended.
type triedCall struct {
	scenario.EndedCall
	operation *catalog.Operation
	outcome   catalog.Outcome
	questions []catalog.QuestionID // the call depended on their answers
	admitted  bool                 // its credentials were right, otherwise only rules before the credential are tried on it
	records   scenario.Records

	arrived, ended time.Time // on the machine's clock
}

// Records returns the records.
func (c triedCall) Records() scenario.Records { return c.records }

// affects reports whether the scenario would have affected a call. Conditions end
// with the context, and then do not match.
func (t *trial) affects(ctx context.Context, c triedCall) bool {
	// An earlier moment means that the clock was set back, except when another call overtook this one.
	if now := c.Now(); !now.Before(t.now) || !c.arrived.Before(t.ended) {
		t.now = now
	}
	if c.ended.After(t.ended) {
		t.ended = c.ended
	}
	decision, _ := t.director.Begin(c.operation.ID, nil) // only names of scenarios can be wrong
	if c.admitted {
		decision = t.director.Decide(ctx, c, decision)
	} else {
		decision = t.director.DecideEarly(ctx, c, decision, nil)
	}
	if decision.Waits() {
		decision = t.director.DecideLate(ctx, c, decision)
	}
	return len(decision.Commit(c.operation, c.outcome, c.questions...)) > 0
}

const (
	maxTried = 100              // of the last calls of an account
	maxTrial = 10 * time.Second // of all conditions together
)

// tryScenario finds which of the last calls the checked scenario of a library would have affected,
// and counts the examined ones: fewer than all when the conditions take too long.
func (api *API) tryScenario(ctx context.Context, a *account.Account, library *scenario.Library, found *client.ScenarioCheck) {
	ctx, cancel := context.WithTimeout(ctx, maxTrial)
	defer cancel()
	made := func(e *journal.Entry) bool { return e.Operation != "" && !e.Preview }
	entries, _ := a.Ring.List(made, 0, maxTried)
	slices.Reverse(entries) // a trial counts from the oldest
	t, sightings := newTrial(library, uint64(a.Document().Seed)), &account.Sightings{}
	for _, e := range entries {
		op, known := catalog.Find(catalog.OperationID(e.Operation))
		affects := known && t.affects(ctx, api.triedCall(a, e, op, sightings))
		if ctx.Err() != nil {
			break
		}
		found.Tried++
		if affects {
			found.Affects = append(found.Affects, e.View().Line())
		}
	}
	slices.Reverse(found.Affects)
}

// triedCall returns a recorded call for a trial, with a view of the account's records, among
// the sightings of the calls tried before it.
func (api *API) triedCall(a *account.Account, e *journal.Entry, op *catalog.Operation, sightings *account.Sightings) triedCall {
	outcome := op.Success
	if failure, documented := op.Failure(catalog.Code(e.Response.Code)); documented {
		outcome = failure
	}
	tried := triedCall{EndedCall: calls.Of(&e.Entry, api.XPath), operation: op, outcome: outcome, arrived: e.WallTime, ended: e.WallTime.Add(e.Duration)}
	for _, id := range e.Questions.List() {
		tried.questions = append(tried.questions, catalog.QuestionID(id))
	}
	tried.admitted = !isEarly(e)
	for _, c := range e.Checks {
		if !c.Passed && slices.Contains(admission, c.Name) {
			tried.admitted = false
		}
	}
	t := a.Settings().Terms
	t.Now = tried.Now()
	read := &gate.Records{Call: tried.EndedCall, Operation: op, Shop: a.Shop, Terms: t, References: referencesOf(tried), Sightings: sightings}
	if tried.admitted {
		read.Sight()
	}
	tried.records = read
	return tried
}

// referencesOf returns the subscriptions in a recorded upgrade.
func referencesOf(tried triedCall) (references []string) {
	if kind, _ := tried.operation.NamedRecord(); kind != catalog.SubscriptionRecord {
		return nil
	}
	free := func(int) error { return nil }
	for n := 1; n <= maxTried; n++ {
		reference, err := tried.XPath(fmt.Sprintf("(//%s)[%d]", catalog.NamesSubscription, n), free)
		if err != nil || reference == "" {
			break
		}
		references = append(references, reference)
	}
	return references
}

// isEarly reports whether a scenario affected a call before its first check.
func isEarly(e *journal.Entry) bool { return slices.Contains(e.NotReached.List(), admission[0]) }

// admission are the checks a call must pass before scenarios try their rules on it.
var admission = []string{"account", "credential", "session", "accept"}
