package control

import (
	"cmp"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
)

// queried is a kind of list with queries.
type queried struct {
	kind     string
	describe func() []client.QueryField
	check    func(text string, now time.Time) error
}

// queryKinds returns the kinds of lists with queries.
func (api *API) queryKinds() []queried {
	kinds := []queried{
		{"calls", api.callFields, checkBy(calls.Fields().Parse)},
		{"accounts", func() []client.QueryField { return api.accountFields().Describe() }, checkBy(api.accountFields().Parse)},
	}
	for _, of := range resources() {
		kinds = append(kinds, queried{of.Plural, of.list.Fields, of.list.Check})
	}
	return kinds
}

// checkBy returns a function to parse a query for its error alone.
func checkBy[Q any](parse func(string, time.Time) (Q, error)) func(string, time.Time) error {
	return func(text string, now time.Time) error {
		_, err := parse(text, now)
		return err
	}
}

// callFields describes the fields of calls, with the scenarios of the library.
func (api *API) callFields() []client.QueryField {
	var scenarios []string
	for _, s := range api.Scenarios.List() {
		scenarios = append(scenarios, s.Name)
	}
	return calls.Fields(scenarios...).Describe()
}

// showQuery shows the fields of the query language for a kind of list.
func (api *API) showQuery(c *gin.Context) (answer, error) {
	q, err := api.queriedBy(c.Query("kind"))
	if err != nil {
		return answer{}, err
	}
	return ok(client.QueryFields{Kind: q.kind, Fields: q.describe()}), nil
}

// checkQuery checks a query without running it. A faulty one is a success too, because
// its faults answer the request.
func (api *API) checkQuery(c *gin.Context) (answer, error) {
	var asked client.Query
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	q, err := api.queriedBy(asked.Kind)
	if err != nil {
		return answer{}, err
	}
	if err := q.check(asked.Text, api.Registry.Wall()); err != nil {
		fault := errorOf(err)
		return ok(client.QueryCheck{Error: fault.Text, Hint: fault.Hint}), nil
	}
	return ok(client.QueryCheck{Valid: true}), nil
}

// queriedBy returns the kind of lists with a name, calls without one.
func (api *API) queriedBy(kind string) (queried, error) {
	all := api.queryKinds()
	kind = cmp.Or(kind, all[0].kind)
	var kinds []string
	for _, q := range all {
		if q.kind == kind {
			return q, nil
		}
		kinds = append(kinds, q.kind)
	}
	return queried{}, unknownValue("kind", kind, kinds)
}
