package control_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestCatalog reads every operation with its outcomes, every code, and every question in the
// order of the catalogue.
func TestCatalog(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	got, err := s.Control().Catalog(t.Context())
	must(t, err)
	for i, op := range catalog.Operations() {
		want := []string{fmt.Sprint(op.Success.Status)}
		for _, failure := range op.Failures() {
			want = append(want, fmt.Sprint(failure.Status, failure.Code))
			if !slices.Contains(got.Codes, string(failure.Code)) {
				t.Errorf("codes lack %s", failure.Code)
			}
		}
		var outcomes []string
		for _, o := range got.Operations[i].Outcomes {
			outcomes = append(outcomes, fmt.Sprint(o.Status, o.Code))
		}
		if id := got.Operations[i].ID; id != string(op.ID) || !slices.Equal(outcomes, want) {
			t.Errorf("got %s %q, want %s %q", id, outcomes, op.ID, want)
		}
	}
	if len(got.Operations) != len(catalog.Operations()) || len(got.Limits) != len(catalog.Limits()) || got.Features[0].Feature != string(catalog.GetCustomerOrders) {
		t.Errorf("got %+v", got)
	}
	questions, err := s.Control().Questions(t.Context())
	must(t, err)
	for i, q := range catalog.Questions() {
		if shown := questions[i]; shown.ID != string(q.ID) || shown.HasChoice != q.HasChoice() || len(shown.Choices) != len(q.Choices) {
			t.Errorf("got %+v, want %+v", shown, q)
		}
	}
	if len(questions) != len(catalog.Questions()) {
		t.Errorf("got %d questions, want %d", len(questions), len(catalog.Questions()))
	}
}

// TestSchema compares the schemas with the shipped ones, and verifies that the list of
// scenarios is complete.
func TestSchema(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for path, schema := range map[string][]byte{"/scenario.schema.json": scenario.Schema(), "/world.schema.json": worlds.Schema()} {
		var got, want any
		_, text := visit(t, s, "GET", path, "")
		if json.Unmarshal([]byte(text), &got) != nil || json.Unmarshal(schema, &want) != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %s", path, text)
		}
	}
	var list struct{ Total int }
	_, text := visit(t, s, "GET", "/scenarios", "")
	if want := len(scenario.NewLibrary(scenario.LibraryOptions{}).List()); json.Unmarshal([]byte(text), &list) != nil || list.Total != want {
		t.Errorf("got %d scenarios, want %d", list.Total, want)
	}
}
