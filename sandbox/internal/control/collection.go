package control

import (
	"cmp"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/collection"
)

// showCollection shows the calls of both protocols as a collection, with records of
// the account of the query.
func (api *API) showCollection(c *gin.Context) (answer, error) {
	a, err := api.account(c, cmp.Or(c.Query("account"), api.first(c)))
	if err != nil {
		return answer{}, err
	}
	examples, err := findExamples(a, api.Operations)
	if err != nil {
		return answer{}, err
	}
	operations := make([]collection.Operation, len(api.Operations))
	for n, op := range api.Operations {
		operations[n] = collection.Operation{Row: op.Row, Envelope: op.Envelope, Example: (*collection.Example)(examples[n])}
	}
	settings, origin := a.Settings(), api.origin(c)
	return keepDocument(collection.Collection{
		REST: origin + api.REST, SOAP: origin + api.SOAP, Account: a.Code, Secret: settings.Secret,
		CredentialHeader: api.SigningHeader, Answers: settings.Answers, Operations: operations,
	}.JSON())
}
