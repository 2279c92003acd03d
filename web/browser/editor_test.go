package browser_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestWrite writes a scenario with a wrong code, mends it, saves it and switches
// it on. It is there after a restart, and deleted at the end.
func TestWrite(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		p := startProgram(t)
		w := openAt(t, p.running.Load().URL(), "/ui/a/DEMO/scenarios/new")
		w.stops()
		w.allow("answer 404: GET /_sandbox/accounts/DEMO/scenarios/mine") // the page may hear that it is deleted before it is left
		w.keyboard = keyboard
		w.fill("textbox", "Name", "outage")
		w.see("A shipped scenario is named outage; choose another name.")
		w.fill("textbox", "Name", "mine")
		w.completes()
		w.fill("textbox", "YAML of the scenario", "summary: Mine\nrules:\n- on: customer-orders\nfail: FORBIDEN X") // Enter indents
		w.press("Backspace", "Backspace", "Escape")                                                                 // Tab would take a late completion
		w.see("1 fault line 4, column 11: unknown error code FORBIDEN; did you mean FORBIDDEN?")
		w.accessible("with a fault")
		w.click("button", "Use FORBIDDEN")
		w.see("No faults", "403 FORBIDDEN customer-orders")
		w.press("Ctrl+Enter")
		w.see("mine fails every call of customer-orders until it is switched off. It is saved.")
		w.at("/ui/a/DEMO/scenarios/mine/edit")
		w.see("mine is active for DEMO: what you save affects the next calls.")

		p.stop()
		w.see("Lost the sandbox at")
		p.start()
		w.open("/ui/a/DEMO/scenarios/mine/edit")
		w.value("textbox", "YAML of the scenario", "summary: Mine rules: - on: customer-orders fail: FORBIDDEN")
		w.click("button", "Delete")
		w.at("/ui/a/DEMO/scenarios")
		w.see("mine is deleted.")
	})
}

// TestUnsaved leaves a text unsaved: over a walk to another page, a reload and a
// restart, until it is discarded.
func TestUnsaved(t *testing.T) {
	t.Parallel()
	p := startProgram(t)
	w := openAt(t, p.running.Load().URL(), "/ui/a/DEMO/scenarios/new?copy=outage")
	w.stops()
	const editor = "YAML of the scenario"
	w.value("textbox", editor, "…503…")
	w.fill("textbox", editor, "summary: Mine")
	w.see("Unsaved")
	w.click("link", "Overview")
	w.heading("Ready…")
	w.open("/ui/a/DEMO/scenarios/new?copy=outage")
	w.value("textbox", editor, "summary: Mine")
	w.reload()
	w.value("textbox", editor, "summary: Mine")
	p.stop()
	w.see("Lost the sandbox at")
	w.press("End")
	p.start()
	w.see("The sandbox restarted at")
	w.value("textbox", editor, "summary: Mine")
	w.click("button", "Discard")
	w.value("textbox", editor, "…503…")
	w.gone("Unsaved")
	w.click("button", "Undo")
	w.value("textbox", editor, "summary: Mine")
}

// TestReplace saves a new scenario in place of one's own, and undoes it.
func TestReplace(t *testing.T) {
	t.Parallel()
	w := open(t, sandboxtest.Start(t), "/ui/a/DEMO/scenarios/new?copy=outage")
	const editor = "YAML of the scenario"
	w.value("textbox", editor, "…503…")
	w.click("button", "Save")
	w.at("/ui/a/DEMO/scenarios/outage-copy/edit")
	w.open("/ui/a/DEMO/scenarios/new?copy=slow")
	w.fill("textbox", "Name", "outage-copy")
	w.see("You have a scenario outage-copy. Saving replaces it.")
	w.click("button", "Save")
	w.see("outage-copy is saved in place of the one before.")
	w.click("button", "Undo")
	w.see("Undone.")
	w.open("/ui/a/DEMO/scenarios/outage-copy/edit")
	w.value("textbox", editor, "…503…")
}

// TestCompletion takes the offers of the editor, by key.
func TestCompletion(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	w := open(t, s, "/ui/a/DEMO/scenarios/new")
	w.completes()
	const editor = "YAML of the scenario"
	w.fill("textbox", editor, "ru")
	w.take("rules…", editor, "rules:")
	w.write("\n- on: log")
	w.find("option", "login…SOAP…")
	w.accessible("with a completion")
	w.take("login…SOAP…", editor, "rules: - on: login")
	w.write("\nfail: INVALID_P")
	w.take("INVALID_PARAMETER…500…", editor, "rules: - on: login fail: INVALID_PARAMETER")
	w.press("Tab") // leaves the editor
	w.see("500 INVALID_PARAMETER login")
	if w.has("option", "INVALID…500…") {
		t.Error("the completion is still open")
	}
}

// TestCompletionOfEffects takes keys and values of change, limit and when.
func TestCompletionOfEffects(t *testing.T) {
	t.Parallel()
	w := open(t, sandboxtest.Start(t), "/ui/a/DEMO/scenarios/new")
	w.completes()
	const editor = "YAML of the scenario"
	for _, test := range []struct{ written, option, want string }{
		{"- on: retrieve-order\nwhen: week", "weekday(now)…", "when: weekday(now)"},
		{"- on: retrieve-order\nwhen: path.Ord", "path.OrderReference…", "when: path.OrderReference"},
		{"- on: login\nlim", "limit…", "limit:"},
		{"- on: login\nlimit: {calls: 1, per: 1s, by: acc", "account…", "limit: {calls: 1, per: 1s, by: account}"},
		{"- on: login\nbef", "before…", "before:"},
		{"- on: login\nbefore: cred", "credential…", "before: credential"},
		{"- on: login\naft", "after…", "after:"},
		{"- on: login\nchange:\n- at: $.Status\nse", "set…", "set:"},
		{"- on: login\nchange:\n- at: stat", "status…", "at: status"},
	} {
		w.fill("textbox", editor, "rules:\n"+test.written)
		w.take(test.option, editor, "…"+test.want)
	}
}

// completes waits until the window shows the editor. Until the browser has compiled it, which
// takes a busy machine a while after the file is there, an ordinary field stands in its place.
func (w *window) completes() {
	w.t.Helper()
	w.until(func() string {
		var shown bool
		if w.script("!!document.querySelector('.editor-host')?.shadowRoot", &shown); shown {
			return ""
		}
		return "the window shows no editor yet"
	})
}

// take takes an offered completion by Tab, as soon as the editor lets it be taken: an
// option must not catch a key pressed just as it appears.
func (w *window) take(option, editor, want string) {
	w.t.Helper()
	w.find("option", option)
	w.until(func() string {
		var got string
		if w.find("textbox", editor).call("function () { return this.value ?? this.innerText }", &got); matches(want, spaced(got)) {
			return ""
		}
		if w.has("option", option) { // it goes for a moment while the editor asks again
			w.press("Tab")
		}
		return fmt.Sprintf("%s is not taken: %q", option, got)
	})
}

// TestEditorOfCall begins with a recorded call, and tries the scenario on it.
func TestEditorOfCall(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Get("/orders/none/")
	w := open(t, s, "/ui/a/DEMO/scenarios/new?from=DEMO-1")
	w.see("No faults", "404 ORDER_NOT_FOUND retrieve-order", "It would have affected 1 of the last 1 call.", "GET /rest/6.0/orders/none/")
	w.click("button", "Save")
	w.at("/ui/a/DEMO/scenarios/…/edit")
	w.expect("answer 404: …")
	w.open("/ui/a/DEMO/scenarios/new?from=DEMO-99")
	w.see("DEMO-99")
}

// TestOriginalAnswer shows the changes by a scenario beside the client's answer.
func TestOriginalAnswer(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	order := "/orders/" + s.ID("order-complete", "OrderReference") + "/"
	for _, name := range []string{"unknown-status", "late-504", "lost-answer"} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.REST()+order, http.NoBody)
		try(t, err)
		request.Close = true // otherwise the client would repeat the lost call
		for header, value := range map[string]string{"Accept": "application/json", "X-Service-Authentication": s.Sign(), "X-Sandbox-Scenario": name} {
			request.Header.Set(header, value)
		}
		if answer, err := s.Client().Do(request); err == nil {
			_ = answer.Body.Close()
		} else if name != "lost-answer" {
			t.Fatal(err)
		}
	}
	w := open(t, s, "/ui/a/DEMO/calls/DEMO-1")
	w.see("Changed on purpose.", "What the scenario changed", `"COMPLETE"`, `"ON_HOLD"`, "Original answer")
	w.accessible("with both answers")
	w.open("/ui/a/DEMO/calls/DEMO-2")
	w.see("Refused on purpose.", "200 OK", "504 Gateway Timeout")
	w.open("/ui/a/DEMO/calls/DEMO-3")
	w.see("Carried out, and cut on purpose.", "What the client did not get")
}

// TestAddRecord adds an order, with completion from the records of the account.
func TestAddRecord(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		s := sandboxtest.Start(t)
		w := open(t, s, "/ui/a/DEMO/data/add")
		w.keyboard = keyboard
		const editor = "YAML of the records"
		w.see("No faults")
		w.completes()
		w.fill("textbox", editor, "orders:\n- customer: customer-reg")
		w.take("customer-regular…", editor, "orders: - customer: customer-regular")
		w.write("\nlimes: [{product: FONT-PACK}]")
		w.see("line 3, column 5: unknown field \"limes\"; did you mean lines…")
		w.click("button", "Use lines")
		w.see("No faults")
		w.accessible("add a record")
		w.click("button", "Add the records")
		w.see("DEMO has 1 record more.")
		w.click("link", "order …")
		w.at("/ui/a/DEMO/data/orders/…")
	})
}

// TestFirstScreenWeight measures the bytes loaded on a first visit until the screen can
// be used; other screens are read ahead later.
func TestFirstScreenWeight(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Get("/orders/")
	for path, most := range map[string]struct{ Requests, Bytes int }{"/ui/": {50, 90_000}, "/ui/a/DEMO/calls": {70, 160_000}} {
		w := openAt(t, s.URL(), path) // with an empty cache
		w.see("DEMO")
		w.quiet()
		got := most
		w.script(`new Promise(done => new PerformanceObserver(list => {
			const usable = list.getEntries().at(-1).startTime;
			const before = performance.getEntriesByType('resource').filter(e => e.startTime < usable);
			done({Requests: before.length + 1, Bytes: before.reduce((sum, e) => sum + e.transferSize, 0)});
		}).observe({type: 'largest-contentful-paint', buffered: true}))`, &got)
		t.Logf("%s loads %+v", path, got)
		if got.Requests > most.Requests || got.Bytes > most.Bytes || got.Requests < 10 {
			t.Errorf("%s loads %+v, at most %+v are allowed", path, got, most)
		}
	}
}

// TestEditorWeight measures the bytes of the editor and its form, beside those of the pages.
func TestEditorWeight(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	w := openAt(t, s.URL(), "/ui/") // with an empty cache
	w.see("Break something")        // the header, which every screen reads late
	w.quiet()
	w.open("/ui/a/DEMO/scenarios/new")
	w.see("No faults")
	w.quiet()
	var files []struct {
		Name string
		Size int
	}
	w.script(`performance.getEntriesByType('resource').map(e => ({name: e.name, size: e.transferSize})).filter(e => e.size > 0)`, &files)
	sum, editor := 0, 0
	for _, f := range files {
		sum += f.Size
		if strings.HasSuffix(f.Name, "/vendor/editor.js") {
			editor = f.Size
		}
	}
	if sum > 221_000 || editor == 0 || editor > 155_000 {
		t.Errorf("the form loads %d bytes, at most 221000 are allowed, %d of them the editor, at most 155000: %v", sum, editor, files)
	}
	if got := s.Get("/orders/").Status; got != http.StatusCreated {
		t.Errorf("got %d, want 201", got)
	}
}
