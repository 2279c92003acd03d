package control

import (
	"errors"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

func (api *API) listSnapshots(_ *request, a *account.Account) (answer, error) {
	names, err := a.Snapshots()
	var rows []client.Snapshot
	for _, name := range names {
		rows = append(rows, client.Snapshot{Name: name})
	}
	return list("snapshots", rows), err
}

func (api *API) showSnapshot(r *request, a *account.Account) (answer, error) {
	name := r.param("name")
	names, err := a.Snapshots()
	if err == nil && !slices.Contains(names, name) {
		err = unknownSnapshot(a, name)
	}
	return ok(client.Snapshot{Name: name}), err
}

// saveSnapshot saves the present data, in place of an earlier snapshot of the
// name.
func (api *API) saveSnapshot(r *request, a *account.Account) (answer, error) {
	name := r.param("name")
	if err := account.CheckSnapshot(name); err != nil {
		return answer{}, badRequest("choose another name", "%v", err)
	}
	return ok(client.Snapshot{Name: name}), a.SaveSnapshot(r.Context(), name)
}

func (api *API) deleteSnapshot(r *request, a *account.Account) (answer, error) {
	err := a.DeleteSnapshot(r.Context(), r.param("name"))
	if errors.Is(err, account.ErrUnknownSnapshot) {
		err = unknownSnapshot(a, r.param("name"))
	}
	return answer{}, err
}

// unknownSnapshot returns the error for a name that no snapshot has. It
// suggests the snapshots and further names.
func unknownSnapshot(a *account.Account, name string, further ...string) error {
	names, err := a.Snapshots()
	if err != nil {
		return err
	}
	return unknown("snapshot", name, append(names, further...))
}
