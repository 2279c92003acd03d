package control

import (
	"maps"
	"net/url"
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
)

// checkQuery returns the fault of a query. Unknown names and repeated ones are errors,
// because otherwise a misspelled filter would accept everything.
func checkQuery(c *gin.Context, route []queryName) error {
	raw := c.Request.URL.RawQuery
	values, err := url.ParseQuery(raw)
	if err != nil {
		return badRequest("send name=value pairs joined by &, percent-encoded", "the query cannot be read: %v", err)
	}
	if len(route) == 0 && len(values) > 0 {
		return badRequest("leave the query out", "the route has no query, got %q", raw)
	}
	var known []string
	for _, q := range route {
		known = append(known, q.name)
	}
	return checkNames(c, values, known)
}

func checkNames(c *gin.Context, values url.Values, known []string) error {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch {
		case !slices.Contains(known, name) && replacementOf(c, name) != "":
			return badRequest(replacementOf(c, name), "unknown query name %q", name)
		case !slices.Contains(known, name):
			return unknownQueryName(name, known)
		case len(values[name]) > 1:
			return badRequest("give it once", "%s is given %d times", name, len(values[name]))
		}
	}
	return nil
}

// account returns the account with a vendor code at the called port.
func (api *API) account(c *gin.Context, code string) (*account.Account, error) {
	if a, known := api.Registry.FindAt(conn.AccountOfPort(c.Request.Context()), code); known {
		return a, nil
	}
	var codes []string
	for _, a := range api.Registry.All() {
		codes = append(codes, a.Code)
	}
	return nil, unknownName("account", code, codes)
}

// accountAsked returns the account named by the query, nil for none.
func (api *API) accountAsked(c *gin.Context) (*account.Account, error) {
	code := c.Query("account")
	if code == "" {
		return nil, nil
	}
	return api.account(c, code)
}

// operation returns the operation named by a query value or a field.
func operation(id string) (*catalog.Operation, error) {
	if op, known := catalog.Find(catalog.OperationID(id)); known {
		return op, nil
	}
	return nil, unknownValue("operation", id, operationIDs())
}

func operationIDs() []string {
	var ids []string
	for _, id := range catalog.TargetIDs() {
		ids = append(ids, string(id))
	}
	return ids
}
