package control

import (
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
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

// emptyFacets returns facets without counts, nil for no names.
func emptyFacets(names []string) client.Facets {
	if len(names) == 0 {
		return nil
	}
	facets := client.Facets{}
	for _, name := range names {
		facets[name] = map[string]int{}
	}
	return facets
}

// countFacets counts the values of an entry. An entry without a value counts
// nowhere.
func countFacets(facets client.Facets, e *journal.Entry) {
	for name, counts := range facets {
		for _, value := range facetValues(name, e) {
			if value != "" {
				counts[value]++
			}
		}
	}
}

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
