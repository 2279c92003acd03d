package control

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// accountRoutes show and change an account itself.
func (api *API) accountRoutes() []route {
	return []route{
		{method: http.MethodGet, path: "", summary: "one account",
			answer: client.AccountState{}, account: api.showAccount},
		{method: http.MethodPatch, path: "", summary: "change an account: its features, its answers to open questions, whether its calls store nothing, its run and label",
			body: client.AccountChange{}, answer: client.AccountState{}, account: api.changeAccount},
		{method: http.MethodDelete, path: "", summary: "delete an account with all that belongs to it",
			account: api.deleteAccount, endsAccount: true},
		{method: http.MethodPost, path: "/close", summary: "delete an account, and answer its calls and the records that differ from those of another one",
			body: client.Close{}, answer: client.Closed{}, account: api.closeAccount, endsAccount: true},
		{method: http.MethodGet, path: "/clock", summary: "the clock of an account",
			answer: client.Clock{}, account: func(_ *gin.Context, a *account.Account) (answer, error) { return ok(a.ShownClock()), nil }},
		{method: http.MethodPut, path: "/clock", summary: "change the clock of an account, or say with dry_run what that would do",
			body: client.ClockChange{}, answer: either{client.Clock{}, client.ClockPreview{}}, account: api.changeClock},
		{method: http.MethodGet, path: "/timeline", summary: "what an account has on its clock: orders, campaigns, subscriptions, sessions, snapshots, calls",
			query:  []queryName{{"from", "a moment, such as 2026-10-01; 10 days before the clock without it"}, {"to", "a moment; 12 days after the clock without it"}},
			answer: client.Timeline{}, account: api.accountInTurn(api.showTimeline)},
		{method: http.MethodGet, path: "/scenarios", summary: "the active scenarios, the latest first",
			answer: listOf{"scenarios", client.Activation{}}, account: api.listActive},
		{method: http.MethodDelete, path: "/scenarios", summary: "deactivate all scenarios",
			account: api.deactivateAll},
		{method: http.MethodGet, path: "/scenarios/{name}", summary: "what a scenario is for an account, with its file",
			answer: client.ScenarioFile{}, account: api.showOwn},
		{method: http.MethodPut, path: "/scenarios/{name}", summary: "activate a scenario or an error code, or with application/yaml a scenario of this account alone",
			body: either{client.ActivationLimits{}, yamlText}, answer: client.Activation{}, account: api.activate},
		{method: http.MethodDelete, path: "/scenarios/{name}", summary: "deactivate a scenario, and delete one of this account alone",
			query:   []queryName{{"keep", "true keeps one of this account alone, inactive"}},
			account: api.deactivate},
		{method: http.MethodGet, path: "/secret", summary: "the secret of an account",
			answer: client.AccountSecret{}, account: func(_ *gin.Context, a *account.Account) (answer, error) {
				return ok(client.AccountSecret{Secret: a.Settings().Secret}), nil
			}},
		{method: http.MethodPost, path: "/sign", summary: "sign a call, and show it as programs that sign it themselves",
			body: client.SignRequest{}, answer: client.SignedCall{}, account: api.signCall},
	}
}

func (api *API) snapshotRoutes() []route {
	return []route{
		{method: http.MethodPost, path: "/reset", summary: "reset an account to its world, to an empty one or to a snapshot",
			body: client.Reset{}, answer: client.AccountState{}, account: api.resetAccount, endsAccount: true},
		{method: http.MethodGet, path: "/bundle", summary: "the account and its calls as one zip, which another sandbox opens",
			query:  []queryName{{"secret", "true for a bundle with the secret and the credentials of the calls"}},
			answer: zipFile, account: api.showBundle},
		{method: http.MethodGet, path: "/snapshots", summary: "the snapshots of an account",
			answer: listOf{"snapshots", client.Snapshot{}}, account: api.listSnapshots},
		{method: http.MethodGet, path: "/differences", summary: "how the records of a snapshot, or of an account, differ from those of another one, field by field",
			query:  []queryName{{"from", "the name of a snapshot, or account:CODE"}, {"to", "likewise; this account as it is now without it"}, {"limit", "how many records are shown, at most 1000; 100 without it"}},
			answer: client.Differences{}, account: api.accountInTurn(api.showDifferences)},
		{method: http.MethodPut, path: "/snapshots/{name}", summary: "save the present data under a name",
			answer: client.Snapshot{}, account: api.saveSnapshot},
		{method: http.MethodDelete, path: "/snapshots/{name}", summary: "delete a snapshot",
			account: api.deleteSnapshot},
	}
}
