package control

import (
	"encoding/json"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/openapi"
)

// showOpenAPI shows the OpenAPI document of the REST operations as an account
// answers them, or, without one, as an account that the start flags open.
func (i *API) showOpenAPI(r *request) (answer, error) {
	values, err := r.query([]string{"account"})
	if err != nil {
		return answer{}, err
	}
	settled := i.Registry.DefaultSettings()
	if code := values.Get("account"); code != "" {
		a, err := i.accountOf(code)
		if err != nil {
			return answer{}, err
		}
		settled = a.Settings()
	}
	document, err := openapi.Document{
		Server: gate.Origin(r.Request) + i.REST, CredentialHeaders: i.CredentialHeaders, Answers: settled.Answers,
	}.JSON()
	return ok(json.RawMessage(document)), err
}
