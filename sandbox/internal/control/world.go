package control

import (
	"errors"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// FragmentFunc reads a file in the format of a world whose records are added to
// an account. Its error shows what is wrong with the file.
type FragmentFunc func(text []byte) (account.Fragment, error)

// addWorld adds the fragment of the body to the account, all of it or nothing.
func (api *API) addWorld(r *request, a *account.Account) (answer, error) {
	text, err := r.text()
	if err != nil {
		return answer{}, err
	}
	fragment, err := api.Fragment(text)
	if err != nil {
		return answer{}, invalidFragment(err)
	}
	changes, err := a.Add(fragment)
	if invalid := (*account.WorldError)(nil); errors.As(err, &invalid) {
		return answer{}, invalidFragment(invalid.Err)
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

func invalidFragment(err error) error {
	return badRequest("a fragment is YAML in the format of a world, and may refer to records of the account", "%v", err)
}
