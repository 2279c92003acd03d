package control

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"log/slog"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// handlerOf returns the handler of gin for a route: it checks the query, calls the handler
// and writes the answer. Writing may take long, so it first ends the turn of the body.
func (api *API) handlerOf(r route) gin.HandlerFunc {
	return func(c *gin.Context) {
		var a answer
		err := checkQuery(c, r.query)
		if err == nil || r.lenient {
			turn, _ := c.Request.Body.(*gate.Turn)
			a, err = r.handle(c)
			turn.End()
		}
		// An answer has its time from now on, because a snapshot of a large account, for example,
		// takes longer than the server allows for a call. The deadline is a moment of the machine's
		// clock; a writer without deadlines has none to move.
		_ = http.NewResponseController(c.Writer).SetWriteDeadline(clock.System().Add(patience))
		write(c, a, err)
	}
}

// report logs a write, or a failure of the sandbox, in one line. The path has no secrets;
// the body may have some and is left out.
func (api *API) report(c *gin.Context) {
	c.Next()
	r, status, failure := c.Request, c.Writer.Status(), c.Errors.Last()
	line := []slog.Attr{slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", status)}
	switch {
	case failure != nil && status >= http.StatusInternalServerError && !errors.Is(failure.Err, context.Canceled):
		if shown, isShown := failure.Meta.(*client.Error); isShown && shown.ID != "" {
			line = append(line, slog.String("id", shown.ID))
			api.Gate.Faults.Add(client.LastFault{ID: shown.ID, Path: r.URL.Path, Error: failure.Err.Error()}, nil)
		}
		api.Log.LogAttrs(r.Context(), slog.LevelError, "control request failed", append(line, slog.Any("error", failure.Err))...)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		api.Log.LogAttrs(r.Context(), slog.LevelInfo, "control", line...)
	}
}

// requireSameSite refuses writes sent by a browser from another site.
func (api *API) requireSameSite(c *gin.Context) {
	if err := new(http.CrossOriginProtection).Check(c.Request); err != nil && !api.Gate.Address.IsOwn(c.Request.Header.Get("Origin")) {
		refuse(c, problem(http.StatusForbidden, "send it from the pages of the sandbox, or without a browser", "a browser sent the write from another site: %v", err))
	}
}

// requireToken returns a middleware that refuses requests without the control token, if
// there is one.
func (api *API) requireToken() gin.HandlerFunc {
	token := sha256.Sum256([]byte(api.Token))
	return func(c *gin.Context) {
		scheme, given, _ := strings.Cut(c.Request.Header.Get("Authorization"), " ")
		sum := sha256.Sum256([]byte(given))
		if api.Token == "" || strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(sum[:], token[:]) == 1 {
			return
		}
		refuse(c, problem(http.StatusUnauthorized, "send the header Authorization: Bearer TOKEN", "the control token is missing or wrong"))
	}
}

// Fail answers a request whose handler panicked. The log has the panic under the id.
func Fail(c *gin.Context, id string) {
	write(c, answer{}, sandboxFailed("the sandbox failed", id))
}

// refuse answers a request that no further handler sees.
func refuse(c *gin.Context, err error) {
	write(c, answer{}, err)
	c.Abort()
}
