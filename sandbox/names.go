package sandbox

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Names are the names known to every sandbox, for tab completion and menus.
type Names struct {
	Operations []string // of the interface, such as login
	Scenarios  []string // the shipped ones, such as slow, and the bare error codes
	Answers    []string // to open questions, with the id, such as search-status=200
	Features   []string // flags, such as API_GET_CUSTOMER_ORDERS
}

// KnownNames returns the names known to every sandbox.
func KnownNames() Names {
	var names Names
	for _, s := range scenario.NewLibrary(scenario.LibraryOptions{}).List() {
		names.Scenarios = append(names.Scenarios, s.Name)
	}
	for _, id := range catalog.TargetIDs() {
		names.Operations = append(names.Operations, string(id))
	}
	for _, q := range catalog.Questions() {
		for _, choice := range q.Choices {
			names.Answers = append(names.Answers, string(q.ID)+"="+choice.Answer)
		}
	}
	for _, f := range catalog.Features() {
		names.Features = append(names.Features, string(f.Feature))
	}
	return names
}
