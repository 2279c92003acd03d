package control

import (
	"errors"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// FragmentFunc builds the records of a file in the shape of a world as an addition
// to what an account has. Its error shows what is wrong with the file.
type FragmentFunc func(tx commerce.Tx, text []byte, f account.SeedRequest) (commerce.World, error)

// addedView is a record that a fragment added.
type addedView struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

// addWorld adds the fragment that the body is, all of it or nothing.
func (i *API) addWorld(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	text, err := r.text()
	if err != nil {
		return answer{}, err
	}
	var faulty error
	changes, err := a.Add(func(tx commerce.Tx, f account.SeedRequest) (commerce.World, error) {
		var world commerce.World
		world, faulty = i.Fragment(tx, text, f)
		return world, faulty
	})
	if faulty != nil && errors.Is(err, faulty) {
		return answer{}, refuse(http.StatusBadRequest, "a fragment is YAML in the shape of a world, and may refer to records of the account", "%v", faulty)
	}
	if err != nil {
		return answer{}, err
	}
	var rows []addedView
	for _, c := range changes {
		if c.Before == nil {
			rows = append(rows, addedView{c.Kind, c.ID})
		}
	}
	added := list("records", rows)
	added.status = http.StatusCreated
	return added, nil
}
