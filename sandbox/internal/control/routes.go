package control

import (
	"context"
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
)

// route is one row of a table of routes. The description of the control interface is made
// from it, and its texts are written for clients.
type route struct {
	method  string
	path    string // below base, or below accountPath for a route of one account, with parameters as {name}
	summary string
	query   []queryName // all names of its query; other names are errors
	lenient bool        // whether other names are ignored, because probes and scrapers may add their own
	body    any         // zero value of the JSON body, or a media type; nil for none
	answer  any         // zero value of the JSON body, listOf, either, eventData or a media type; nil for none
	dryRun  any         // answer of a dry run with status 200, nil where there is none
	status  int         // of a success, 0 is 200, or 204 without an answer
	handle  handler

	account     accountHandler // of a route of one account, in place of handle
	endsAccount bool           // the handler resets or deletes the account itself
}

// handler answers one request.
type handler func(*gin.Context) (answer, error)

// accountHandler answers one request for the account in its path.
type accountHandler func(*gin.Context, *account.Account) (answer, error)

const accountPath = "/accounts/{code}"

// queryName is a possible name in the query of a route, and the meaning of its value.
type queryName struct{ name, meaning string }

// mediaType is a body other than JSON.
type mediaType string

// The bodies other than JSON.
const (
	yamlText mediaType = "application/yaml"
	pemText  mediaType = "application/x-pem-file"
	anyBytes mediaType = "application/octet-stream"
	markdown mediaType = "text/markdown; charset=utf-8"
	plain    mediaType = "text/plain; charset=utf-8"
)

// document is a JSON document with a schema of its own.
type document struct{}

// listOf is the answer {"<plural>": […], "total": n}.
type listOf struct {
	plural string
	row    any // zero value
}

// either is an answer of one of several shapes, chosen by the request.
type either []any

// eventData is an answer of server-sent events: zero values of their data by the name of the
// event.
type eventData map[client.EventKind]any

// table is a group of routes.
type table struct {
	name    string
	summary string
	routes  []route
}

// tables returns all routes.
func (api *API) tables() []table {
	return []table{
		{"The sandbox", "Whether the sandbox is ready, what it is, and its accounts.", api.sandboxRoutes()},
		{"Runs", "Runs: the accounts that belong to one execution of a test suite. Reports of rehearsals.", slices.Concat(api.runRoutes(), api.rehearsalRoutes())},
		{"The interface and the scenarios", "The interface as data, its open questions, and the scenarios.", slices.Concat(api.libraryRoutes(), api.documentRoutes())},
		{"Calls", "Recorded calls of all accounts, and assertions over them.", api.journalRoutes()},
		{"An account", "Settings, clock, scenarios and handles of one account.", api.ofAccount(slices.Concat(api.accountRoutes(), api.snapshotRoutes(), api.learnRoutes()))},
		{"Calls of an account", "Recorded calls of one account, and assertions over them.", api.ofAccount(api.accountJournalRoutes())},
		{"Records of an account", "Orders, campaigns and other records of one account.", api.ofAccount(api.recordRoutes())},
	}
}

// routes returns the routes of all tables.
func (api *API) routes() []route {
	var all []route
	for _, t := range api.tables() {
		all = append(all, t.routes...)
	}
	return all
}

// ofAccount completes the paths and the handlers of routes of one account.
func (api *API) ofAccount(rows []route) []route {
	for n := range rows {
		r := &rows[n]
		if r.method != http.MethodGet && !r.endsAccount {
			r.account = endingWith(r.account)
		}
		r.path, r.handle = accountPath+r.path, api.forAccount(r.account)
	}
	return rows
}

// forAccount finds the account in the path before it calls the handler.
func (api *API) forAccount(handle accountHandler) handler {
	return func(c *gin.Context) (answer, error) {
		a, err := api.account(c, c.Param("code"))
		if err != nil {
			return answer{}, err
		}
		a.RecordCall(api.Registry.Wall())
		return handle(c, a)
	}
}

// lifeKey is where a request keeps the life of the account that it ends with.
const lifeKey = "life"

// lifeOf returns the life of the account that a request ends with.
func lifeOf(c *gin.Context) context.Context {
	if life, ok := c.Value(lifeKey).(context.Context); ok {
		return life
	}
	return context.Background()
}

// endingWith returns a handler that ends with its account, and all that it waits for.
func endingWith(handle accountHandler) accountHandler {
	return func(c *gin.Context, a *account.Account) (answer, error) {
		ctx, cancel := context.WithCancelCause(c.Request.Context())
		defer context.AfterFunc(a.Life(), func() { cancel(context.Cause(a.Life())) })()
		turn, _ := c.Request.Body.(*gate.Turn)
		turn.EndWith(a.Life())
		c.Set(lifeKey, a.Life())
		c.Request = c.Request.WithContext(ctx)
		done, err := handle(c, a)
		if ended := a.EndedBy(ctx, err); ended != nil {
			return answer{}, ended
		}
		return done, err
	}
}

// queryOf returns the names of a query as they are shown.
func queryOf(r route) []client.QueryName {
	shown := make([]client.QueryName, len(r.query))
	for n, q := range r.query {
		shown[n] = client.QueryName{Name: q.name, Meaning: q.meaning}
	}
	return shown
}
