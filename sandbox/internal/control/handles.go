package control

import (
	"maps"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// listHandles answers the handles of the account by their names. Each is an
// object of its kind and its ids.
func (api *API) listHandles(_ *gin.Context, a *account.Account) (answer, error) {
	shown := map[string]map[string]string{}
	err := a.Shop.View(func(tx commerce.Tx) error {
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
