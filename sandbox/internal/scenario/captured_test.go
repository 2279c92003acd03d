package scenario_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// recorded is a recorded call made of plain values.
type recorded struct{ ended }

func (r *recorded) Scenario() string      { return "slow, outage" }
func (r *recorded) Milliseconds() float64 { return 12.5 }

var recordedCall = &recorded{ended{
	call:   call{operation: catalog.RetrieveOrder, query: map[string]string{"Page": "2"}, body: `{"Name": "Spring", "Limit": null}`},
	status: 404, code: "ORDER_NOT_FOUND",
	answer: map[string]any{"List": []any{1.0}, "Longest": strings.Repeat("x", 1000), "Longer": strings.Repeat("x", 1001), "None": nil},
}}

// TestValue computes values of a recorded call. A capture needs a text, a number or a boolean.
func TestValue(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]any{
		`body.Name`:                  "Spring",
		`captured.code + query.Page`: "C2",
		`status + 1`:                 405,
		`duration_ms`:                12.5,
		`scenario contains "slow"`:   true,
		`answer.Longest`:             strings.Repeat("x", 1000),
		`answer.None`:                "answer.None is absent",
		`answer.Longer`:              "answer.Longer must have from 1 to 1000 bytes, got 1001",
		`query.None`:                 "query.None must have from 1 to 1000 bytes, got 0",
		`answer.List`:                "answer.List must be a text, a number or a boolean",
		`answer`:                     "answer must be a text, a number or a boolean",
		`int(body.Name)`:             "invalid operation: int(Spring)",
	} {
		value, err := scenario.CompileValue(text, []string{"code"})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got, err := value.Of(t.Context(), recordedCall, map[string]any{"code": "C"})
		if err != nil && got == nil {
			got = err.Error()
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v (%v), want %v", text, got, err, want)
		}
	}
}

// TestSteps matches calls with the values captured before.
func TestSteps(t *testing.T) {
	t.Parallel()
	for text, reads := range map[string]bool{
		`captured.code == "C" and code == "ORDER_NOT_FOUND"`:       true,
		`captured[query.None + "code"] == "C"`:                     true,
		`body.Name == "Spring" and status == 404 and code != "OK"`: false,
		`query.Page == "2"`: false,
	} {
		condition, err := scenario.CompileStep(text, []string{"code"})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := condition.ReadsCaptured(); got != reads {
			t.Errorf("%s: reads captured values is %t", text, got)
		}
		if got, err := condition.MatchStep(t.Context(), recordedCall, map[string]any{"code": "C"}); !got || err != nil {
			t.Errorf("%s: got %t, %v", text, got, err)
		}
	}
}
