package control

import (
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/aftermath"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

const (
	usualDifferences = 100
	maxDifferences   = 1000
)

// stateOf begins the name of another account's present state. No snapshot's name does.
const stateOf = "account:"

// showDifferences compares two states of records: snapshots of the account, or what an
// account has now.
func (api *API) showDifferences(c *gin.Context, a *account.Account) (answer, error) {
	limit, err := queryLimit(c, usualDifferences, "without it, 100 records are shown")
	if err != nil {
		return answer{}, err
	}
	from, to := c.Query("from"), c.DefaultQuery("to", stateOf+a.Code)
	if from == "" {
		return answer{}, badRequest("from is the name of a snapshot, or "+stateOf+"CODE", "from is required")
	}
	var sides [2]aftermath.Side
	for i, name := range []string{from, to} {
		if sides[i], err = api.side(c, a, name); err != nil {
			return answer{}, err
		}
	}
	found, err := aftermath.Between(c.Request.Context(), sides[0], sides[1], min(limit, maxDifferences))
	if err != nil {
		return answer{}, err
	}
	found.From, found.To = from, to
	return ok(found), nil
}

// side returns a state by its name.
func (api *API) side(c *gin.Context, a *account.Account, name string) (aftermath.Side, error) {
	if code, isAccount := strings.CutPrefix(name, stateOf); isAccount {
		of, err := api.account(c, code)
		if err != nil {
			return aftermath.Side{}, err
		}
		return aftermath.Side{Code: of.Code, SeededAt: of.Document().SeededAt, View: of.Shop.View}, nil
	}
	all, err := a.Snapshots()
	if err != nil {
		return aftermath.Side{}, err
	}
	at := slices.IndexFunc(all, func(s account.Snapshot) bool { return s.Name == name })
	if at < 0 {
		return aftermath.Side{}, unknownSnapshot(a, name)
	}
	ctx := c.Request.Context()
	return aftermath.Side{Code: a.Code, SeededAt: all[at].SeededAt, View: func(fn func(commerce.Tx) error) error { return a.ViewSnapshot(ctx, name, fn) }}, nil
}
