package control

import (
	"net/http"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// route is one row of a table of routes. Its path is below base, with
// parameters as {name}.
type route struct {
	method  string
	path    string
	summary string
	handle  handler
}

// handler answers one request.
type handler func(*request) (answer, error)

// accountRoute is a route of one account. Its path is below accountPath.
type accountRoute struct {
	method  string
	path    string
	summary string
	handle  accountHandler
}

// accountHandler answers one request for the account that its path names.
type accountHandler func(*request, *account.Account) (answer, error)

const accountPath = "/accounts/{code}"

// routes returns all routes.
func (api *API) routes() []route {
	routes := api.sandboxRoutes()
	for _, r := range slices.Concat(api.accountRoutes(), api.recordRoutes(), api.journalRoutes()) {
		routes = append(routes, route{r.method, accountPath + r.path, r.summary, api.forAccount(r.handle)})
	}
	return routes
}

// forAccount finds the account that the path names before it calls the handler.
func (api *API) forAccount(handle accountHandler) handler {
	return func(r *request) (answer, error) {
		a, err := api.account(r.param("code"))
		if err != nil {
			return answer{}, err
		}
		a.Called()
		return handle(r, a)
	}
}

// sandboxRoutes show and change what all accounts share.
func (api *API) sandboxRoutes() []route {
	return []route{
		{http.MethodGet, "/", "the routes of the control interface", api.listRoutes},
		{http.MethodGet, livePath, "whether the process is up", api.live},
		{http.MethodGet, readyPath, "whether the sandbox is ready, or what it waits for", api.ready},
		{http.MethodGet, "/certificate.pem", "the self-signed certificate, for clients that are to trust it", api.showCertificate},
		{http.MethodGet, "/accounts", "all accounts, secrets masked", api.listAccounts},
		{http.MethodPost, "/accounts", "open an account: vendor_code, secret, world, features, assume, clock, scenarios", api.openAccount},
		{http.MethodGet, "/scenarios", "the library of scenarios", api.listScenarios},
		{http.MethodGet, "/scenarios/{name}", "one scenario with its file", api.showScenario},
		{http.MethodPut, "/scenarios/{name}", "save a scenario of your own, in YAML", api.putScenario},
		{http.MethodDelete, "/scenarios/{name}", "delete a scenario of your own", api.deleteScenario},
		{http.MethodGet, "/scenario.schema.json", "the JSON Schema of scenario files", api.scenarioSchema},
		{http.MethodGet, "/questions", "the open questions and their answers", api.listQuestions},
		{http.MethodGet, "/catalog", "the interface as data: operations, outcomes, limits, features, codes", api.showCatalog},
		{http.MethodGet, "/openapi.json", "the OpenAPI document of the REST operations: account, for the answers of one account", api.showOpenAPI},
		{http.MethodGet, "/requests", "the calls that belong to no account, newest first", api.listRequestsWithoutAccount},
		{http.MethodGet, "/requests/{id}", "one call with all that explains it", api.showRequest},
		{http.MethodGet, "/coverage", "which outcomes the calls of all accounts covered, deleted accounts included", api.showCoverage},
		{http.MethodDelete, "/coverage", "count all outcomes from zero again", api.clearCoverage},
	}
}

// accountRoutes show and change what an account is.
func (api *API) accountRoutes() []accountRoute {
	return []accountRoute{
		{http.MethodGet, "", "one account", api.showAccount},
		{http.MethodDelete, "", "delete an account with all that belongs to it", api.deleteAccount},
		{http.MethodGet, "/features", "the feature flags of an account", api.listFeatures},
		{http.MethodPut, "/features/{flag}", "switch a feature flag: enabled", api.switchFeature},
		{http.MethodGet, "/questions", "how an account answers the open questions", api.listAnswers},
		{http.MethodPut, "/questions/{id}", "answer an open question: answer, or null for that of the start flags", api.answerQuestion},
		{http.MethodGet, "/clock", "the clock of an account", api.showClock},
		{http.MethodPut, "/clock", "change the clock: mode, now, advance, freeze", api.changeClock},
		{http.MethodGet, "/scenarios", "the active scenarios, the latest first", api.listActive},
		{http.MethodDelete, "/scenarios", "deactivate all scenarios", api.deactivateAll},
		{http.MethodPut, "/scenarios/{name}", "activate a scenario or an error code: times, for", api.activate},
		{http.MethodDelete, "/scenarios/{name}", "deactivate a scenario", api.deactivate},
		{http.MethodPost, "/reset", "reset an account: to (world, empty or a snapshot), keep", api.resetAccount},
		{http.MethodGet, "/snapshots", "the snapshots of an account", api.listSnapshots},
		{http.MethodGet, "/snapshots/{name}", "one snapshot", api.showSnapshot},
		{http.MethodPut, "/snapshots/{name}", "save the present data under a name", api.saveSnapshot},
		{http.MethodDelete, "/snapshots/{name}", "delete a snapshot", api.deleteSnapshot},
	}
}

// recordRoutes show and change what an account has.
func (api *API) recordRoutes() []accountRoute {
	routes := []accountRoute{
		{http.MethodGet, "/handles", "the names that the world gives to records", api.listHandles},
		{http.MethodPatch, "/orders/{id}", "change an order along the legal transitions: status, purchase_order, dispute", api.changeOrder},
		{http.MethodPost, "/world", "add a world fragment, in YAML", api.addWorld},
	}
	for _, of := range []resource{orderResource, campaignResource, customerResource, subscriptionResource, productResource, partnerResource} {
		routes = append(routes,
			accountRoute{http.MethodGet, "/" + of.plural, "the " + of.plural + " of an account, by limit and offset", api.listing(of)},
			accountRoute{http.MethodGet, "/" + of.plural + "/{id}", "one " + of.kind, api.record(of)})
	}
	return routes
}

// journalRoutes show the calls of an account.
func (api *API) journalRoutes() []accountRoute {
	return []accountRoute{
		{http.MethodGet, "/requests", "the calls of an account, newest first", api.listRequests},
		{http.MethodDelete, "/requests", "delete the recorded calls of an account", api.clearRequests},
		{http.MethodGet, "/requests/latest", "the last call of an account", api.showLatestRequest},
		{http.MethodGet, "/requests/stream", "the calls of an account as they end, as server-sent events", api.streamRequests},
		{http.MethodPost, "/requests/verify", "verify that certain calls were made, and wait for them: operation, where, count, at_least, at_most, within", api.verifyRequests},
		{http.MethodGet, "/coverage", "which outcomes the calls of an account covered", api.showAccountCoverage},
	}
}
