package control

import (
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// sandboxRoutes show and change what all accounts share.
func (api *API) sandboxRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "/", summary: "the routes of the control interface",
			answer: listOf{"routes", client.Route{}}, handle: api.listRoutes},
		{method: http.MethodGet, path: "/about", summary: "what the sandbox is: instance, version, first account, addresses, limits, its own failures",
			answer: client.About{}, handle: api.showAbout},
		{method: http.MethodGet, path: livePath, summary: "whether the process is up",
			answer: client.Live{}, lenient: true, handle: api.live},
		{method: http.MethodGet, path: readyPath, summary: "whether the sandbox is ready, or what it waits for",
			answer: client.Ready{}, lenient: true, handle: api.ready},
		{method: http.MethodGet, path: "/certificate.pem", summary: "the self-signed certificate, for clients that are to trust it",
			answer: pemText, handle: api.showCertificate},
		{method: http.MethodGet, path: "/accounts", summary: "all accounts, secrets masked",
			query: accountList(), answer: listOf{"accounts", client.AccountState{}}, handle: api.listAccounts},
		{method: http.MethodPost, path: "/accounts", summary: "open an account",
			body: client.NewAccount{}, answer: client.AccountState{}, status: http.StatusCreated, handle: api.openAccount},
		{method: http.MethodPost, path: "/signature", summary: "diagnose a signature without a call; nothing is kept",
			body: client.SignatureRequest{}, answer: client.SignatureDiagnosis{}, handle: api.diagnoseSignature},
		{method: http.MethodGet, path: "/coverage", summary: "which outcomes the calls of all accounts covered, deleted accounts included",
			query: coverageQuery(), answer: client.CoverageReport{}, handle: api.showCoverage},
		{method: http.MethodDelete, path: "/coverage", summary: "count all outcomes from zero again",
			handle: api.clearCoverage},
	}
}

// coverageQuery is the query of the routes of coverage.
func coverageQuery() []queryName {
	return []queryName{{"format", "json, text or markdown; json without it"}}
}
