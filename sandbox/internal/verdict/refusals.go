package verdict

import (
	"cmp"
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verify"
)

// refusals returns the refused calls, those that no expectation matches, and how many may
// match one and make the verdict fail otherwise. Dropped calls come first.
func (s *Session) refusals() (refused, unasserted []client.Refusal, doubtful int64) {
	all, others := refusals{map[string]int{}, []client.Refusal{}}, refusals{map[string]int{}, []client.Refusal{}}
	add := func(r client.Refusal, match verify.Match, calls int64, id string) {
		r.Fails = match != verify.Matched && (r.Cause != client.ByScenario || s.Request.AssertArranged)
		all.add(r, calls, id)
		switch {
		case match == verify.None:
			others.add(r, calls, id)
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

func (g *refusals) add(r client.Refusal, calls int64, id string) {
	key := fmt.Sprintf("%q", []any{r.Operation, r.Status, r.Code, r.Cause, r.Why, r.Scenarios, r.Fails})
	at, known := g.at[key]
	if !known {
		at = len(g.list)
		g.at[key] = at
		g.list = append(g.list, r)
	}
	g.list[at].Calls += int(calls)
	if len(g.list[at].IDs) < maxIDs {
		g.list[at].IDs = append(g.list[at].IDs, id)
	}
}
