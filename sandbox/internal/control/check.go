package control

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/yamltext"
)

// faultsOf returns the mistakes in YAML behind an error, never nil.
func faultsOf(err error) []client.Fault {
	faults := []client.Fault{}
	for _, f := range yamltext.Faults(err) {
		faults = append(faults, client.Fault(f))
	}
	return faults
}

// warningsOf returns the warnings about a scenario as they are shown.
func warningsOf(warnings []scenario.Warning) (shown []client.Fault) {
	for _, w := range warnings {
		shown = append(shown, client.Fault(w.Fault))
	}
	return shown
}

// checkedName is the name of an unsaved scenario.
const checkedName = "checked"

// checkScenario checks the scenario of the body without saving it. A faulty one is a
// success too, because its faults are the answer.
func (api *API) checkScenario(c *gin.Context) (answer, error) {
	a, err := api.accountAsked(c)
	if err != nil {
		return answer{}, err
	}
	text, err := bodyText(c)
	if err != nil {
		return answer{}, err
	}
	found := client.ScenarioCheck{Faults: []client.Fault{}, Operations: []string{}, Effects: []client.Effect{}, Affects: []client.EntryLine{}}
	s, err := scenario.Parse(checkedName, text)
	if err != nil {
		found.Faults = faultsOf(err)
		return ok(found), nil
	}
	found.Valid, found.Summary, found.Operations, found.Effects = true, s.Summary, texts(s.Operations()), s.Effects()
	found.Warnings = warningsOf(s.Warnings(api.handlesOf(a)))
	if a != nil {
		api.tryScenario(c.Request.Context(), a, s, &found)
	}
	return ok(found), nil
}

const (
	maxTried = 100             // of the last calls of an account
	maxTrial = 2 * time.Second // of all conditions together
)

// tryScenario finds which of the last calls a scenario would have affected, and counts
// the examined ones: fewer than all when the conditions take too long.
func (api *API) tryScenario(ctx context.Context, a *account.Account, s *scenario.Scenario, found *client.ScenarioCheck) {
	ctx, cancel := context.WithTimeout(ctx, maxTrial)
	defer cancel()
	made := func(e *journal.Entry) bool { return e.Operation != "" && !e.Preview }
	entries, _ := a.Ring.List(made, 0, maxTried)
	slices.Reverse(entries) // a trial counts from the oldest
	trial, sightings := scenario.NewTrial(s, uint64(a.Document().Seed)), &account.Sightings{}
	for _, e := range entries {
		op, known := catalog.Find(catalog.OperationID(e.Operation))
		affects := known && trial.Affects(ctx, api.triedCall(a, e, op, sightings))
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
func (api *API) triedCall(a *account.Account, e *journal.Entry, op *catalog.Operation, sightings *account.Sightings) scenario.TriedCall {
	outcome := op.Success
	if failure, documented := op.Failure(catalog.Code(e.Response.Code)); documented {
		outcome = failure
	}
	tried := scenario.TriedCall{Call: verify.NewCall(&e.Entry, op, api.XPath), Operation: op, Outcome: outcome, Arrived: e.WallTime, Ended: e.WallTime.Add(e.Duration)}
	for _, id := range e.Questions.List() {
		tried.Questions = append(tried.Questions, catalog.QuestionID(id))
	}
	tried.Admitted = !isEarly(e)
	for _, c := range e.Checks {
		if !c.Passed && slices.Contains(admission, c.Name) {
			tried.Admitted = false
		}
	}
	t := a.Settings().Terms
	t.Now = tried.Call.Now()
	read := &gate.Records{Call: tried.Call, Operation: op, Shop: a.Shop, Terms: t, References: referencesOf(tried), Sightings: sightings}
	if tried.Admitted {
		read.Sight()
	}
	tried.Call = seeingCall{tried.Call, read}
	return tried
}

// seeingCall is a recorded call with its records, as they are now.
type seeingCall struct {
	scenario.EndedCall
	records *gate.Records
}

// Records returns the records.
func (c seeingCall) Records() scenario.Records { return c.records }

// referencesOf returns the subscriptions in a recorded upgrade.
func referencesOf(tried scenario.TriedCall) (references []string) {
	if kind, _ := tried.Operation.NamedRecord(); kind != catalog.SubscriptionRecord {
		return nil
	}
	free := func(int) error { return nil }
	for n := 1; n <= maxTried; n++ {
		reference, err := tried.Call.XPath(fmt.Sprintf("(//%s)[%d]", catalog.NamesSubscription, n), free)
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
