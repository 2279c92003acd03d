package control

import (
	"errors"
	"net/http"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
)

// snapshotView is a snapshot of an account.
type snapshotView struct {
	Name string `json:"name"`
}

func (i *API) listSnapshots(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	names, err := a.Snapshots()
	var rows []snapshotView
	for _, name := range names {
		rows = append(rows, snapshotView{name})
	}
	return list("snapshots", rows), err
}

func (i *API) showSnapshot(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	name := r.param("name")
	names, err := a.Snapshots()
	if err == nil && !slices.Contains(names, name) {
		err = unknownSnapshot(a, name)
	}
	return ok(snapshotView{name}), err
}

// saveSnapshot keeps the present data, in place of an earlier snapshot of the
// name.
func (i *API) saveSnapshot(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	name := r.param("name")
	if err := account.CheckSnapshot(name); err != nil {
		return answer{}, refuse(http.StatusBadRequest, "choose another name", "%v", err)
	}
	return ok(snapshotView{name}), a.SaveSnapshot(r.Context(), name)
}

func (i *API) deleteSnapshot(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	err = a.DeleteSnapshot(r.Context(), r.param("name"))
	if errors.Is(err, account.ErrUnknownSnapshot) {
		err = unknownSnapshot(a, r.param("name"))
	}
	return answer{}, err
}

// unknownSnapshot refuses a name that no snapshot has, with the nearest of those
// there are and of further names.
func unknownSnapshot(a *account.Account, name string, further ...string) error {
	names, err := a.Snapshots()
	if err != nil {
		return err
	}
	return unknown("snapshot", name, append(names, further...))
}
