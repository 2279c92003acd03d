package control

import "net/http"

// accountRoutes show and change what an account is.
func (i *API) accountRoutes() []route {
	return []route{
		{http.MethodGet, "/accounts", "all accounts, secrets masked", i.listAccounts},
		{http.MethodPost, "/accounts", "open an account: vendor_code, secret, world, features, assume, clock, scenarios", i.openAccount},
		{http.MethodGet, "/accounts/{code}", "one account", i.showAccount},
		{http.MethodDelete, "/accounts/{code}", "delete an account with all that belongs to it", i.deleteAccount},
		{http.MethodGet, "/accounts/{code}/features", "the feature flags of an account", i.listFeatures},
		{http.MethodPut, "/accounts/{code}/features/{flag}", "switch a feature flag: enabled", i.switchFeature},
		{http.MethodGet, "/accounts/{code}/questions", "how an account answers the open questions", i.listAnswers},
		{http.MethodPut, "/accounts/{code}/questions/{id}", "answer an open question: answer, null for the baseline's", i.answerQuestion},
		{http.MethodGet, "/accounts/{code}/clock", "the clock of an account", i.showClock},
		{http.MethodPut, "/accounts/{code}/clock", "move the clock: mode, now, advance, freeze", i.moveClock},
		{http.MethodGet, "/accounts/{code}/scenarios", "the scenarios in force, the latest first", i.listInForce},
		{http.MethodDelete, "/accounts/{code}/scenarios", "switch all scenarios off", i.switchAllOff},
		{http.MethodPut, "/accounts/{code}/scenarios/{name}", "switch a scenario or an error code on: times, for", i.switchOn},
		{http.MethodDelete, "/accounts/{code}/scenarios/{name}", "switch a scenario off", i.switchOff},
		{http.MethodPost, "/accounts/{code}/reset", "go back: to world, empty or a snapshot, keep", i.resetAccount},
		{http.MethodGet, "/accounts/{code}/snapshots", "the snapshots of an account", i.listSnapshots},
		{http.MethodGet, "/accounts/{code}/snapshots/{name}", "one snapshot", i.showSnapshot},
		{http.MethodPut, "/accounts/{code}/snapshots/{name}", "keep the present data under a name", i.saveSnapshot},
		{http.MethodDelete, "/accounts/{code}/snapshots/{name}", "forget a snapshot", i.deleteSnapshot},
	}
}

// recordRoutes show and change what an account has.
func (i *API) recordRoutes() []route {
	routes := []route{
		{http.MethodGet, "/accounts/{code}/handles", "what the names of the world stand for", i.listHandles},
		{http.MethodPatch, "/accounts/{code}/orders/{id}", "move an order along the legal transitions: status, purchase_order, dispute", i.moveOrder},
		{http.MethodPost, "/accounts/{code}/world", "add a world fragment, in YAML", i.addWorld},
	}
	for _, of := range []resource{orderResource, campaignResource, customerResource, subscriptionResource, productResource, partnerResource} {
		path := "/accounts/{code}/" + of.plural
		routes = append(routes,
			route{http.MethodGet, path, "the " + of.plural + " of an account, by limit and offset", i.listing(of)},
			route{http.MethodGet, path + "/{id}", "one " + of.kind, i.record(of)})
	}
	return routes
}

// libraryRoutes show what there is to choose from, and change scenarios of a
// person's own.
func (i *API) libraryRoutes() []route {
	return []route{
		{http.MethodGet, "/scenarios", "the library of scenarios", i.listScenarios},
		{http.MethodGet, "/scenarios/{name}", "one scenario with its file", i.showScenario},
		{http.MethodPut, "/scenarios/{name}", "keep a scenario of your own, in YAML", i.putScenario},
		{http.MethodDelete, "/scenarios/{name}", "delete a scenario of your own", i.deleteScenario},
		{http.MethodGet, "/scenario.schema.json", "the JSON Schema of scenario files", i.scenarioSchema},
		{http.MethodGet, "/questions", "the open questions and their answers", i.listQuestions},
		{http.MethodGet, "/catalog", "the interface as data: operations, outcomes, limits, features, codes", i.showCatalog},
		{http.MethodGet, "/openapi.json", "the OpenAPI document of the REST operations: account, whose answers it tells", i.showOpenAPI},
	}
}
