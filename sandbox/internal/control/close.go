package control

import (
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/aftermath"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// closeAccount deletes an account and all accounts opened at its port. It answers their
// calls and how their records differ from another account's.
func (api *API) closeAccount(c *gin.Context, a *account.Account) (answer, error) {
	var asked client.Close
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	api.AwaitPort(c.Request.Context(), a.Code)
	family := api.Registry.Family(a.Code)
	closed := api.sumUp(a, family)
	if asked.Compare != "" {
		good, err := api.account(c, asked.Compare)
		if err != nil {
			return answer{}, err
		}
		compared := api.Registry.Family(good.Code)
		api.keepAlive(compared)
		if closed.Records, err = aftermath.Compare(c.Request.Context(), compared, family); err != nil {
			return answer{}, err
		}
	}
	if asked.Keep {
		api.keepAlive(family)
		return ok(closed), nil
	}
	_, err := api.deleteAccount(c, a)
	return ok(closed), err
}

// keepAlive lets an account and those at its port stay for others to be compared with them, for
// the TTL of the first one, if it has one of its own, and that of each.
func (api *API) keepAlive(family []*account.Account) {
	for _, member := range family {
		member.RecordCall(api.Registry.Wall().Add(family[0].Document().TTL))
	}
}

// sumUp returns the calls of an account and of all accounts at its port, oldest first.
func (api *API) sumUp(a *account.Account, family []*account.Account) client.Closed {
	closed := client.Closed{Accounts: []string{}, Calls: []client.Entry{}, Records: []client.RecordDifference{}}
	add := func(entry *journal.Entry) {
		e := *entry.View()
		e.Response.Body, e.Original, e.Explain = nil, nil, nil
		closed.Calls = append(closed.Calls, e)
	}
	cleared, dropped := a.ClearedCalls()
	closed.Dropped = dropped
	for _, entry := range slices.Concat(cleared...) {
		add(entry)
	}
	for _, member := range family {
		closed.Accounts = append(closed.Accounts, member.Code)
		closed.Dropped += member.Ring.Counts().Dropped
		closed.UnderWay = append(closed.UnderWay, api.underWay(member.Ring, "")...)
		for _, entry := range member.Ring.Entries() {
			add(entry)
		}
	}
	slices.SortStableFunc(closed.Calls, func(x, y client.Entry) int { return x.WallTime.Compare(y.WallTime) })
	return closed
}
