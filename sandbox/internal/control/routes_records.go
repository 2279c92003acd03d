package control

import (
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// recordRoutes show and change what an account has.
func (api *API) recordRoutes() []accountRoute {
	routes := []accountRoute{
		{method: http.MethodGet, path: "/handles", summary: "the names that the world gives to records, each with its kind and its ids",
			answer: map[string]map[string]string{}, handle: api.listHandles},
		{method: http.MethodPatch, path: "/orders/{id}", summary: "change an order along the legal transitions",
			body: client.OrderChange{}, answer: orderResource.row, handle: api.changeOrder},
		{method: http.MethodPost, path: "/world", summary: "add a world fragment",
			body: yamlText, answer: listOf("records", client.AddedRecord{}), status: http.StatusCreated, handle: api.addWorld},
	}
	for _, of := range resources() {
		routes = append(routes,
			accountRoute{method: http.MethodGet, path: "/" + of.plural, summary: "the " + of.plural + " of an account",
				query: pageQuery(of), answer: either(listOf(of.plural, of.row), listOf(of.plural, of.line)), handle: api.listing(of)},
			accountRoute{method: http.MethodGet, path: "/" + of.plural + "/{id}", summary: "one " + of.kind,
				answer: of.row, handle: api.record(of)})
	}
	return routes
}

// pageQuery is the query of a list of records.
func pageQuery(of resource) []queryName {
	return []queryName{
		{"q", "a query; GET " + base + "/query?kind=" + of.plural + " shows its fields"},
		{"sort", strings.Join(of.list.Sorts, ", ") + "; with - in front from the greatest down"},
		{"limit", "longest list, at most 10000; 100 without it"}, {"offset", "how many rows to skip"},
		{"view", "line for short rows"},
	}
}
