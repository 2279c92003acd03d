package control

import (
	_ "embed" // for the document
	"encoding/json"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
)

// showOpenAPI shows the OpenAPI document of the REST operations as the account of the
// query answers them. Without one the answers come from the start flags, and the examples
// from the first account of the sandbox.
func (api *API) showOpenAPI(c *gin.Context) (answer, error) {
	a, err := api.accountAsked(c)
	if err != nil {
		return answer{}, err
	}
	plain, err := forGenerators(c)
	if err != nil {
		return answer{}, err
	}
	document := openapi.Document{ForGenerators: plain, Origin: api.origin(c), Account: api.first(c), CredentialHeaders: api.CredentialHeaders}
	document.Server = document.Origin + api.REST
	if a != nil {
		document.Answers = a.Settings().Answers
	} else {
		document.Answers = api.Registry.DefaultSettings().Answers
		a, _ = api.account(c, api.first(c)) // nil when it was deleted
	}
	return api.openAPI(document, a)
}

// forGenerators reads ?for=.
func forGenerators(c *gin.Context) (bool, error) {
	const generators = "generators"
	switch reader := c.Query("for"); reader {
	case "", generators:
		return reader == generators, nil
	default:
		return false, badRequest("leave it out for the exact document", "for must be %s, got %q", generators, reader)
	}
}

// openAPI answers a document with the examples of an account, nil for none. It is
// made for each request, because every call may change a record of an example.
func (api *API) openAPI(document openapi.Document, a *account.Account) (answer, error) {
	described := slices.DeleteFunc(slices.Clone(api.Operations), func(op Operation) bool { return op.Row.Protocol != catalog.REST })
	examples := make([]*openapi.Example, len(described))
	if a != nil {
		var err error
		if examples, err = findExamples(a, described); err != nil {
			return answer{}, err
		}
		document.Account = a.Code
	}
	for n, op := range described {
		documented := openapi.Operation{Row: op.Row, Reads: op.Reads, Answers: op.Answers}
		if examples[n] != nil {
			documented.Example = *examples[n]
		}
		document.Operations = append(document.Operations, documented)
	}
	text, err := document.JSON()
	if err != nil {
		return answer{}, err
	}
	return withTag(json.RawMessage(text))
}

// described is the OpenAPI document of this interface. A test makes it from the
// tables of routes and the types of package client.
//
//go:embed control.openapi.json
var described []byte
