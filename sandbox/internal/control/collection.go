package control

import (
	"cmp"
	"encoding/json"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/collection"
)

// showCollection shows the calls of both protocols as a collection, with records of
// the account of the query.
func (api *API) showCollection(c *gin.Context) (answer, error) {
	a, err := api.account(cmp.Or(c.Query("account"), api.First))
	if err != nil {
		return answer{}, err
	}
	examples, err := collectionExamples(a)
	if err != nil {
		return answer{}, err
	}
	settings, origin := a.Settings(), api.origin(c)
	text, err := collection.Collection{
		REST: origin + api.REST, SOAP: origin + api.SOAP, Account: a.Code, Secret: settings.Secret,
		CredentialHeader: api.SigningHeader, Answers: settings.Answers, Examples: examples,
	}.JSON()
	if err != nil {
		return answer{}, err
	}
	made, err := keep(json.RawMessage(text))
	return ok(made), err
}

// collectionExamples returns, by operation, a call that succeeds with the records
// of an account.
func collectionExamples(a *account.Account) (map[catalog.OperationID]collection.Example, error) {
	examples := map[catalog.OperationID]collection.Example{}
	rest, err := openAPIExamples(a)
	if err != nil {
		return nil, err
	}
	for id, example := range rest {
		examples[id] = collection.Example(example)
	}
	upgrade, _ := catalog.Find(catalog.UpgradePartnerSubscriptions)
	call, err := findCall(a, upgrade, anyRecord)
	if call == nil || err != nil {
		return examples, err
	}
	inputs := map[string]any{}
	for name, value := range valuesFor(upgrade, call.ids) {
		inputs[name] = value
	}
	examples[upgrade.ID] = collection.Example{Inputs: inputs}
	return examples, nil
}
