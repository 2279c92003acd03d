package control

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// filter selects entries of a ring. A zero field accepts all.
type filter struct {
	operation string
	status    *int
	code      string
	scenario  string
	since     int64
	limit     int
}

// readFilter reads the filter of a query over the ring of that name.
func readFilter(r *request, ring string) (f filter, err error) {
	values := r.query
	f.operation, f.code, f.scenario = values.Get("operation"), values.Get("code"), values.Get("scenario")
	if f.operation != "" {
		if _, err := operation(f.operation); err != nil {
			return f, err
		}
	}
	if text := values.Get("status"); text != "" {
		status, err := strconv.Atoi(text)
		if err != nil || status != 0 && (status < 100 || status > 599) {
			return f, badRequest("0 selects the calls that got no answer", "status must be from 100 to 599, or 0, got %q", text)
		}
		f.status = &status
	}
	if text := values.Get("limit"); text != "" {
		if f.limit, err = strconv.Atoi(text); err != nil || f.limit < 1 {
			return f, badRequest(fmt.Sprintf("without it, the list has up to %d rows", defaultRows), "limit must be a whole number of at least 1, got %q", text)
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
		return 0, badRequest("such as "+ring+"-1", "%s must be the id of a call of %s, got %q", what, ring, id)
	}
	return number, nil
}

// accepts reports whether the filter selects an entry. The ring applies since
// and limit.
func (f filter) accepts(e *journal.Entry) bool {
	return (f.operation == "" || e.Operation == f.operation) &&
		(f.status == nil || e.Response.Status == *f.status) &&
		(f.code == "" || e.Response.Code == f.code) &&
		(f.scenario == "" || slices.Contains(scenario.FromHeader(string(e.Scenarios)), f.scenario))
}
