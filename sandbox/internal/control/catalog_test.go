package control_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestCatalog reads every operation with its outcomes, and every code.
func TestCatalog(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	type outcome struct {
		Code   catalog.Code
		Status int
	}
	var got struct {
		Operations []struct {
			ID       catalog.OperationID
			Outcomes []outcome
		}
		Codes    []catalog.Code
		Features []struct{ Feature catalog.Feature }
		Limits   []json.RawMessage
	}
	if _, text := visit(t, s, "GET", "/catalog", ""); json.Unmarshal([]byte(text), &got) != nil {
		t.Fatal(text)
	}
	for i, op := range catalog.Operations() {
		want := []outcome{{"", op.Success.Status}}
		for _, failure := range op.Failures() {
			want = append(want, outcome{failure.Code, failure.Status})
			if !slices.Contains(got.Codes, failure.Code) {
				t.Errorf("codes lack %s", failure.Code)
			}
		}
		if shown := got.Operations[i]; shown.ID != op.ID || !slices.Equal(shown.Outcomes, want) {
			t.Errorf("got %+v, want %s %+v", shown, op.ID, want)
		}
	}
	if len(got.Operations) != len(catalog.Operations()) || len(got.Limits) != len(catalog.Limits()) || got.Features[0].Feature != catalog.GetCustomerOrders {
		t.Errorf("got %+v", got)
	}
}

// TestQuestions reads every question, in the order of the catalogue.
func TestQuestions(t *testing.T) {
	t.Parallel()
	var got struct {
		Questions []struct {
			ID        catalog.QuestionID
			HasChoice bool `json:"has_choice"`
			Choices   []struct{ Answer string }
		}
		Total int
	}
	if _, text := visit(t, sandboxtest.Start(t, sandboxtest.Frozen), "GET", "/questions", ""); json.Unmarshal([]byte(text), &got) != nil {
		t.Fatal(text)
	}
	for i, q := range catalog.Questions() {
		if shown := got.Questions[i]; shown.ID != q.ID || shown.HasChoice != q.HasChoice() || len(shown.Choices) != len(q.Choices) {
			t.Errorf("got %+v, want %+v", shown, q)
		}
	}
	if got.Total != len(catalog.Questions()) {
		t.Errorf("got %d questions, want %d", got.Total, len(catalog.Questions()))
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
