package control

import (
	"encoding/json"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
)

// showOpenAPI shows the OpenAPI document of the REST operations as the account
// of the query answers them. Without one the answers are those of the start
// flags, and the examples those of the account that the sandbox was started with.
func (api *API) showOpenAPI(c *gin.Context) (answer, error) {
	a, err := api.accountAsked(c)
	if err != nil {
		return answer{}, err
	}
	document := openapi.Document{Origin: api.origin(c), Account: api.First, CredentialHeaders: api.CredentialHeaders}
	document.Server = document.Origin + api.REST
	if a != nil {
		document.Answers = a.Settings().Answers
	} else {
		document.Answers = api.Registry.DefaultSettings().Answers
		a, _ = api.account(api.First) // nil when it was deleted
	}
	return openAPI(document, a)
}

// openAPI answers a document with the examples of an account, nil for none. It is
// made for each request, because every call may change a record of an example.
func openAPI(document openapi.Document, a *account.Account) (answer, error) {
	if a != nil {
		examples, err := openAPIExamples(a)
		if err != nil {
			return answer{}, err
		}
		document.Account, document.Examples = a.Code, examples
	}
	if document.Answers.Is(catalog.Nulls, "omitted") {
		document.Examples.OmitNulls()
	}
	text, err := document.JSON()
	if err != nil {
		return answer{}, err
	}
	made, err := keep(json.RawMessage(text))
	return ok(made), err
}
