package control

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// maxReads is how many reads of perhaps all records of an account run at once. More would
// not be faster, but take memory for each, and slow down every call.
const maxReads = 4

// maxTurn is how long a request waits for its turn. The rest of the server's time for an
// answer is enough for its work.
const maxTurn = 30 * time.Second

// room has places for requests that take much of the machine.
type room struct {
	places chan struct{} // has an element for each place that is taken
	busy   error         // of a request that found no place in time
}

// newRoom returns a room with so many places. what says what the sandbox does at most so often
// at once.
func newRoom(places int, hint, what string) room {
	return room{make(chan struct{}, places), problem(http.StatusServiceUnavailable, hint, what+" at once, and had no room for this one in %s", places, maxTurn)}
}

// take waits until there is a place. The caller calls end to leave it. The error comes from
// ctx, or says that there was no place in time.
func (r room) take(ctx context.Context) (end func(), err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, maxTurn, r.busy)
	defer cancel()
	return r.await(ctx)
}

// await waits until there is a place, however long. The error comes from ctx.
func (r room) await(ctx context.Context) (end func(), err error) {
	select {
	case r.places <- struct{}{}:
		return func() { <-r.places }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// inTurn returns a handler that waits for room for its read.
func (api *API) inTurn(handle handler) handler {
	return func(c *gin.Context) (answer, error) {
		end, err := api.reading.take(c.Request.Context())
		if err != nil {
			return answer{}, err
		}
		defer end()
		return handle(c)
	}
}

// accountInTurn is inTurn for a handler of an account.
func (api *API) accountInTurn(handle accountHandler) accountHandler {
	return func(c *gin.Context, a *account.Account) (answer, error) {
		return api.inTurn(func(c *gin.Context) (answer, error) { return handle(c, a) })(c)
	}
}
