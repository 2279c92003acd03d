package control

import (
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// journalRoutes show the calls of all accounts, and those that belong to none.
func (api *API) journalRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/stream", summary: "everything that happens, as server-sent events",
			query: streamQuery(), answer: allEvents(), handle: api.streamEvents},
		{method: http.MethodGet, path: "/requests", summary: "the calls that belong to no account, newest first",
			query: listQuery(), answer: either(client.Entries{}, client.EntryLines{}), handle: api.listRequestsWithoutAccount},
		{method: http.MethodDelete, path: "/requests", summary: "delete the recorded calls that belong to no account",
			handle: api.clearRequestsWithoutAccount},
		{method: http.MethodGet, path: "/requests.har", summary: "the calls that belong to no account as an HTTP Archive, oldest first",
			query: harQuery(), answer: document{}, handle: api.harRequestsWithoutAccount},
		{method: http.MethodGet, path: "/requests/{id}", summary: "one call with all that explains it",
			answer: client.Entry{}, handle: api.showRequest},
		{method: http.MethodPost, path: "/requests/{id}/scenario", summary: "draft a scenario that gives calls like this one the answer it got",
			answer: client.DraftedScenario{}, handle: api.draftScenario},
		{method: http.MethodPost, path: "/compare", summary: "how the answers to two calls differ, field by field",
			body: client.Compare{}, answer: client.Comparison{}, handle: api.compareRequests},
	}
}

// accountJournalRoutes show the calls of an account.
func (api *API) accountJournalRoutes() []accountRoute {
	return []accountRoute{
		{method: http.MethodGet, path: "/requests", summary: "the calls of an account, newest first",
			query: listQuery(), answer: either(client.Entries{}, client.EntryLines{}), handle: api.listRequests},
		{method: http.MethodDelete, path: "/requests", summary: "delete the recorded calls of an account",
			handle: api.clearRequests},
		{method: http.MethodGet, path: "/requests.har", summary: "the calls of an account as an HTTP Archive, oldest first",
			query: harQuery(), answer: document{}, handle: api.harRequests},
		{method: http.MethodGet, path: "/requests/latest", summary: "the last call of an account",
			answer: client.Entry{}, handle: api.showLatestRequest},
		{method: http.MethodGet, path: "/refused", summary: "the refused calls of an account that came last, explained for people, with those of no account since it was opened",
			query: refusedQuery(), answer: listOf("refused", client.RefusedCall{}), handle: api.listRefused},
		{method: http.MethodGet, path: "/requests/stream", summary: "the calls of an account as they end, as server-sent events",
			query: filterQuery(), answer: eventShape{"": client.Entry{}, "missed": client.MissedCalls{}}, handle: api.streamRequests},
		{method: http.MethodPost, path: "/requests/verify", summary: "verify that certain calls were made, and wait for them",
			body: either(client.Expectation{}, client.Expectations{}), answer: either(client.Verification{}, client.Verifications{}), handle: api.verifyRequests},
		{method: http.MethodGet, path: "/verdict", summary: "sum up the calls of an account without expectations",
			query: verdictQuery(), answer: client.Verdict{}, handle: api.showVerdict},
		{method: http.MethodPost, path: "/verdict", summary: "sum up the calls of an account: what was refused, and what nobody expected",
			query: verdictQuery(), body: client.VerdictRequest{}, answer: client.Verdict{}, handle: api.showVerdict},
		{method: http.MethodGet, path: "/coverage", summary: "which outcomes the calls of an account covered",
			query: coverageQuery(), answer: client.CoverageReport{}, handle: api.showAccountCoverage},
	}
}

// streamQuery is the query of the stream of everything.
func streamQuery() []queryName {
	return []queryName{
		{"accounts", "vendor codes, and none for calls without an account, separated by commas; all without it"},
		{"q", "query that selects calls; other events are sent all the same"},
		{"view", "line, for calls in short"},
		{"last", "id of an event; only what happened after it"},
	}
}

// filterQuery is the query that selects calls.
func filterQuery() []queryName {
	return []queryName{
		{"q", "a query, such as status:4xx -code:FORBIDDEN after:-5m; GET " + base + "/query shows its fields"},
		{"operation", "the same as operation: in q"},
		{"status", "the same as status: in q"},
		{"code", "the same as code: in q"},
		{"scenario", "the same as scenario: in q"},
		{"after", "id of a call; only calls after it"},
		{"since", "the same as after"},
	}
}

// verdictQuery is the query of a verdict.
func verdictQuery() []queryName {
	return []queryName{{"format", "json, text or junit; without it, what Accept says"}}
}

// listQuery is the query of a list of calls.
func listQuery() []queryName {
	return append(filterQuery(),
		queryName{"before", "id of a call; only calls before it, such as the last one of the page before"},
		queryName{"limit", "longest list, 100 without it"},
		queryName{"view", "line for short rows"},
		queryName{"facets", "what to count over all calls that match: " + strings.Join(facetNames(), ",")})
}

// harQuery is the query of an archive of calls.
func harQuery() []queryName {
	return append(filterQuery(),
		queryName{"before", "id of a call; only calls before it"},
		queryName{"limit", "how many of the latest calls, all without it"})
}
