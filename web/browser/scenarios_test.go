package browser_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestScenarioSwitch finds a scenario, switches it on and back, and reads the affected
// calls.
func TestScenarioSwitch(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		s := sandboxtest.Start(t)
		w := open(t, s, "/ui/a/DEMO/scenarios")
		w.keyboard = keyboard
		w.fill("searchbox", "Find scenarios", "outage")
		w.at("/ui/a/DEMO/scenarios?q=outage")
		is := func(checked string) { // a click before the page knows would do the opposite
			w.until(func() string {
				var is string
				if w.script("document.querySelector('[role=switch][aria-label=\"outage active\"]')?.ariaChecked ?? ''", &is); is != checked {
					return fmt.Sprintf("the switch of outage is %q, want %s", is, checked)
				}
				return ""
			})
		}
		w.click("switch", "outage active")
		is("true")
		w.click("button", "Undo") // before anything else, because it does not stay
		is("false")
		w.see("As usual")
		w.click("switch", "outage active")
		w.see("outage affects every call (16 operations, unknown-path, wsdl) until it is switched off.")
		w.click("button", "Switch outage off")
		w.see("As usual")
		w.click("link", "outage")
		w.at("/ui/a/DEMO/scenarios/outage?q=outage")
		w.see("503 SERVICE_UNAVAILABLE", "X-Sandbox-Scenario: outage", "sandbox:outage", "None of the calls of DEMO that are kept.")
		w.find("link", "login")
		if w.has("link", "wsdl") || w.has("link", "unknown-path") {
			t.Error("calls without an operation link to a page that they do not have")
		}
		w.click("button", "Switch on")
		w.see("It has affected 0 calls of 0 that matched.")
		if got := s.Get("/orders/?Limit=1").Status; got != http.StatusServiceUnavailable {
			t.Errorf("got %d, want 503", got)
		}
		w.see("It has affected 1 call of 1 that matched.", "GET /rest/6.0/orders/?Limit=1")
		w.accessible("an active scenario")
	})
}

// TestScenarioMatrix switches a scenario on by its outcome.
func TestScenarioMatrix(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	w := open(t, s, "/ui/a/DEMO/scenarios?group=failures")
	w.find("heading", "customer-orders")
	w.click("button", "403 FORBIDDEN")
	w.see("customer-orders-forbidden fails every call of customer-orders until it is switched off.")
	w.accessible("an outcome is arranged")
	w.find("button", "Switch customer-orders-forbidden off") // a press before the page knows would switch it on again
	w.click("button", "403 FORBIDDEN")
	w.see("As usual")
}

// TestEscape closes a box before it leaves a scenario for its row in the list.
func TestEscape(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	w := open(t, s, "/ui/a/DEMO/scenarios/slow")
	w.see("Every call takes two seconds longer", "Break something") // the key comes with the header
	w.press("b")
	w.find("option", "FORBIDDEN…")
	w.accessible("a box is open")
	w.press("Escape")
	w.until(func() string {
		if w.has("option", "FORBIDDEN…") {
			return "the box is open"
		}
		return ""
	})
	w.at("/ui/a/DEMO/scenarios/slow")
	w.press("Escape")
	w.at("/ui/a/DEMO/scenarios")
	var row string
	if w.script("document.activeElement.dataset.row", &row); row != "slow" {
		t.Errorf("the focus is on the row %q, want slow", row)
	}
}

// TestCoverageFills provokes an untried outcome.
func TestCoverageFills(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		s := sandboxtest.Start(t)
		w := open(t, s, "/ui/a/DEMO/coverage?show=unmet")
		w.keyboard = keyboard
		w.expect("answer 400: GET /rest/6.0/orders/customer/…")
		w.click("button", "400 INVALID_CUSTOMER…")
		w.at("/ui/a/DEMO/coverage?show=unmet&cell=customer-orders%2FINVALID_CUSTOMER")
		w.click("button", "Provoke it")
		w.see("customer-orders-invalid-customer is active for the next call.", "GET /orders/customer/?")
		w.accessible("an outcome is arranged")
		w.click("button", "Send it, signed")
		w.see("Tried. DEMO-1 ended in it", "1 of … documented outcomes", "As usual")
	})
}

// TestQuestion chooses another answer, and takes it back.
func TestQuestion(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		s := sandboxtest.Start(t)
		w := open(t, s, "/ui/a/DEMO/questions?q=search-status")
		w.keyboard = keyboard
		w.click("radio", "200…")
		w.see("search-status is answered with 200, from the next call on.", "search-status = 200")
		if got := s.Get("/orders/?Limit=1").Status; got != http.StatusOK {
			t.Errorf("got %d, want 200", got)
		}
		w.see("1 call depended on it")
		w.click("button", "Undo")
		w.see("As usual")
		if got := s.Get("/orders/?Limit=1").Status; got != http.StatusCreated {
			t.Errorf("got %d, want 201", got)
		}
	})
}

// TestRecordingOfService drops a recording of the service on the page of the questions: what it
// shows stands beside each of them, and what cannot be read is said.
func TestRecordingOfService(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	w := open(t, s, "/ui/a/DEMO/questions?q=create-status")
	w.allow("answer 400: …")
	w.heading("Questions")
	w.see("Choose a HAR file, or drop it anywhere on this page.")
	const call = `{"request":{"method":%q,"url":"https://api.example.com%s"},"response":{"status":200,"content":{"size":0}}}`
	created, other := fmt.Sprintf(call, "POST", "/rest/6.0/upsell"), fmt.Sprintf(call, "GET", "/style.css")
	throttled := strings.Replace(fmt.Sprintf(call, "DELETE", "/rest/6.0/orders/1/"), "200", "429", 1)
	w.drop("shop.har", `{"log":{"entries":[`+created+`,`+other+`,`+throttled+`,{"request"`)
	w.see("shop.har: api.example.com, differs: 200 (1 time: shop.har 1 create-upsell); ours: 201.",
		"cancel-order: 429 is a failure that the sandbox does not have (1 time: shop.har 3 cancel-order); this rule gives it:", "answer: {status: 429}",
		"shop.har: 2 of 3 entries are calls of the interface; what they show stands beside each question.",
		"Left out: a call of another service (1 time).", "shop.har: it ends within entry 4.")
	w.accessible("a recording")
	w.fill("searchbox", "Find questions", "yes-body")
	w.see("shop.har: api.example.com, not seen: to see it, cancel a purchase order: DELETE /orders/{ref}/; ours: true.")
	w.giveFile(fileOf(t, "notes.har", []byte("hello")))
	w.see("notes.har: it is no HTTP Archive: there are no log.entries")
	if state, err := s.Control().Account(s.Code()).State(t.Context()); err != nil || state.Answers["create-status"] != "" {
		t.Errorf("got %+v, %v, although nothing was chosen", state.Answers, err)
	}
	w.once()
}

// TestLeftPages opens more pages than a browser has connections, because it keeps left
// ones for the way back.
func TestLeftPages(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	w := open(t, s, "/ui/")
	for n := range 8 {
		w.open("/ui/a/DEMO/questions?q=nulls&n=" + strconv.Itoa(n))
		w.see("Does an order show keys whose value is null?")
	}
}

// TestEditAnswer changes a value of a recorded answer: the next call gets it and the one
// after it does not.
func TestEditAnswer(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	before := s.Get("/orders/?Limit=1").Body
	w := open(t, s, "/ui/a/DEMO/calls/DEMO-1")
	w.click("button", "Edit…")
	w.fill("combobox", "Value at", "$.Items[*].Status")
	w.fill("textbox", "Becomes", `"ON_HOLD`)
	w.see("could not find end character")
	w.fill("textbox", "Becomes", `"ON_HOLD"`)
	w.see(`{at: "$.Items[*].Status", set: "ON_HOLD"}`)
	w.gone("could not find")
	w.accessible("edit an answer")
	w.click("button", "Answer so")
	w.see("the next call of search-orders is answered with…", "edited-search-orders")
	for n, want := range []bool{true, false} {
		if got := s.Get("/orders/?Limit=1").Body; strings.Contains(got, `"Status":"ON_HOLD"`) != want || !want && got != before {
			t.Errorf("call %d: got %s", n, got)
		}
	}
}
