package control

import (
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// facetNames are the fields of calls whose values can be counted.
func facetNames() []string {
	return []string{"cause", "operation", "code", "status", "protocol", "scenario", "question"}
}

// readFacets reads the names of facets, separated by commas.
func readFacets(list string) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	names := strings.Split(list, ",")
	for _, name := range names {
		if !slices.Contains(facetNames(), name) {
			return nil, unknownValue("facet", name, facetNames())
		}
	}
	return names, nil
}

// facetValues returns the values of a facet in an entry, "" for an absent one.
func facetValues(name string, e *journal.Entry) []string {
	switch name {
	case "cause":
		return []string{string(e.Cause)}
	case "operation":
		return []string{e.Operation}
	case "code":
		return []string{e.Response.Code}
	case "status":
		return []string{strconv.Itoa(e.Response.Status)}
	case "protocol":
		return []string{e.Protocol}
	case "question":
		return e.Questions.List()
	default:
		return e.Scenarios.List()
	}
}
