package control

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// filter says which entries of a ring are shown. A zero field lets all pass.
type filter struct {
	operation string
	status    *int
	code      string
	scenario  string
	since     int64
	limit     int
}

// filterNames are the query names of a filter; a list knows limit as well.
func filterNames() []string { return []string{"operation", "status", "code", "scenario", "since"} }

// readFilter reads the filter of a query over the ring of that name.
func readFilter(r *request, ring string, names []string) (f filter, err error) {
	values, err := r.query(names)
	if err != nil {
		return f, err
	}
	f.operation, f.code, f.scenario = values.Get("operation"), values.Get("code"), values.Get("scenario")
	if f.operation != "" {
		if _, err := operation(f.operation); err != nil {
			return f, err
		}
	}
	if text := values.Get("status"); text != "" {
		status, err := strconv.Atoi(text)
		if err != nil || status != 0 && (status < 100 || status > 599) {
			return f, refuse(http.StatusBadRequest, "100 to 599, or 0 for calls that got no answer", "status must be an HTTP status, got %q", text)
		}
		f.status = &status
	}
	if text := values.Get("limit"); text != "" {
		if f.limit, err = strconv.Atoi(text); err != nil || f.limit < 1 {
			return f, refuse(http.StatusBadRequest, fmt.Sprintf("without it %d are listed", defaultRows), "limit must be a whole number of at least 1, got %q", text)
		}
	}
	if text := values.Get("since"); text != "" {
		f.since, err = numberIn(ring, "since", text)
	}
	return f, err
}

// numberIn returns the number of an entry of the ring of that name.
func numberIn(ring, what, id string) (int64, error) {
	name, number, ok := journal.ParseID(id)
	if !ok || name != ring {
		return 0, refuse(http.StatusBadRequest, "an id here reads "+ring+"-1", "%s must be the id of a call of %s, got %q", what, ring, id)
	}
	return number, nil
}

// accepts reports whether an entry is to be shown; since and limit are the
// ring's business.
func (f filter) accepts(e *journal.Entry) bool {
	return (f.operation == "" || e.Operation == f.operation) &&
		(f.status == nil || e.Response.Status == *f.status) &&
		(f.code == "" || e.Response.Code == f.code) &&
		(f.scenario == "" || slices.Contains(scenario.FromHeader(string(e.Scenarios)), f.scenario))
}

// operation finds an operation that a request names as a value.
func operation(id string) (*catalog.Operation, error) {
	if op, known := catalog.Find(catalog.OperationID(id)); known {
		return op, nil
	}
	var ids []string
	for _, op := range catalog.Operations() {
		ids = append(ids, string(op.ID))
	}
	return nil, refuse(http.StatusBadRequest, "there is "+nearestOf(id, ids), "there is no operation %q", id)
}

// query returns the query values. Names beside the given ones and names given
// twice are refused, so that a slip does not show everything.
func (r *request) query(names []string) (url.Values, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "name=value pairs joined by &, percent-encoded", "the query cannot be read: %v", err)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch {
		case !slices.Contains(names, name):
			return nil, refuse(http.StatusBadRequest, "there is "+nearestOf(name, names), "there is no query name %q", name)
		case len(values[name]) > 1:
			return nil, refuse(http.StatusBadRequest, "give it once", "%s is given %d times", name, len(values[name]))
		}
	}
	return values, nil
}

// nearestOf lists what may have been meant by a name, or all there is.
func nearestOf(name string, among []string) string {
	if near := phrase.Nearest(name, among); len(near) > 0 {
		among = near
	}
	return strings.Join(among, ", ")
}
