package control_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestClockProgress moves the clock of an account that answers progress with clock: a
// purchase order lapses, and the journal has the change.
func TestClockProgress(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	shop := s.Control().Account("DEMO")
	must(t, shop.SetAnswer(t.Context(), "progress", "clock"))
	start := s.Now()
	preview, err := shop.PreviewClock(t.Context(), client.ClockChange{Advance: "31d"})
	if err != nil || preview.Progress == nil {
		t.Fatalf("got the preview %+v and error %v", preview, err)
	}
	clock, err := shop.ChangeClock(t.Context(), client.ClockChange{Advance: "31d"})
	if err != nil || clock.Progress == nil || clock.Progress.Canceled == 0 || clock.Progress.Completed == 0 || clock.Note != "" {
		t.Fatalf("got %+v, %+v and error %v", clock, clock.Progress, err)
	}
	p := clock.Progress
	if want := (client.ProgressPreview{ClockProgress: *p}); *preview.Progress != want {
		t.Errorf("the preview says %+v, time changed %+v", *preview.Progress, *p)
	}
	after, err := shop.Requests(t.Context(), client.Filter{Limit: 500})
	if sum := p.Completed + p.Canceled + p.Reversed + p.Approved + p.Expired; err != nil || after.Total != sum {
		t.Fatalf("got %d entries, want %d; error %v", after.Total, sum, err)
	}
	if found, err := shop.Requests(t.Context(), client.Filter{Query: "operation:clock"}); err != nil || found.Total != after.Total {
		t.Errorf("operation:clock finds %d of %d entries, error %v", found.Total, after.Total, err)
	}
	lapsed := "order " + s.ID("purchase-order-awaiting-form", "OrderReference") + " lapses: PENDING with WAITING becomes CANCELED with OK"
	found := false
	for _, e := range after.Requests {
		if e.Why != lapsed {
			continue
		}
		found = true
		var was, is struct{ Status string }
		if len(e.Changes) != 1 || json.Unmarshal(e.Changes[0].Before, &was) != nil || json.Unmarshal(e.Changes[0].After, &is) != nil ||
			was.Status != "PENDING" || is.Status != "CANCELED" || e.Refused() || e.IsCall() || e.Curl != "" || e.AccountTime.Before(start) {
			t.Errorf("got %+v", e)
		}
	}
	if !found {
		t.Errorf("no entry says %q; the last says %q", lapsed, after.Requests[0].Why)
	}
	again, err := shop.ChangeClock(t.Context(), client.ClockChange{Advance: "0s"})
	if err != nil || again.Progress == nil || *again.Progress != (client.ClockProgress{}) {
		t.Errorf("got %+v and error %v when nothing is due", again.Progress, err)
	}
}

// TestClockGoesBack moves a clock back: listings leave out later orders, and a reference
// still finds them.
func TestClockGoesBack(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	shop := s.Control().Account("DEMO")
	const back = "the clock went back; no record changed with it"
	for _, step := range []struct{ answer, note, explain string }{
		{"hidden", back + ", and listings leave out orders later than the clock", "after the account's clock, 2020-01-01 00:00:00; move the clock, or answer future-orders with shown"},
		{"shown", back, ""},
	} {
		must(t, shop.SetAnswer(t.Context(), "future-orders", step.answer))
		_, err := shop.ChangeClock(t.Context(), client.ClockChange{Now: "2026-11-01"})
		must(t, err)
		clock, err := shop.ChangeClock(t.Context(), client.ClockChange{Now: "2020-01-01"})
		if err != nil || clock.Note != step.note || clock.Progress != nil {
			t.Errorf("got %+v and error %v, want the note %q", clock, err, step.note)
		}
		r := s.Get("/orders/?StartDate=2000-01-01&Limit=1")
		if explained := r.Header.Get("X-Sandbox-Explain"); !strings.Contains(explained, step.explain) || (step.explain == "") != (explained == "") {
			t.Errorf("%s: got the explanation %q, want %q", step.answer, explained, step.explain)
		}
		if got := r.Header.Get("X-Sandbox-Assumption"); !strings.Contains(got, "future-orders") {
			t.Errorf("%s: got the questions %q", step.answer, got)
		}
		if got := s.Get("/orders/" + s.ID("order-complete", "OrderReference") + "/").Status; got != 200 {
			t.Errorf("%s: got %d for an order by its reference", step.answer, got)
		}
	}
}
