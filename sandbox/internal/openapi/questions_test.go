package openapi_test

import (
	"maps"
	"net/http"
	"reflect"
	"slices"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// The document explains every question it cites, and no other, with the account's answer.
func TestQuestions(t *testing.T) {
	t.Parallel()
	d := document(t, answers{catalog.PageTotals: "running"})
	cited := map[string]bool{"accept": true} // in words, by an operation with a required Accept
	for _, item := range d.Paths.Map() {
		for method, o := range item.Operations() {
			for _, r := range o.Responses.Map() {
				list, _ := r.Value.Extensions["x-open-questions"].([]any)
				for _, id := range list {
					cited[id.(string)] = true
				}
			}
			for _, p := range o.Parameters {
				if id, ok := p.Value.Extensions["x-open-question"].(string); ok {
					cited[id] = true
				}
			}
			if method == http.MethodPost || method == http.MethodPut {
				citedBy(cited, o.RequestBody.Value.Content["application/json"].Schema.Value)
			}
		}
	}
	for _, scheme := range d.Components.SecuritySchemes {
		for _, id := range scheme.Value.Extensions["x-open-questions"].([]any) {
			cited[id.(string)] = true
		}
	}
	answered := d.Extensions["x-open-questions"].(map[string]any)
	if got, want := slices.Sorted(maps.Keys(answered)), slices.Sorted(maps.Keys(cited)); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	got := answered["page-totals"]
	want := map[string]any{"section": "4.1, 4.2", "question": "What does GrossPrice mean for an order in a listing?",
		"answer": "GrossPrice in a listing is the sum over the page so far, a quirk of the real service", "choice": "running"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := len(d.Extensions["x-limits"].([]any)), len(catalog.Limits()); got != want {
		t.Errorf("got %d limits, want %d", got, want)
	}
}

func citedBy(cited map[string]bool, s *openapi3.Schema) {
	if id, ok := s.Extensions["x-open-question"].(string); ok {
		cited[id] = true
	}
	if s.Items != nil {
		citedBy(cited, s.Items.Value)
	}
	for _, field := range s.Properties {
		citedBy(cited, field.Value)
	}
}
