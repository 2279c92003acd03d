package control

import (
	"context"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// mostReads is how many reads run at once that may look at all records of an account. More
// would not be faster, but take memory for each, and slow down every call.
const mostReads = 4

// takeRead waits until there is room for a read that may look at all records. The caller
// calls end when it has read. The error is that of ctx, or says that there was no room in
// time.
func (api *API) takeRead(ctx context.Context) (end func(), err error) {
	busy := problem(http.StatusServiceUnavailable, "send it again, or send fewer at once",
		"the sandbox makes at most %d lists, timelines, samples and previews at once, and had no room for this one in %s", mostReads, longestTurn)
	ctx, cancel := context.WithTimeoutCause(ctx, longestTurn, busy)
	defer cancel()
	select {
	case api.reading <- struct{}{}:
		return func() { <-api.reading }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// inTurn returns a handler that waits until there is room for its read.
func (api *API) inTurn(handle handler) handler {
	return func(r *request) (answer, error) {
		end, err := api.takeRead(r.Context())
		if err != nil {
			return answer{}, err
		}
		defer end()
		return handle(r)
	}
}

// accountInTurn is inTurn for a handler of an account.
func (api *API) accountInTurn(handle accountHandler) accountHandler {
	return func(r *request, a *account.Account) (answer, error) {
		return api.inTurn(func(r *request) (answer, error) { return handle(r, a) })(r)
	}
}
