package verdict

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// refusal returns how a call was refused.
func (s *Session) refusal(e *journal.Entry) client.Refusal {
	line := s.Line(e)
	r := client.Refusal{Operation: e.Operation, Status: e.Response.Status, Code: e.Response.Code, Cause: e.Cause, Why: line.Why, Scenarios: e.Scenarios.List()}
	switch {
	case r.Cause != "":
	case len(r.Scenarios) > 0: // they made the answer up
		r.Cause = client.ByScenario
	default:
		r.Cause = client.ByClient
	}
	return r
}

// refusals groups calls by the way they were refused, and by whether they make the
// verdict fail.
type refusals struct {
	at   map[string]int // by the common properties of the calls
	list []client.Refusal
}

func (g *refusals) add(r client.Refusal, id string) {
	if g.at == nil {
		g.at = map[string]int{}
	}
	key := fmt.Sprintf("%q", []any{r.Operation, r.Status, r.Code, r.Cause, r.Why, r.Scenarios, r.Fails})
	at, known := g.at[key]
	if !known {
		at = len(g.list)
		g.at[key] = at
		g.list = append(g.list, r)
	}
	g.list[at].Calls++
	if len(g.list[at].IDs) < maxIDs {
		g.list[at].IDs = append(g.list[at].IDs, id)
	}
}

// rows returns the groups in the order of their first calls.
func (g *refusals) rows() []client.Refusal {
	if g.list == nil {
		return []client.Refusal{}
	}
	return g.list
}
