package control

import (
	"maps"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
)

// listHandles answers the handles of the account: each with its kind, and the
// ids it stands for beside that.
func (i *API) listHandles(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	shown := map[string]map[string]string{}
	err = a.Shop.View(func(tx commerce.Tx) error {
		all, err := tx.Handles().All()
		for name, h := range all {
			shown[name] = map[string]string{"kind": h.Kind}
			maps.Copy(shown[name], h.IDs)
		}
		return err
	})
	if err != nil {
		return answer{}, err
	}
	return ok(shown), nil
}
