// Package routing routes the requests of a sandbox to both protocols, and under allowed
// hosts to the control interface and the pages. It answers in the shape of the protocol
// when nothing else does: without a route, after a panic, and for bytes that are no request.
//
// It leaves the calls to rest and soap, their checks to gate, and the routes of the control
// interface to control.
package routing

import (
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/web"
	"github.com/gin-gonic/gin"
)

// Router is the handlers behind the routes, and their surroundings.
type Router struct {
	REST  *rest.Handler
	SOAP  http.Handler
	API   *control.API
	Pages http.Handler
	Hosts control.Hosts
	Turns *gate.Turns // of large bodies
}

// All returns a handler of all requests.
func (r Router) All() http.Handler {
	engine := r.engine()
	r.API.Mount(engine)
	for _, at := range []string{"/", web.Base, web.Base + "/*page"} {
		engine.GET(at, gin.WrapH(r.Pages))
		engine.HEAD(at, gin.WrapH(r.Pages))
	}
	return plainPath(engine)
}

// Protocols returns a handler of the protocols and the probes alone.
func (r Router) Protocols() http.Handler {
	engine := r.engine()
	r.API.MountProbes(engine)
	return plainPath(engine)
}

// engine returns the engine of the protocols, and of all else under allowed hosts
// only. It finds the route of a path with double slashes and dots, because clients
// of the interface send such paths and follow no redirects.
func (r Router) engine() *gin.Engine {
	quietGin()
	engine := gin.New()
	_ = engine.SetTrustedProxies(nil) // no list cannot be wrong
	engine.RedirectTrailingSlash = false
	engine.RemoveExtraSlash = true
	engine.HandleMethodNotAllowed = true
	engine.UseRawPath = true // otherwise an escaped slash divides a value
	engine.UnescapePathValues = true
	engine.Use(r.recoverPanic, r.Hosts.Guard(isProtocol), crossOrigin(r.REST.Gate.CORS, r.REST.Gate.Log), r.inTurn)
	r.REST.Mount(engine.Group(rest.Base))
	endpoint := engine.Group(soap.Path)
	endpoint.Any("", gin.WrapH(r.SOAP))
	endpoint.Any("/", gin.WrapH(r.SOAP))
	engine.NoRoute(byPath(r.REST.NoRoute, control.NoRoute))
	engine.NoMethod(byPath(r.REST.NoMethod, control.NoMethod))
	return engine
}

// inTurn lets a request read a large body when it has its turn.
func (r Router) inTurn(c *gin.Context) {
	request, turn := r.Turns.Begin(c.Writer, c.Request)
	defer turn.End()
	c.Request = request
	c.Next()
}

// quietGin keeps gin from printing every route of every sandbox. The mode of gin
// belongs to the whole process, so it is changed from the default only, and
// never when the environment chooses one.
func quietGin() {
	if gin.Mode() == gin.DebugMode && os.Getenv(gin.EnvGinMode) == "" {
		gin.SetMode(gin.ReleaseMode)
	}
}

// plainPath returns a handler that removes all unnecessary escapes from paths, because
// gin compares an escaped path with its routes. The plus sign is escaped too, because
// gin takes it for a blank. An escaped dot stays a name.
func plainPath(engine *gin.Engine) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawPath != "" {
			segments := strings.Split(r.URL.RawPath, "/")
			for n, segment := range segments {
				plain, err := url.PathUnescape(segment)
				if err == nil && plain != "." && plain != ".." {
					segments[n] = strings.ReplaceAll(url.PathEscape(plain), "+", "%2B")
				}
			}
			r.URL.RawPath = strings.Join(segments, "/")
		}
		engine.ServeHTTP(w, r)
	})
}

// crossOrigin lets pages of other origins call the protocols. It logs the first refused
// preflight of each origin, because the call behind it never arrives.
func crossOrigin(cors *gate.CORS, log *slog.Logger) gin.HandlerFunc {
	refused := origins{seen: map[string]bool{}}
	return func(c *gin.Context) {
		r := c.Request
		switch {
		case cors == nil && r.Method != http.MethodOptions, !isProtocol(c):
		case cors.Serve(c.Writer, r):
			c.Abort()
		case r.Method == http.MethodOptions && r.Header.Get("Origin") != "":
			if origin := phrase.Shorten(r.Header.Get("Origin"), 80); refused.isNew(origin) {
				log.WarnContext(r.Context(), "a page of another origin may not call", slog.String("origin", origin),
					slog.String("path", r.URL.Path), slog.String("hint", "start the sandbox with --cors and this origin"))
			}
		}
	}
}

// origins remembers the logged origins.
type origins struct {
	mu   sync.Mutex
	seen map[string]bool
}

// maxOrigins is how many origins are logged.
const maxOrigins = 100

// isNew reports whether an origin is to be logged now.
func (o *origins) isNew(origin string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.seen[origin] || len(o.seen) == maxOrigins {
		return false
	}
	o.seen[origin] = true
	return true
}

// isProtocol reports whether a request is a call of a protocol. Its route decides,
// because the engine resolves dots in the path.
func isProtocol(c *gin.Context) bool {
	route := strings.TrimSuffix(c.FullPath(), "/")
	return rest.Serves(route) || route == soap.Path || route == "" && servesREST(c.Request)
}

// byPath answers a call without a route: a call below the REST base gets an error
// of the REST protocol.
func byPath(toREST, toOthers gin.HandlerFunc) gin.HandlerFunc {
	return func(c *gin.Context) {
		c.Params = nil // gin leaves the ones of a near match
		if servesREST(c.Request) {
			toREST(c)
			return
		}
		toOthers(c)
	}
}

// servesREST reports whether the path of a request belongs to REST.
func servesREST(r *http.Request) bool {
	return rest.Serves(strings.ReplaceAll(r.URL.Path, "//", "/"))
}
