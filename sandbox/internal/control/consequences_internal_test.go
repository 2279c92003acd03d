package control

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// TestConsequences words what moves of the clock do, one and several of each kind.
func TestConsequences(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)
	const query = " [date:2026-10-02T12:00:00.000Z..2026-10-03T12:00:00.000Z -status:REFUND]"
	const expiry = " [expiration:2026-10-09T12:00:00.000Z..2026-10-10T12:00:00.000Z]"
	for _, test := range []struct {
		preview client.ClockPreview
		want    []string
	}{
		{client.ClockPreview{}, nil},
		{client.ClockPreview{
			Orders: client.OrderTurns{Leave: 1, Enter: 2}, Subscriptions: client.SubscriptionTurns{Expire: 2, Revive: 1}, Sessions: client.SessionTurns{Expire: 1, Revive: 2},
			Campaigns: []client.CampaignTurn{{From: client.Upcoming, To: client.Running, Count: 1}, {From: client.Expired, To: client.Upcoming, Count: 2}, {From: client.Running, To: client.Disabled, Count: 1}},
			Progress:  &client.ProgressPreview{ClockProgress: client.ClockProgress{Completed: 1, Canceled: 2, Expired: 3}},
		}, []string{
			"1 order will be completed", "2 orders will be canceled", "3 subscriptions will be disabled",
			"1 order leaves the default search" + query, "2 orders enter the default search" + query,
			"1 campaign begins", "2 campaigns are upcoming again", "1 campaign becomes disabled",
			"2 subscriptions expire" + expiry, "1 subscription is valid again" + expiry, "1 session dies", "2 sessions are valid again",
		}},
	} {
		for _, moved := range []time.Duration{0, 24 * time.Hour} { // on, and back
			test.preview.Clock = client.ClockTurn{Before: client.Clock{Now: noon.Add(moved)}, After: client.Clock{Now: noon.Add(24*time.Hour - moved)}}
			var got []string
			for _, c := range consequencesOf(test.preview) {
				text := fmt.Sprintf("%d %s %s", c.Count, c.What, c.Does)
				if c.Query != "" {
					text += " [" + c.Query + "]"
				}
				got = append(got, text)
				if want := map[bool]client.Kind{true: "", false: client.Kind(c.What)}[c.What[:4] == "sess"]; c.Count > 1 && c.Kind != want {
					t.Errorf("%s: kind %q, want %q", text, c.Kind, want)
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		}
	}
}
