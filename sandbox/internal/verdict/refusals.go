package verdict

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

// refusals returns the refused calls, those that no expectation matches, and how many may
// match one and make the verdict fail otherwise. Dropped calls come first.
func (s *Session) refusals() (refused, unasserted []client.Refusal, doubtful int64) {
	all, others := newRefusals(), newRefusals()
	add := func(r client.Refusal, match verify.Match, calls int64, id string) {
		r.Fails = match != verify.Matched && (r.Cause != client.ByScenario || s.Request.AssertArranged)
		r.Calls, r.IDs = int(calls), []string{id}
		all.add(r)
		switch {
		case match == verify.None:
			others.add(r)
		case r.Fails: // unsure
			doubtful += calls
		}
	}
	for _, t := range s.Outcome.Tallies {
		id := t.First
		if !t.Certain {
			id = t.Last
		}
		if !t.Unknown && t.Entry().Refused() {
			add(client.Refusal{Operation: t.Operation, Status: t.Status, Code: t.Code, Cause: atFault(t.Cause, t.Affected), Scenarios: []string{}}, t.Match, t.Calls, journal.ID(s.Account, id))
		}
	}
	for _, e := range s.Outcome.Calls {
		if !e.Refused() {
			continue
		}
		match := verify.None
		if s.Outcome.Matches(e.ID) {
			match = verify.Matched
		}
		add(client.Refusal{
			Operation: e.Operation, Status: e.Response.Status, Code: e.Response.Code, Cause: atFault(e.Cause, e.Scenarios != ""),
			Why: e.View().Line().Why, Scenarios: e.Scenarios.List(),
		}, match, 1, e.ID)
	}
	return all.list, others.list, doubtful
}

// atFault returns who is at fault for a refusal. Without a recorded cause it is the
// scenarios that affected the call, because they made the answer up.
func atFault(cause client.Cause, affected bool) client.Cause {
	if cause == "" && affected {
		return client.ByScenario
	}
	return cmp.Or(cause, client.ByClient)
}

// refusals groups calls by the way they were refused, and by whether they make the
// verdict fail.
type refusals struct {
	at   map[string]int   // by the common properties of the calls
	list []client.Refusal // in the order of their first calls
}

func newRefusals() *refusals { return &refusals{map[string]int{}, []client.Refusal{}} }

func (g *refusals) add(r client.Refusal) {
	key := fmt.Sprintf("%q", []any{r.Operation, r.Status, r.Code, r.Cause, r.Why, r.Scenarios, r.Fails})
	at, known := g.at[key]
	if !known {
		g.at[key] = len(g.list)
		r.IDs = slices.Clip(r.IDs) // otherwise a further one is written into the caller's
		g.list = append(g.list, r)
		return
	}
	way := &g.list[at]
	way.Calls += r.Calls
	way.IDs = append(way.IDs, r.IDs[:min(len(r.IDs), maxIDs-len(way.IDs))]...)
}
