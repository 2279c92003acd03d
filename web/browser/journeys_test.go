package browser_test

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestWhyRefused goes from the Overview to the mistake in a signature.
func TestWhyRefused(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		s := sandboxtest.Start(t)
		date := s.Now().UTC().Format("2006-01-02 15:04:05")
		w := open(t, s, "/ui/")
		w.keyboard = keyboard
		unsigned(t, s, `code="DEMO" date="`+date+`" hash="00"`)
		w.click("link", "…GET /rest/6.0/orders/…")
		w.within(1)
		w.at("/ui/a/DEMO/calls/DEMO-1")
		w.see("Refused: your call", "Given", "Expected", "sha256 and sha3-256 give 64 digits")
		w.accessible("a refused signature")
		var below bool
		w.script(`document.querySelector('.signed-strings').getBoundingClientRect().bottom < document.querySelector('.call-failed').getBoundingClientRect().top`, &below)
		if !below {
			t.Error("the hashes are not below the strings that were signed")
		}
		unsigned(t, s, `code="GHOST" date="`+date+`" hash="00"`)
		w.open("/ui/")
		w.click("link", "…GET /rest/6.0/orders/…without an account…")
		w.within(1)
		w.at("/ui/a/DEMO/calls/none-1")
		w.see("Refused: your call", "GHOST", "sha256 and sha3-256 give 64 digits")
	})
}

// TestLive changes a sandbox in one window, by the control interface and by
// calls, and sees all of it in another.
func TestLive(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	account := s.Control().Account(s.Code())
	first := open(t, s, "/ui/a/DEMO/calls")
	first.see("No calls yet.")
	other := first.second("/ui/")
	other.see("Ready.")

	first.click("button", "Break something")
	first.click("option", "outage…")
	first.find("button", "Switch outage off")
	other.click("button", "Switch outage off")
	first.see("As usual")
	try(t, account.Activate(t.Context(), "slow", client.ActivationLimits{}))
	first.see("slow")
	other.see("slow")
	try(t, account.DeactivateAll(t.Context()))
	other.see("As usual")

	s.Get("/orders/?Limit=2")
	first.see("/orders/?Limit=2")
	other.see("/orders/?Limit=2", "DEMO has answered 1 call")
}

// TestElsewhere switches a scenario elsewhere: an untouched window shows it.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	account := s.Control().Account(s.Code())
	w := open(t, s, "/ui/")
	w.see("As usual")
	for range 3 {
		began := time.Now()
		try(t, account.Activate(t.Context(), "outage", client.ActivationLimits{}))
		w.see("outage")
		t.Logf("shown after %s", time.Since(began))
		try(t, account.DeactivateAll(t.Context()))
		w.see("As usual")
	}
}

// TestPause holds the list of calls, by a switch and by the focus.
func TestPause(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Get("/orders/?Limit=1")
	s.Get("/orders/?Limit=2")
	w := open(t, s, "/ui/a/DEMO/calls")
	w.see("/orders/?Limit=1", "/orders/?Limit=2")
	w.press("p")
	s.Get("/orders/?Limit=3")
	w.find("button", "1 new call…")
	if text := w.text(); strings.Contains(text, "/orders/?Limit=3") {
		t.Errorf("the paused list shows a new call")
	}
	w.click("button", "1 new call…")
	w.see("/orders/?Limit=3")

	w.press("j", "j")
	var before, after float64
	top := `document.activeElement.getBoundingClientRect().top`
	w.script(top, &before)
	s.Get("/orders/?Limit=4")
	w.find("button", "1 new call…")
	if w.script(top, &after); before != after {
		t.Errorf("the row with the focus moved from %v to %v", before, after)
	}
	w.press("n")
	w.see("/orders/?Limit=4")
}

// TestFilter finds calls by the words of the query language.
func TestFilter(t *testing.T) {
	t.Parallel()
	s := busy(t)
	w := open(t, s, "/ui/a/DEMO/calls?q=status%3A404")
	w.see("/orders/none/", "1 call.")
	w.fill("combobox", "Filter…", "status:5xx")
	w.see("INTERNAL_ERROR")
	w.at("/ui/a/DEMO/calls?q=status%3A5xx")
	w.fill("combobox", "Filter…", "status:418")
	w.see("No call matches status:418")
	w.fill("combobox", "Filter…", "statsu:418")
	w.see("statsu")
}

// TestAccounts switches to another account.
func TestAccounts(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.As("SHOP-2").Get("/orders/?Limit=1")
	w := open(t, s, "/ui/a/DEMO/calls")
	w.click("button", "Account DEMO. Change it")
	w.fill("searchbox", "Vendor code", "shop")
	w.click("link", "SHOP-2…")
	w.at("/ui/a/SHOP-2/calls")
	w.see("/orders/?Limit=1")
}

// TestMakeFail makes the operation of a call fail the next time.
func TestMakeFail(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		s := sandboxtest.Start(t)
		s.Get("/orders/?Limit=1")
		w := open(t, s, "/ui/a/DEMO/calls")
		w.keyboard = keyboard
		w.click("button", "Make search-orders fail next time")
		w.see("INTERNAL_ERROR")
		w.accessible("a menu is open")
		w.click("button", "…INTERNAL_ERROR…")
		w.within(2)
		w.see("1 call left")
		if got := s.Get("/orders/?Limit=1").Status; got != http.StatusInternalServerError {
			t.Errorf("got %d, want 500", got)
		}
		w.see("As usual")
	})
}

// TestPrivate opens each address of a walk in a window without its storage.
func TestPrivate(t *testing.T) {
	t.Parallel()
	s := busy(t)
	for _, path := range []string{
		"/ui/a/DEMO/calls/DEMO-3?q=cause%3Aclient", "/ui/a/DEMO/scenarios/outage?q=out",
		"/ui/a/DEMO/data/orders?q=status%3ACOMPLETE", "/ui/a/DEMO/time", "/ui/a/DEMO/signature?call=DEMO-8",
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			mine, private := open(t, s, path), openAt(t, s.URL(), path)
			mine.quiet()
			private.quiet()
			if mine.url() != private.url() {
				t.Errorf("the addresses became %s and %s", mine.url(), private.url())
			}
		})
	}
}

// TestOtherAnswer compares a read with the same one under another answer to a
// question.
func TestOtherAnswer(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Get("/orders/?Limit=2")
	w := open(t, s, "/ui/a/DEMO/calls/DEMO-1")
	w.see("search-status")
	w.click("button", "See the answer under…")
	w.at("/ui/a/DEMO/compare/DEMO-2/DEMO-3")
	w.see("under nulls-omitted", "How the requests differ", "The answers differ in", "removed")
	w.accessible("two answers")
}

// TestWhatWasDifferent leads from a refused call to the last one of its operation that passed, in
// one press, with the two requests side by side.
func TestWhatWasDifferent(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Get("/orders/?Limit=3&Status=COMPLETE")
	s.Get("/orders/?Limit=2")
	s.Get("/upsell/")
	s.Get("/orders/?Limit=0&Page=2")
	w := open(t, s, "/ui/a/DEMO/calls/DEMO-4")
	w.see("search-orders last worked with DEMO-2")
	w.click("link", "What was different?")
	w.at("/ui/a/DEMO/compare/DEMO-2/DEMO-4")
	w.see("How the requests differ", "query Limit 2 0", "query Page added absent 2", "The answers differ in")
	w.accessible("two calls")
	w.open("/ui/a/DEMO/calls/DEMO-2")
	w.see("201")
	w.gone("What was different?")
}

// TestDrawn draws the calls of an account in time, with a scenario, a move of the clock, calls that
// were repeated and records that changed, and leads to each call.
func TestDrawn(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen) // no call takes time, and none comes later
	for range 3 {
		s.Get("/orders/?Limit=1")
	}
	_, err := s.Control().Account("DEMO").Advance(t.Context(), 8*24*time.Hour)
	try(t, err)
	s.Activate("search-orders-internal-error")
	s.Get("/orders/?Limit=1")
	s.Do("DELETE", "/orders/"+s.ID("purchase-order-awaiting-form", "OrderReference")+"/", "")
	w := open(t, s, "/ui/a/DEMO/calls")
	w.click("link", "Draw")
	w.at("/ui/a/DEMO/drawn")
	for _, want := range []string{"search-orders ×3", "the clock was moved on by 8 d", "search-orders-internal-error", "500 INTERNAL_ERROR", "1 record changed"} {
		w.draws(want)
	}
	w.accessible("drawn")
	w.everywhere()
	w.click("link", "cancel-order")
	w.at("/ui/a/DEMO/calls/DEMO-5")
}

// draws waits until a drawing of calls has a text.
func (w *window) draws(want string) {
	w.t.Helper()
	w.until(func() string {
		var texts []string
		w.script(`[...document.querySelectorAll('.sequence text')].map(t => t.textContent)`, &texts)
		if slices.Contains(texts, want) {
			return ""
		}
		return fmt.Sprintf("the drawing has %q, and not %q", texts, want)
	})
}

// TestCompare compares a call with the one before of its operation, ignores a field, and
// opens the comparison again by its address without sending anything.
func TestCompare(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Get("/orders/?Limit=2")
	s.Get("/upsell")
	s.Get("/orders/?Limit=1")
	w := open(t, s, "/ui/a/DEMO/calls/DEMO-3")
	w.click("button", "More…")
	w.accessible("a menu is open")
	w.click("button", "Compare with…")
	w.accessible("a menu within a menu is open")
	w.click("button", "the search-orders before")
	w.at("/ui/a/DEMO/compare/DEMO-1/DEMO-3")
	w.see("Pagination.Limit")
	w.click("button", "Ignore Pagination.Limit")
	w.see("Pagination.Limit ignored")
	w.at("/ui/a/DEMO/compare/DEMO-1/DEMO-3?ignore=Pagination.Limit")
	w.reload()
	w.see("Pagination.Limit ignored")
	w.open("/ui/a/DEMO/calls/DEMO-1")
	w.click("button", "More…")
	w.click("button", "Compare with…")
	w.click("button", "DEMO-3 · 201 · …")
	w.at("/ui/a/DEMO/compare/DEMO-1/DEMO-3")
	state, err := s.Control().Account("DEMO").State(t.Context())
	if err != nil || state.Calls != 3 {
		t.Errorf("got %d calls and %v, want the 3 that were made before", state.Calls, err)
	}
}

// TestCopyAs copies a call as a test by the keyboard, and finds this format first the next time.
func TestCopyAs(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Get("/orders/?Limit=2")
	w := open(t, s, "/ui/a/DEMO/calls/DEMO-1")
	w.click("button", "Copy call as…")
	w.accessible("the formats are open")
	w.click("button", "Test for pytest")
	w.copied("…def test_search_orders_answers_201(account):…")
	w.click("button", "Copy call as…")
	w.until(func() string {
		var focused string
		if w.script(`document.activeElement.innerText`, &focused); focused == "Test for pytest" {
			return ""
		}
		return "the focus is on " + focused
	})
}

// TestHeadline counts the refused calls of the client: no previews, and no answers
// altered by a scenario.
func TestHeadline(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Get("/orders/?Limit=2")
	s.Get("/orders/?Limit=1000")
	s.Get("/orders/?ExternalRefNo=sandbox:new-field")
	s.Get("/orders/?ExternalRefNo=sandbox:outage")
	preview, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.REST()+"/orders/?Limit=1000", nil)
	try(t, err)
	preview.Header.Set("X-Sandbox-Preview", "1")
	answer, err := s.Client().Do(preview)
	try(t, err)
	try(t, answer.Body.Close())
	w := open(t, s, "/ui/")
	w.see("DEMO has answered 4 calls; 2 were refused, 1 of them arranged.")
}

// TestBoxes opens every kind of box over a page.
func TestBoxes(t *testing.T) {
	t.Parallel()
	s := busy(t)
	w := open(t, s, "/ui/a/DEMO/calls")
	for _, l := range []look{{}, {scheme: "dark", width: 390}} {
		w.look(l)
		for _, name := range []string{"Break something", "Account DEMO. Change it", "Copy as assertion", "Save the calls", "Clear…"} {
			w.click("button", name)
			w.quiet()
			w.accessible(name)
			w.fits(name)
			w.press("Escape")
		}
	}
}

// TestFailedFields opens a call of which several fields failed.
func TestFailedFields(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Do(http.MethodPost, "/upsell", `{"StartDate":"tomorrow","Discount":{"Type":"PERCENT","Value":500}}`)
	w := open(t, s, "/ui/a/DEMO/calls/DEMO-1")
	w.see("Name, DisplayForManualRenewals, Enabled, PrimaryProduct and RecommendedProduct are required", "StartDate must", "Discount.Value must")
	w.quiet()
	w.accessible("several fields failed")
}

// TestLatest opens the latest call before there is one, and follows it as it comes.
func TestLatest(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	w := open(t, s, "/ui/a/DEMO/calls/latest")
	w.see("No calls yet.")
	s.Get("/orders/?Limit=500")
	w.at("/ui/a/DEMO/calls/DEMO-1")
	w.see("Limit must be from 1 to 200, got 500")
}

// TestUnderWay opens a call that a scenario delays, and sees it end.
func TestUnderWay(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	try(t, s.Control().PutScenario(t.Context(), "hour", `rules: [{on: "*", delay: 1h}]`))
	s.Activate("hour")
	ctx, giveUp := context.WithCancel(t.Context())
	defer giveUp()
	call, err := http.NewRequestWithContext(ctx, http.MethodGet, s.REST()+"/orders/", nil)
	try(t, err)
	call.Header = http.Header{"Accept": {"application/json"}, "X-Service-Authentication": {s.Sign()}}
	go func() { _, _ = http.DefaultClient.Do(call) }() // it ends without an answer
	for err = nil; err == nil || !strings.Contains(err.Error(), "under way"); _, err = s.Control().Request(t.Context(), "DEMO-1") {
		runtime.Gosched()
	}
	w := open(t, s, "/ui/a/DEMO/calls/DEMO-1")
	w.allow("answer 404: …")
	w.see("Call DEMO-1 is under way")
	w.accessible("a call under way")
	giveUp()
	w.see("hour affected it")
}

// TestAssertion runs the command copied from the filter of the list.
func TestAssertion(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Get("/orders/?Limit=500")
	w := openAt(t, s.URL(), "/ui/a/DEMO/calls?q=status:4xx")
	w.see("1 call.")
	w.click("button", "Copy as assertion")
	w.click("button", "Copy the curl assertion")
	command := w.copied("curl…")
	if out, err := exec.CommandContext(t.Context(), "sh", "-c", command).CombinedOutput(); err != nil {
		t.Errorf("%s: %v %s", command, err, out)
	}
}

// TestCompareWhatIsGone opens a comparison with a call no longer kept. It sends nothing
// before a person says so.
func TestCompareWhatIsGone(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	s.Get("/orders/?Limit=2")
	w := open(t, s, "/ui/a/DEMO/compare/DEMO-1/DEMO-9")
	w.allow("answer 404: …")
	w.see("call DEMO-9 has not come yet")
	w.accessible("a call is gone")
	if state, err := s.Control().Account("DEMO").State(t.Context()); err != nil || state.Calls != 1 {
		t.Errorf("got %d calls and %v, want the one that was made before", state.Calls, err)
	}
	w.click("button", "Send DEMO-1 again and compare")
	w.at("/ui/a/DEMO/compare/DEMO-1/DEMO-2")
	w.see("Both answers are the same")
}

// TestNeighbours goes from the last call in a list to the one before it.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	for range 102 {
		s.Get("/upsell/")
	}
	w := open(t, s, "/ui/")
	w.look(look{width: 390})
	w.open("/ui/a/DEMO/calls/DEMO-3")
	w.click("link", "Next call")
	w.at("/ui/a/DEMO/calls/DEMO-2")
	w.click("link", "Previous call")
	w.at("/ui/a/DEMO/calls/DEMO-3")
}
