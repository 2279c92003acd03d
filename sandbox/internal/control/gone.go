package control

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// goneRoute is the address of a former route and its replacement.
type goneRoute struct{ method, path, use string }

// goneRoutes returns the former addresses of the interface.
func goneRoutes() []goneRoute {
	const of = base + accountPath
	return []goneRoute{
		{http.MethodGet, accountPath + "/features", "GET " + of + " has the features"},
		{http.MethodPut, accountPath + "/features/{flag}", "PATCH " + of + ` with {"features": {"FLAG": false}} switches one`},
		{http.MethodGet, accountPath + "/questions", "GET " + of + " has the answers that are not the default ones as assume"},
		{http.MethodPut, accountPath + "/questions/{id}", "PATCH " + of + ` with {"assume": {"ID": "ANSWER"}} answers one, null as the start flags do`},
		{http.MethodPost, accountPath + "/orders", "POST " + of + "/records?kind=orders imports orders"},
		{http.MethodPost, accountPath + "/campaigns", "POST " + of + "/records?kind=campaigns imports campaigns"},
		{http.MethodPost, accountPath + "/customers", "POST " + of + "/records?kind=customers imports customers"},
		{http.MethodPost, accountPath + "/subscriptions", "POST " + of + "/records?kind=subscriptions imports subscriptions"},
		{http.MethodPost, "/worlds/check", "POST " + of + "/world?dry_run=true checks a fragment, with whole=true a whole world"},
		{http.MethodGet, "/requests", "GET " + base + "/accounts/none/requests lists the calls that belong to no account"},
		{http.MethodDelete, "/requests", "DELETE " + base + "/accounts/none/requests deletes the calls that belong to no account"},
		{http.MethodGet, "/requests.har", "GET " + base + "/accounts/none/requests?format=har writes the calls that belong to no account"},
		{http.MethodGet, accountPath + "/requests.har", "GET " + of + "/requests?format=har writes an HTTP Archive"},
		{http.MethodGet, accountPath + "/requests/latest", "GET " + of + "/requests?limit=1 has the last call"},
		{http.MethodGet, accountPath + "/requests/stream", "GET " + base + "/stream?accounts=CODE sends the calls of an account and its changes"},
		{http.MethodPost, accountPath + "/requests/verify", "POST " + of + `/verdict with {"expectations": [{"operation": "login", "count": 1}]} verifies calls`},
		{http.MethodGet, accountPath + "/verdict", "POST " + of + `/verdict sums up; {"look": true} is kept by no run`},
		{http.MethodGet, accountPath + "/snapshots/{name}", "GET " + of + "/snapshots lists all"},
	}
}

// mountGone answers former addresses with their replacements.
func mountGone(group *gin.RouterGroup) {
	for _, g := range goneRoutes() {
		answered := func(c *gin.Context) {
			write(c, answer{}, problem(http.StatusNotFound, g.use, "%s %s is gone", g.method, shownPath(c)))
		}
		group.Handle(g.method, ginPath(g.path), answered)
		group.Handle(g.method, ginPath(g.path)+"/", answered)
	}
}

// replacementOf returns the replacement of a former name in the body or the query of a route, ""
// for any other name.
func replacementOf(c *gin.Context, name string) (use string) {
	switch strings.TrimSuffix(c.FullPath(), "/") + " " + name {
	case base + "/accounts/:code/reset dry_run":
		use = "a reset has no preview: PUT " + base + "/accounts/{code}/snapshots/NAME first keeps a way back"
	case base + "/accounts/:code/bundle snapshot":
		use = "a bundle has all calls of the journal: POST " + base + "/accounts/{code}/reset before the calls that matter"
	}
	return use
}
