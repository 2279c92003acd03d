package control

import (
	"encoding/json"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
)

// showOpenAPI shows the OpenAPI document of the REST operations as the account
// of the query answers them, by default as the start flags say.
func (api *API) showOpenAPI(r *request) (answer, error) {
	a, err := api.accountAsked(r)
	if err != nil {
		return answer{}, err
	}
	settings := api.Registry.DefaultSettings()
	if a != nil {
		settings = a.Settings()
	}
	return api.openAPI(api.origin(r)+api.REST, settings.Answers)
}

// openAPI answers the document of the REST operations at an address, by the
// answers to open questions.
func (api *API) openAPI(server string, answers catalog.Answers) (answer, error) {
	type version struct{ server, answers string }
	return api.keeper.answer(version{server, answers.String()}, func() (any, error) {
		document, err := openapi.Document{Server: server, CredentialHeaders: api.CredentialHeaders, Answers: answers}.JSON()
		return json.RawMessage(document), err
	})
}
