package control

import (
	"cmp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// queried is a kind of list that takes queries.
type queried struct {
	kind     string
	describe func() []client.QueryField
}

// queried returns the kinds of lists that take queries.
func (api *API) queried() []queried {
	kinds := []queried{
		{"calls", api.callFields},
		{"accounts", func() []client.QueryField { return api.accountFields().Describe() }},
	}
	for _, of := range resources() {
		kinds = append(kinds, queried{of.plural, of.list.Fields})
	}
	return kinds
}

// callFields describes the fields of calls, with the scenarios of the library.
func (api *API) callFields() []client.QueryField {
	view := api.callView()
	for _, s := range api.Scenarios.List() {
		view.Scenarios = append(view.Scenarios, s.Name)
	}
	return view.Fields().Describe()
}

// showQuery shows the fields of the query language for a kind of list.
func (api *API) showQuery(r *request) (answer, error) {
	all := api.queried()
	kind := cmp.Or(r.query.Get("kind"), all[0].kind)
	var kinds []string
	for _, q := range all {
		if q.kind == kind {
			return ok(client.QueryFields{Kind: kind, Fields: q.describe()}), nil
		}
		kinds = append(kinds, q.kind)
	}
	return answer{}, unknownValue("kind", kind, kinds)
}
