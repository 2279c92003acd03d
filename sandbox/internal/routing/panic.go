package routing

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

// recoverPanic answers a request with 500 and an id when its handler panics. Under the
// id the log has the panic and its stack. A client with a part of the answer loses its
// connection, because otherwise it would take the part for the whole.
func (r Router) recoverPanic(c *gin.Context) {
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		if fault == http.ErrAbortHandler { //nolint:errorlint // it is the value of a panic
			panic(fault)
		}
		id, path := rand.Text(), c.Request.URL.Path
		r.REST.Gate.Log.ErrorContext(c.Request.Context(), "a handler panicked", slog.String("id", id), slog.String("method", c.Request.Method),
			slog.String("path", path), slog.String("panic", phrase.Shorten(fmt.Sprint(fault), 500)), slog.String("stack", string(debug.Stack())))
		r.REST.Gate.Faults.Add(client.LastFault{ID: id, Path: path, Error: fmt.Sprint("panic: ", fault)}, nil)
		if c.Writer.Written() {
			panic(http.ErrAbortHandler)
		}
		for _, name := range []string{"Content-Length", "Content-Encoding", "Content-Disposition"} {
			c.Writer.Header().Del(name) // of the lost answer
		}
		failPanicked(c, id)
	}()
	c.Next()
}

// failPanicked writes the answer in the shape of the protocol.
func failPanicked(c *gin.Context, id string) {
	switch {
	case !isProtocol(c):
		control.Fail(c, id)
	case strings.HasPrefix(c.FullPath(), soap.Path):
		contentType, body := soap.PanicAnswer(id)
		c.Data(http.StatusInternalServerError, contentType, body)
	default:
		contentType, body := rest.PanicAnswer(id)
		c.Data(http.StatusInternalServerError, contentType, body)
	}
}
