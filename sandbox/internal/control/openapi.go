package control

import (
	"encoding/json"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
)

// showOpenAPI shows the OpenAPI document of the REST operations as the account
// of the query answers them, by default as the start flags say.
func (api *API) showOpenAPI(r *request) (answer, error) {
	settings := api.Registry.DefaultSettings()
	if code := r.query.Get("account"); code != "" {
		a, err := api.account(code)
		if err != nil {
			return answer{}, err
		}
		settings = a.Settings()
	}
	document, err := openapi.Document{
		Server: api.origin(r) + api.REST, CredentialHeaders: api.CredentialHeaders, Answers: settings.Answers,
	}.JSON()
	return ok(json.RawMessage(document)), err
}
