package browser_test

import (
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestScenarioForm writes a scenario by the form. The form takes the condition from a
// call and keeps a comment, until the text says more than the form can.
func TestScenarioForm(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/orders/?Limit=5")
	w := open(t, s, "/ui/a/DEMO/scenarios/new")
	const editor = "YAML of the scenario"
	w.completes() // an ordinary field would not indent
	w.fill("textbox", editor, "summary: Mine # for the demo\nrules:\n- on: search-orders\nfail: INTERNAL_ERROR")
	w.see("Rule 1")
	w.pick("Condition of a call", "DEMO-1")
	w.see("The condition is that of DEMO-1.")
	w.value("textbox", "When", `query.Limit == "5"`)
	w.fill("spinbutton", "How often it acts", "2")
	w.pick("The call", "change")
	w.fill("textbox", "Value 1 at", "$.Pagination.Count")
	w.fill("textbox", "Value 1 becomes", "1.50")
	w.value("textbox", editor, `summary: Mine # for the demo rules: - on: search-orders when: query.Limit == "5" times: 2 change: - at: $.Pagination.Count set: 1.50`)
	w.see("No faults")
	w.everywhere()
	w.click("button", "For DEMO alone")
	w.see("my-scenario is a scenario of DEMO alone, and active.")
	s.Get("/orders/?Limit=4")
	if got := s.Get("/orders/?Limit=5").Body; !matches(`…"Count":1.50…`, got) {
		t.Errorf("got %s", got)
	}
	w.fill("textbox", editor, "summary: Mine\nrules:\n- on: search-orders\nlag: 5s")
	w.see("The form is closed, because it has no field for lag (line 4). Go on in the YAML.")
}

// pick takes an option of a list by its value.
func (w *window) pick(list, value string) {
	w.t.Helper()
	w.until(func() string {
		if !w.has("combobox", list) {
			return "there is no list " + list
		}
		return ""
	})
	w.find("combobox", list).call(`function (value) { this.value = value; this.dispatchEvent(new Event('change', {bubbles: true})) }`, nil, value)
}
