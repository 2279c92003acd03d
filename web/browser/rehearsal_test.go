package browser_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// rehearsed returns the report of a real rehearsal. Its client looks before it creates
// its campaign again.
func rehearsed(t testing.TB) client.Rehearsal {
	t.Helper()
	text, err := os.ReadFile("testdata/rehearsal.json")
	var r client.Rehearsal
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	try(t, err)
	return r
}

// hostileReport returns a report in which every text of others tries to become something else.
func hostileReport(t testing.TB) client.Rehearsal {
	t.Helper()
	const attack = `</script></style><img src=x onerror=alert(1)><script>alert(1)</script>{{report}}` + "\u202e\x1b[31m"
	r := rehearsed(t)
	r.Command = []string{"sh", "-c", attack}
	wrong := "absent"
	found := client.RehearsalTrial{
		Schedule: "search-orders(" + attack + ")#1=silent", Result: client.Hung, Why: attack, Output: attack, Accepted: attack,
		Records: []client.RecordDifference{{Kind: attack, Name: attack, Change: client.RecordOther, Fields: []client.BodyDifference{{Path: attack, Change: "changed", A: &wrong}}}},
	}
	for range 100 {
		found.Calls = append(found.Calls, client.TrialCall{Name: attack, At: time.Hour, Code: attack, Wrote: []string{attack, attack}})
	}
	r.Good.Spared = []string{attack + "#2"}
	r.Trials, r.Findings = append(r.Trials, found), append(r.Findings, found, client.RehearsalTrial{Schedule: "login#1=silent", Result: client.Hung, Why: "login#1 met silent"})
	r.Headline, r.Remarks = r.Summary()+attack, []string{attack}
	return r
}

// fileOf writes a file and returns its path.
func fileOf(t testing.TB, name string, content []byte) string {
	t.Helper()
	at := filepath.Join(t.TempDir(), name)
	try(t, os.WriteFile(at, content, 0o600))
	return at
}

func asJSON(t testing.TB, r client.Rehearsal) []byte {
	t.Helper()
	text, err := json.Marshal(r)
	try(t, err)
	return text
}

// giveFile gives a file to the input of the page.
func (w *window) giveFile(file string) {
	w.t.Helper()
	input := send(w, runtime.Evaluate, runtime.EvaluateParams{Expression: "document.querySelector('input[type=file]')"})
	send(w, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{file}, ObjectID: input.Result.ObjectID})
}

// TestRehearsal opens reports: a chosen one, a wrong file, and a dropped one.
func TestRehearsal(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	w := open(t, s, "/ui/")
	w.heading("…")
	w.click("link", "Rehearsal")
	w.at("/ui/rehearsal")
	w.see("No report is open.")
	report := rehearsed(t)
	report.Good.Spared = []string{"search-orders#2", "search-orders#3"}
	w.giveFile(fileOf(t, "report.json", asJSON(t, report)))
	const headline = "74 recovered, 55 failed in the open, 13 not survived: 1 mistake, seen at 13 places; 1 not reached"
	w.see(headline, "read-upsell-settings was repeated at once after 504: 0s later (and in 7 more trials)", "search-orders (2 other calls)", "wrong in silence 13", "report.json is shown.", `2 campaigns “Summer”, in the good run 1`,
		"commerce-sandbox rehearse --world empty --schedule 'create-upsell#1=lost-answer+search-upsell#1=503' -- ./shop")
	w.click("button", "search-upsell#1, lost-answer…: wrong in silence, the worst of 2 trials")
	w.see("create-upsell#1=lost-answer+search-upsell#1=lost-answer")
	for _, want := range []string{"client", "fault", "sandbox", "records", "create-upsell#2", "lost-answer", "no answer", "503 SERVICE_UNAVAILABLE"} {
		w.draws(want)
	}
	w.click("button", "Copy the command")
	w.copied("commerce-sandbox rehearse --world empty --schedule 'create-upsell#1=lost-answer+search-upsell#1=503' -- ./shop")
	w.everywhere()
	w.giveFile(fileOf(t, "other.json", []byte(`{"good":{},"trials":[{"schedule":"login#1=503","result":"fine"}]}`)))
	w.see(`other.json: It is not the report of a rehearsal, such as rehearse --report FOLDER writes as report.json: trials[0].result must be one of wrong-in-silence, hung, stormed, rests-on-a-guess, fails-on-a-day, needs-the-date, not-repeatable, failed-and-left, failed-in-the-open, recovered, not-reached, got "fine".`)
	w.see(headline)
	w.drop("broken.json", "{")
	w.see("broken.json: It is not the report of a rehearsal, such as rehearse --report FOLDER writes as report.json: it is not JSON.")
	w.giveFile(fileOf(t, "hostile.json", asJSON(t, hostileReport(t))))
	w.see("40 more calls in the list.", "Accepted: </script>")
	w.once()
	w.click("link", "Calls")
	w.at("/ui/a/DEMO/calls")
	w.click("link", "Rehearsal")
	w.see("14 not survived: 2 mistakes, seen at 14 places")
}

// TestKeptRehearsals opens the newest report that the sandbox keeps. A finding leads to its
// call with the second press.
func TestKeptRehearsals(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	report := rehearsed(t)
	for range report.Findings[0].Calls {
		report.Findings[0].Entries = append(report.Findings[0].Entries, client.Entry{Request: client.Request{Method: http.MethodPost, URI: "/rest/6.0/upsell"}})
	}
	for _, command := range []string{"./older", "./newer"} {
		report.Command = []string{command}
		_, err := s.Control().KeepRehearsal(t.Context(), report)
		try(t, err)
	}
	w := open(t, s, "/ui/")
	w.heading("…")
	w.clicks = 0
	w.click("link", "Rehearsal")
	w.see("Report 2 is shown.", "-- ./newer", "13 not survived: 1 mistake, seen at 13 places")
	w.click("link", "create-upsell#1")
	w.see("POST /rest/6.0/upsell")
	if w.clicks != 2 {
		t.Errorf("a finding leads to its call in %d presses", w.clicks)
	}
	w.accessible("kept reports")
}

// TestRehearsalFile opens a report of one file, from the disk: it needs nothing else and
// runs nothing of its content. Where no script may run, it shows the text.
func TestRehearsalFile(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		report client.Rehearsal
		see    string
	}{"real": {rehearsed(t), "13 not survived: 1 mistake, seen at 13 places; 1 not reached"}, "hostile": {hostileReport(t), "Accepted: </script>"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page, err := sandbox.RehearsalText(test.report, client.AsHTML)
			try(t, err)
			file := fileOf(t, "report.html", []byte(page))
			w := newWindow(t, "file://", "", needChromium(t), chromedp.WithNewBrowserContext())
			w.open(file)
			w.heading("Rehearsal")
			w.see(test.see, "Calls by faults")
			w.everywhere()
			send(w, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
			w.open(file)
			var parts []string
			w.script(`[...document.querySelectorAll('pre, button')].map(e => e.tagName)`, &parts)
			if !slices.Equal(parts, []string{"PRE"}) {
				t.Errorf("without scripts: got %q, want the text alone", parts)
			}
			send(w, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{})
		})
	}
}
