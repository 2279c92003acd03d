package control

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
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

// queryFlag reads a query value that is true or false, or returns the usual one.
func queryFlag(c *gin.Context, name string, usual bool) (bool, error) {
	switch text := c.Query(name); text {
	case "":
		return usual, nil
	case "true", "false":
		return text == "true", nil
	default:
		return usual, badRequest("without it, it is "+strconv.FormatBool(usual), "%s must be true or false, got %q", name, text)
	}
}

// queryLimit reads ?limit=, or returns the usual one, which the hint explains.
func queryLimit(c *gin.Context, usual int, hint string) (int, error) {
	text := c.Query("limit")
	if text == "" {
		return usual, nil
	}
	limit, err := strconv.Atoi(text)
	if err != nil || limit < 1 {
		return 0, badRequest(hint, "limit must be a whole number of at least 1, got %q", text)
	}
	return limit, nil
}

// asksForLines reads ?view=.
func asksForLines(c *gin.Context) (bool, error) {
	switch view := c.Query("view"); view {
	case "", "line":
		return view == "line", nil
	default:
		return false, badRequest("view=line shows short rows; without it, rows are whole", "unknown view %q", view)
	}
}

// readCount returns limit or offset of the query, or usual without it.
func readCount(c *gin.Context, name string, usual, most int) (int, error) {
	text := c.Query(name)
	if text == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most {
		return usual, badRequest("without it, limit is "+strconv.Itoa(defaultRows)+" and offset 0",
			"%s must be a whole number from 0 to %d, got %q", name, most, text)
	}
	return n, nil
}

// queryMoment reads a moment of the query into a variable, if there is one.
func queryMoment(c *gin.Context, name string, into *time.Time) error {
	text := c.Query(name)
	if text == "" {
		return nil
	}
	moment, err := clock.ParseMoment(text)
	if err != nil {
		return badRequest("such as "+name+"=2026-10-01", "%s: %v", name, err)
	}
	*into = moment
	return nil
}

// queryWord reads a query value that is one of some words, "" without it.
func queryWord[T ~string](c *gin.Context, name string, words ...T) (T, error) {
	given := T(c.Query(name))
	if given != "" && !slices.Contains(words, given) {
		return "", unknownValue(name, string(given), texts(words))
	}
	return given, nil
}

// formatOf returns the format of the query, one of the route's formats, JSON without one.
func formatOf(c *gin.Context, formats ...client.Format) (client.Format, error) {
	format, err := queryWord(c, "format", formats...)
	return cmp.Or(format, client.AsJSON), err
}
