package browser_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

var eightDays = regexp.MustCompile(`\+8 days >_ (\d+) orders leave`)

// TestTime moves the clock by eight days from another screen, and compares the page's
// preview with the result of a search.
func TestTime(t *testing.T) {
	t.Parallel()
	hands(t, func(t *testing.T, keyboard bool) {
		s := sandboxtest.Start(t)
		before := found(t, s)
		w := open(t, s, "/ui/a/DEMO/operations")
		w.keyboard = keyboard
		w.click("link", "Clock of the account…")
		var said []string
		w.until(func() string {
			if said = eightDays.FindStringSubmatch(w.text()); said == nil {
				return "the page does not say what eight days do"
			}
			return ""
		})
		w.click("button", "+8 days…")
		w.within(2)
		w.see("The clock is moved: …")
		left, err := strconv.Atoi(said[1])
		if after := found(t, s); err != nil || left == 0 || before-after != left {
			t.Errorf("the page says that %d orders leave; there were %d, there are %d", left, before, after)
		}
		w.click("button", "Undo")
		w.see("the time of the machine")
		if after := found(t, s); after != before {
			t.Errorf("got %d orders after Undo, want %d", after, before)
		}
	})
}

// found returns how many orders a search without filters finds.
func found(t *testing.T, s *sandboxtest.Running) int {
	t.Helper()
	var page struct{ Pagination struct{ Count int } }
	if answer := s.Get("/orders/?Limit=200"); json.Unmarshal([]byte(answer.Body), &page) != nil {
		t.Fatalf("got %s", answer.Body)
	}
	return page.Pagination.Count
}

// TestHandle tries a moment on with the handle of the axis. Nothing moves before
// a button is pressed, and the address keeps the moment.
func TestHandle(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	account := s.Control().Account(s.Code())
	w := open(t, s, "/ui/a/DEMO/time")
	w.reach("slider", "Clock of the account")
	for range 3 {
		w.press("Shift+ArrowRight")
	}
	w.press("ArrowLeft")
	w.at("…to=2026-10-12T11…")
	address, err := url.Parse(w.url())
	try(t, err)
	to, err := time.Parse(time.RFC3339, address.Query().Get("to")) // the clock of the page has run on from 11:00
	try(t, err)
	at := to.Format("At 2 Jan 2006, 15:04: ")
	w.see(at + "…")
	clock, err := account.Clock(t.Context())
	if err != nil || clock.Mode != "real" {
		t.Errorf("got %+v, %v", clock, err)
	}
	preview, err := account.PreviewClock(t.Context(), client.ClockChange{Now: to.Format(time.DateTime)})
	try(t, err)
	w.see(fmt.Sprintf("%s%d orders leave the default search…", at, preview.Orders.Leave))
	w.reload()
	w.see(fmt.Sprintf("%s%d orders leave the default search…", at, preview.Orders.Leave))
	w.fill("textbox", "Set to, in UTC", "2026-10-12 10:00")
	w.see("A moment such as 2026-11-29 10:00:00")
	w.accessible("a moment is half typed")
	w.fill("textbox", "Set to, in UTC", "2026-10-12 10:00:00")
	w.press("ArrowUp")
	w.see("At 12 Oct 2026, 11:00: …")
	w.click("button", "Move and freeze")
	w.see("shows 2026-10-12 11:00:… UTC, frozen") // the clock of the page ran on from the start
	w.click("button", "Back to real time")
	w.see("the time of the machine")
}

// TestLetThingsHappen lets time change records: the page says before which ones and
// offers a snapshot, and no Undo afterwards, because none brings the records back.
func TestLetThingsHappen(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	account := s.Control().Account(s.Code())
	w := open(t, s, "/ui/a/DEMO/time")
	w.click("switch", "Let things happen")
	preview := func() client.ClockPreview {
		p, err := account.PreviewClock(t.Context(), client.ClockChange{Advance: "8d"})
		try(t, err)
		return p
	}
	var before client.ClockPreview
	w.until(func() string {
		if before = preview(); before.Progress == nil {
			return "time changes nothing yet"
		}
		return ""
	})
	if before.Progress.Canceled == 0 {
		t.Fatalf("nothing would be canceled: %+v", before.Progress)
	}
	w.see(fmt.Sprintf("%d orders will be canceled", before.Progress.Canceled))
	w.see("Take a snapshot first…Take a snapshot first") // several moves offer it, after one read of the list
	var reads int
	w.script(`performance.getEntriesByType('resource').filter(e => e.name.endsWith('/snapshots')).length`, &reads)
	if reads != 1 {
		t.Errorf("the snapshots were read %d times, want once", reads)
	}
	w.click("button", "Take a snapshot first: +8 days")
	w.see("Snapshot … has 284 orders")
	w.click("button", "+8 days…")
	w.see("orders were canceled")
	if w.has("button", "Undo") {
		t.Error("a move that changed records offers Undo")
	}
	snapshots, err := account.Snapshots(t.Context())
	if err != nil || len(snapshots) != 1 {
		t.Errorf("got the snapshots %+v, %v", snapshots, err)
	}
}

// TestNextEvent moves the clock to the moment of the next event.
func TestNextEvent(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t)
	before := found(t, s)
	w := open(t, s, "/ui/a/DEMO/time")
	w.see("leaves the default search,", "Nothing changes.")
	shown := eightDays.FindStringSubmatch(w.text())
	if shown == nil {
		t.Fatal("the page does not say what eight days do")
	}
	w.click("link", shown[1]+" orders")
	w.see(shown[1] + " orders")
	w.open("/ui/a/DEMO/time")
	w.click("button", "To the next event…")
	w.see("The clock is moved: 1 order leaves the default search…")
	if after := found(t, s); after != before-1 {
		t.Errorf("got %d orders, want %d", after, before-1)
	}
}
