package control

import (
	"maps"
	"slices"
	"sync"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// listHandles answers the handles of the account by their names. Each is an
// object of its kind and its ids.
func (api *API) listHandles(_ *gin.Context, a *account.Account) (answer, error) {
	all, err := handlesIn(a)
	shown := map[string]map[string]string{}
	for name, h := range all {
		shown[name] = map[string]string{"kind": h.Kind}
		maps.Copy(shown[name], h.IDs)
	}
	return ok(shown), err
}

// handlesIn returns the handles of an account by their names.
func handlesIn(a *account.Account) (all map[string]record.Handle, err error) {
	err = a.Shop.View(func(tx commerce.Tx) error {
		all, err = tx.Handles().All()
		return err
	})
	return all, err
}

// handlesOf returns how to find the handles that moves may name: those of an account,
// without one those of the known worlds. It finds nil when they cannot be read, and reads them
// once, because a world may be a large file.
func (api *API) handlesOf(a *account.Account) func() []string {
	return sync.OnceValue(func() (names []string) {
		if a == nil {
			worlds, _ := api.ShownWorlds()
			for _, w := range worlds {
				names = append(names, w.Named...)
			}
			return names
		}
		all, err := handlesIn(a)
		if err != nil {
			return nil
		}
		return slices.AppendSeq([]string{}, maps.Keys(all))
	})
}
