package control

import (
	"cmp"
	"errors"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

func (api *API) listSnapshots(_ *gin.Context, a *account.Account) (answer, error) {
	all, err := a.Snapshots()
	var rows []client.Snapshot
	for _, s := range all {
		rows = append(rows, shownSnapshot(s))
	}
	return list("snapshots", rows), err
}

func shownSnapshot(s account.Snapshot) client.Snapshot {
	shown := client.Snapshot{Name: s.Name, Time: s.Time, AccountTime: s.AccountTime}
	if s.Counts != nil {
		shown.Counts = new(client.RecordCounts(*s.Counts))
	}
	return shown
}

// saveSnapshot saves the present data, in place of an earlier snapshot of the
// name.
func (api *API) saveSnapshot(c *gin.Context, a *account.Account) (answer, error) {
	name := c.Param("name")
	if err := account.CheckSnapshot(name); err != nil {
		return answer{}, badRequest("choose another name", "%v", err)
	}
	saved, err := a.SaveSnapshot(c.Request.Context(), name)
	return ok(shownSnapshot(saved)), err
}

func (api *API) deleteSnapshot(c *gin.Context, a *account.Account) (answer, error) {
	err := a.DeleteSnapshot(c.Request.Context(), c.Param("name"))
	if errors.Is(err, account.ErrUnknownSnapshot) {
		err = unknownSnapshot(a, c.Param("name"))
	}
	return answer{}, err
}

// unknownSnapshot returns the error for an unknown name of a snapshot. It suggests the
// snapshots and further names.
func unknownSnapshot(a *account.Account, name string, further ...string) error {
	all, err := a.Snapshots()
	if err != nil {
		return err
	}
	var names []string
	for _, s := range all {
		names = append(names, s.Name)
	}
	return unknownName("snapshot", name, append(names, further...))
}

// resetAccount resets an account to its world, to an empty one or to a snapshot.
func (api *API) resetAccount(c *gin.Context, a *account.Account) (answer, error) {
	var asked client.Reset
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	for _, part := range asked.Keep {
		if all := client.Parts(); !slices.Contains(all, part) {
			return answer{}, badRequest("keep is a list of "+phrase.Or(all...), "a reset cannot keep %q", part)
		}
	}
	to := cmp.Or(asked.To, client.ToWorld)
	next, err := a.Reset(c.Request.Context(), to, asked.Keep)
	if errors.Is(err, account.ErrUnknownSnapshot) {
		err = unknownSnapshot(a, to, client.ToWorld, client.ToEmpty)
	}
	if err != nil {
		return answer{}, err
	}
	return ok(api.state(c, next)), nil
}
