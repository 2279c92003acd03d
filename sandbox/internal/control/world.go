package control

import (
	"errors"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// FragmentFunc builds the records that a file in the shape of a world adds to
// an account. Its error shows what is wrong with the file.
type FragmentFunc func(tx commerce.Tx, text []byte, f account.SeedRequest) (commerce.World, error)

// addWorld adds the fragment of the body to the account, all of it or nothing.
func (api *API) addWorld(r *request, a *account.Account) (answer, error) {
	text, err := r.text()
	if err != nil {
		return answer{}, err
	}
	var invalid error
	changes, err := a.Add(func(tx commerce.Tx, f account.SeedRequest) (commerce.World, error) {
		var world commerce.World
		world, invalid = api.Fragment(tx, text, f)
		return world, invalid
	})
	if invalid != nil && errors.Is(err, invalid) {
		return answer{}, badRequest("a fragment is YAML in the shape of a world, and may refer to records of the account", "%v", invalid)
	}
	if err != nil {
		return answer{}, err
	}
	var rows []client.AddedRecord
	for _, c := range changes {
		if c.Before == nil {
			rows = append(rows, client.AddedRecord{Kind: c.Kind, ID: c.ID})
		}
	}
	added := list("records", rows)
	added.status = http.StatusCreated
	return added, nil
}
