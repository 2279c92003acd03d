package control

import (
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transcript"
)

// journalRoutes show the calls of all accounts, of one, and of none.
func (api *API) journalRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/stream", summary: "everything that happens, as server-sent events",
			query: streamQuery(), answer: eventData(client.EventTypes()), handle: api.streamEvents},
		{method: http.MethodGet, path: accountPath + "/requests", summary: "the calls of an account, newest first; of none those that belong to no account",
			query: listQuery(), answer: either{client.Entries{}, client.EntryLines{}, document{}}, handle: api.ofRing(api.listRequests)},
		{method: http.MethodDelete, path: accountPath + "/requests", summary: "delete the recorded calls of an account; of none those that belong to no account",
			handle: api.ofRing(api.clearRequests)},
		{method: http.MethodGet, path: "/requests/{id}", summary: "one call with all that explains it",
			query:  []queryName{{"format", "json or text; curl, node, php or python for a program that repeats the call; " + strings.Join(transcript.Frameworks(), ", ") + " for a test; json without it"}, {"masked", "true to hide credentials, as lists do"}},
			answer: client.Entry{}, handle: api.showRequest},
		{method: http.MethodPost, path: "/requests/{id}/scenario", summary: "draft a scenario that gives calls like this one the answer it got",
			answer: client.DraftedScenario{}, handle: api.draftScenario},
		{method: http.MethodPost, path: "/compare", summary: "how two calls and their answers differ, field by field",
			body: client.Compare{}, answer: client.Comparison{}, handle: api.compareRequests},
	}
}

// accountJournalRoutes show the calls of an account.
func (api *API) accountJournalRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/refused", summary: "the refused calls of an account that came last, explained for people, with those of no account since it was opened",
			query:  []queryName{{"limit", "how many of the latest calls, 10 without it"}, {"format", "json or text; json without it"}},
			answer: listOf{"refused", client.RefusedCall{}}, account: api.listRefused},
		{method: http.MethodPost, path: "/verdict", summary: "sum up the calls of an account: which expected ones were made, and wait for them; what was refused, and what nobody expected",
			query: []queryName{{"format", "json, text or junit; without it, what Accept says"}},
			body:  client.VerdictRequest{}, answer: client.Verdict{}, account: api.showVerdict},
		{method: http.MethodGet, path: "/coverage", summary: "which outcomes the calls of an account covered",
			query: coverageQuery(), answer: client.CoverageReport{}, account: api.showAccountCoverage},
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

// listQuery is the query of a list of calls.
func listQuery() []queryName {
	return []queryName{
		{"q", "a query, such as status:4xx -code:FORBIDDEN after:-5m; GET " + base + "/query shows its fields"},
		{"operation", "the same as operation: in q"},
		{"status", "the same as status: in q"},
		{"code", "the same as code: in q"},
		{"scenario", "the same as scenario: in q"},
		{"after", "id of a call; only calls after it"},
		{"since", "the same as after"},
		{"before", "id of a call; only calls before it, such as the last one of the page before"},
		{"limit", "longest list, 100 without it; of an archive all"},
		{"view", "line for short rows"},
		{"facets", "what to count over all calls that match: " + strings.Join(facetNames(), ",")},
		{"format", "har for an HTTP Archive, oldest first; JSON without it"},
	}
}
