package control

import (
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// libraryRoutes show the interface and its documents, and show and change the scenarios.
func (api *API) libraryRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/scenarios", summary: "the library of scenarios",
			query:  []queryName{{"account", "vendor code; with the scenarios of this account alone"}},
			answer: listOf{"scenarios", client.Scenario{}}, handle: api.listScenarios},
		{method: http.MethodGet, path: "/scenarios/{name}", summary: "one scenario with its file",
			answer: client.ScenarioFile{}, handle: api.showScenario},
		{method: http.MethodPut, path: "/scenarios/{name}", summary: "save a scenario of your own",
			body: yamlText, answer: client.ScenarioFile{}, handle: api.putScenario},
		{method: http.MethodDelete, path: "/scenarios/{name}", summary: "delete a scenario of your own",
			handle: api.deleteScenario},
		{method: http.MethodPost, path: "/scenarios/check", summary: "check a scenario without saving it",
			query: []queryName{{"account", "vendor code; which of its last 100 calls the scenario would have affected"}},
			body:  yamlText, answer: client.ScenarioCheck{}, handle: api.checkScenario},
		{method: http.MethodPost, path: "/scenarios/reload", summary: "read the folder of scenarios at once, and list what changed",
			answer: listOf{"changes", client.FolderChange{}}, handle: api.reloadScenarios},
	}
}

func (api *API) documentRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/worlds", summary: "the worlds that an account can start with",
			answer: listOf{"worlds", client.World{}}, handle: api.listWorlds},
		{method: http.MethodGet, path: "/worlds/{name}", summary: "the file of a world; own is the one that the sandbox was started with",
			answer: yamlText, handle: api.showWorld},
		{method: http.MethodGet, path: "/guide", summary: "the pages of the guide in reading order",
			answer: listOf{"pages", client.GuidePage{}}, handle: api.listGuide},
		{method: http.MethodGet, path: "/guide/{page}", summary: "one page of the guide as Markdown, such as start.md",
			answer: markdown, handle: api.showGuidePage},
		{method: http.MethodGet, path: "/llms.txt", summary: "the guide and the documents of the interfaces for language models, in the form of llmstxt.org",
			answer: plain, handle: api.showLLMs},
		{method: http.MethodGet, path: "/scenario.schema.json", summary: "the JSON Schema of scenario files",
			answer: document{}, handle: documentOf(scenario.Schema())},
		{method: http.MethodGet, path: "/world.schema.json", summary: "the JSON Schema of world files and of fragments",
			answer: document{}, handle: documentOf(api.WorldSchema)},
		{method: http.MethodGet, path: "/questions", summary: "the open questions and their answers",
			answer: listOf{"questions", client.Question{}}, handle: api.listQuestions},
		{method: http.MethodGet, path: "/catalog", summary: "the interface as data: operations, outcomes, limits, features, codes",
			answer: client.Catalog{}, handle: api.showCatalog},
		{method: http.MethodGet, path: "/operations/{id}", summary: "one operation: rules in order, parameters, outcomes, open questions, examples, recorded exchanges",
			query:  []queryName{{"account", "vendor code, for the answers and the examples of one account; without it, the answers of the start flags"}},
			answer: client.OperationDetail{}, handle: api.inTurn(api.showOperation)},
		{method: http.MethodGet, path: "/control.openapi.json", summary: "the OpenAPI document of the control interface",
			answer: document{}, handle: documentOf(described)},
		{method: http.MethodGet, path: "/query", summary: "the fields of the query language of a kind of list",
			query: []queryName{{"kind", "calls, accounts, or the plural of a kind of records, such as orders; calls without it"}}, answer: client.QueryFields{}, handle: api.showQuery},
		{method: http.MethodPost, path: "/query/check", summary: "check a query without asking it",
			body: client.Query{}, answer: client.QueryCheck{}, handle: api.checkQuery},
		{method: http.MethodGet, path: "/openapi.json", summary: "the OpenAPI document of the REST operations",
			query: []queryName{{"account", "vendor code, for the answers and examples of one account; without it, the answers of the start flags"},
				{"for", "generators: without oneOf, which generators of programs cannot read"}}, answer: document{}, handle: api.inTurn(api.showOpenAPI)},
	}
}
