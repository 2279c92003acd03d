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

// takeRead waits until there is room for a read that may look at all records. The caller
// calls end when it has read. The error comes from ctx, or says that there was no room in
// time.
func (api *API) takeRead(ctx context.Context) (end func(), err error) {
	return take(ctx, api.reading, problem(http.StatusServiceUnavailable, "send it again, or send fewer at once",
		"the sandbox makes at most %d lists, timelines, samples and previews at once, and had no room for this one in %s", maxReads, maxTurn))
}

// maxTurn is how long a request waits for its turn. The rest of the server's time for an
// answer is enough for its work.
const maxTurn = 30 * time.Second

// take waits until there is room. The error comes from ctx, or is busy if there was none
// in time.
func take(ctx context.Context, room chan struct{}, busy error) (end func(), err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, maxTurn, busy)
	defer cancel()
	return await(ctx, room)
}

// await waits until there is room, however long. The error comes from ctx.
func await(ctx context.Context, room chan struct{}) (end func(), err error) {
	select {
	case room <- struct{}{}:
		return func() { <-room }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// inTurn returns a handler that waits for room for its read.
func (api *API) inTurn(handle handler) handler {
	return func(c *gin.Context) (answer, error) {
		end, err := api.takeRead(c.Request.Context())
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
