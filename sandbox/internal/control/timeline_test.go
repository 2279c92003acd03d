package control_test

import (
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestTimeline compares the counts of a timeline with those of a preview of the clock and
// of the lists.
func TestTimeline(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	account := s.Control().Account("DEMO")
	login, err := account.Sign(t.Context(), client.SignRequest{Protocol: client.SOAP})
	must(t, err)
	exchange(t, "POST", s.SOAP(), login.Envelope)
	s.Get("/orders/")
	_, err = account.SaveSnapshot(t.Context(), "before")
	must(t, err)
	now := s.Now()
	got, err := account.Timeline(t.Context(), time.Time{}, time.Time{})
	must(t, err)
	const day = 24 * time.Hour
	if !got.From.Equal(now.Add(-10*day)) || !got.To.Equal(now.Add(12*day)) || !got.Window.Equal(now.Add(-7*day)) {
		t.Errorf("got from %s to %s, window %s", got.From, got.To, got.Window)
	}
	if got.Calls.Total != 2 || len(got.Calls.Ticks) != 1 || got.Calls.Ticks[0] != (client.Tick{Time: now, Count: 2}) {
		t.Errorf("got calls %+v", got.Calls)
	}
	if len(got.Sessions) != 1 || !got.Sessions[0].From.Equal(now) || !got.Sessions[0].To.After(now) {
		t.Errorf("got sessions %+v", got.Sessions)
	}
	if len(got.Snapshots) != 1 || got.Snapshots[0].Name != "before" {
		t.Errorf("got snapshots %+v", got.Snapshots)
	}
	if got.Campaigns.Total == 0 || got.Campaigns.Total != len(got.Campaigns.Rows) {
		t.Errorf("got %d of %d campaigns", len(got.Campaigns.Rows), got.Campaigns.Total)
	}

	// A preview of the move counts the same orders that leave the search and the same expirations.
	preview, err := account.PreviewClock(t.Context(), client.ClockChange{Advance: "8d"})
	must(t, err)
	left, err := account.Timeline(t.Context(), got.Window, got.Window.Add(8*day-time.Second))
	if err != nil || left.Orders.Total != preview.Orders.Leave || sum(left.Orders) != left.Orders.Total || left.Orders.Total == 0 {
		t.Errorf("got %+v, %v, want %d", left.Orders, err, preview.Orders.Leave)
	}
	expired, err := account.Timeline(t.Context(), now.Add(time.Second), now.Add(8*day))
	if err != nil || expired.Subscriptions.Total != preview.Subscriptions.Expire {
		t.Errorf("got %+v, %v, want %d", expired.Subscriptions, err, preview.Subscriptions.Expire)
	}

	years, err := account.Timeline(t.Context(), now.AddDate(-50, 0, 0), now.AddDate(40, 0, 0)) // the one without end is beyond
	if err != nil || len(years.Subscriptions.Ticks) > 240 || years.Subscriptions.Total != 212 || sum(years.Subscriptions) != 212 {
		t.Errorf("got %+v, %v", years.Subscriptions, err)
	}
}

func sum(ticks client.Ticks) (n int) {
	for _, tick := range ticks.Ticks {
		n += tick.Count
	}
	return n
}

// TestTimelineRefused shows the ends refused for a timeline.
func TestTimelineRefused(t *testing.T) {
	t.Parallel()
	const ends = `{"error":"to must be after from, by at most 100 years","hint":"such as from=2026-10-01&to=2026-10-31"}`
	play(t, sandboxtest.Start(t, sandboxtest.Frozen), []step{
		{"GET", "/accounts/DEMO/timeline?from=2026-10-01&to=2026-10-01", ``, 400, ends},
		{"GET", "/accounts/DEMO/timeline?from=1950-01-01&to=2100-01-01", ``, 400, ends},
		{"GET", "/accounts/DEMO/timeline?from=yesterday", ``, 400, `{"error":"from: \"yesterday\" is not a moment: write Y-m-d, Y-m-d H:i:s or RFC 3339, such as 2026-05-13, 2026-05-13 12:12:12 or 2026-05-13T12:12:12Z","hint":"such as from=2026-10-01"}`},
		{"GET", "/accounts/DEMO/timeline?until=x", ``, 400, `{"error":"unknown query name \"until\"","hint":"known: from, to"}`},
	})
}
