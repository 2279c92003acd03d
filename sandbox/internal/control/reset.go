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
	if err != nil {
		return answer{}, resetError(a, to, err)
	}
	return ok(api.state(c, next)), nil
}

// resetError names the nearest snapshots where no snapshot has the name.
func resetError(a *account.Account, to string, err error) error {
	if errors.Is(err, account.ErrUnknownSnapshot) {
		return unknownSnapshot(a, to, client.ToWorld, client.ToEmpty)
	}
	return err
}
