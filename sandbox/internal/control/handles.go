package control

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/listing"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
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

// handlePrefix makes the name of a handle an id: @order-refund.
const handlePrefix = "@"

// resolve returns the id of a record named by its id or a handle. A record whose id
// begins with the prefix is found too, unless a handle has the name.
func resolve(r *listing.Reader, of resource, id string) (string, error) {
	name, named := strings.CutPrefix(id, handlePrefix)
	if !named {
		return id, nil
	}
	handle, known, err := r.Tx.Handles().Get(name)
	if err != nil {
		return "", err
	}
	if known {
		return resolveHandle(r, of, name, handle)
	}
	if _, exists, _ := of.show(r, id); exists {
		return id, nil
	}
	all, err := r.Tx.Handles().All()
	if err != nil {
		return "", err
	}
	return "", unknownName("handle", name, slices.Sorted(maps.Keys(all)))
}

// resolveHandle returns the id of the record named by a handle.
func resolveHandle(r *listing.Reader, of resource, name string, handle record.Handle) (string, error) {
	found, has := handle.IDs[listing.IDName(of.Name)]
	if !has {
		return "", problem(http.StatusNotFound, "it has "+phrase.And(slices.Sorted(maps.Keys(handle.IDs))...),
			"handle %q names a record of kind %s, which has no %s", name, handle.Kind, listing.IDName(of.Name))
	}
	_, exists, err := of.show(r, found)
	if err == nil && !exists {
		err = problem(http.StatusNotFound, "a reset to the world brings it back", "%s %s, which handle %q names, was deleted", of.Name, found, name)
	}
	return found, err
}
