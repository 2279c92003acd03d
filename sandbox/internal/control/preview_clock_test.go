package control_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestClockPreview previews random moves of the clock. A preview changes nothing and
// reports the effects of the move.
func TestClockPreview(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			chance := rand.New(rand.NewPCG(seed, 2))
			s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.Seed(int64(seed+1)), fewOrders)
			shop := s.Control().Account(s.Code())
			var sessions []string
			for range 5 {
				clock, err := shop.Clock(t.Context())
				must(t, err)
				sessions = append(sessions, openSession(t, s, clock.Now))
				disturb(t, s, chance)
				change := client.ClockChange{Advance: fmt.Sprintf("%dh%dm%ds", chance.IntN(60*24)-30*24, chance.IntN(60), chance.IntN(60)), Freeze: chance.IntN(3) == 0}
				if chance.IntN(4) == 0 {
					change = client.ClockChange{Advance: fmt.Sprintf("%dm", chance.IntN(60)-30)}
				}
				checkClockPreview(t, s, change, sessions)
			}
		})
	}
}

func checkClockPreview(t *testing.T, s *sandboxtest.Running, change client.ClockChange, sessions []string) {
	t.Helper()
	shop := s.Control().Account(s.Code())
	before := observe(t, s, sessions)
	standings := standingsOf(t, shop)
	preview, err := shop.PreviewClock(t.Context(), change)
	must(t, err)
	if now, err := shop.Clock(t.Context()); err != nil || now != before.state.Clock {
		t.Errorf("the preview has changed the clock to %+v", now)
	}
	_, err = shop.ChangeClock(t.Context(), change)
	must(t, err)
	after := observe(t, s, sessions)
	want := client.ClockPreview{
		Consequences: preview.Consequences, // their words have a test of their own
		DryRun:       true, Clock: client.ClockTurn{Before: before.state.Clock, After: after.state.Clock},
		Orders:    client.OrderTurns{Enter: len(lacking(after.search, before.search)), Leave: len(lacking(before.search, after.search))},
		Campaigns: turns(standings, standingsOf(t, shop)),
	}
	want.Subscriptions.Expire, want.Subscriptions.Revive = passed(t, before.records[client.Subscriptions], before.state.Clock.Now, after.state.Clock.Now)
	for i, was := range before.sessions {
		switch is := after.sessions[i]; {
		case was && !is:
			want.Sessions.Expire++
		case is && !was:
			want.Sessions.Revive++
		}
	}
	if !reflect.DeepEqual(preview, want) {
		t.Errorf("%+v: the preview says\n%+v, and the move did\n%+v", change, preview, want)
	}
}

// standingsOf returns the standings of all campaigns by their codes.
func standingsOf(t *testing.T, shop *client.Account) map[string]client.Standing {
	t.Helper()
	rows, _, err := shop.Records(t.Context(), client.Campaigns, client.Page{Limit: allRecords})
	must(t, err)
	standings := map[string]client.Standing{}
	for _, row := range rows {
		var campaign struct {
			Code    string
			Sandbox client.CampaignNotes
		}
		must(t, json.Unmarshal(row, &campaign))
		standings[campaign.Code] = campaign.Sandbox.Standing
	}
	return standings
}

func turns(before, after map[string]client.Standing) []client.CampaignTurn {
	counts := map[client.CampaignTurn]int{}
	for code, was := range before {
		if is := after[code]; is != was {
			counts[client.CampaignTurn{From: was, To: is}]++
		}
	}
	rows := []client.CampaignTurn{}
	for turn, count := range counts {
		turn.Count = count
		rows = append(rows, turn)
	}
	slices.SortFunc(rows, func(a, b client.CampaignTurn) int {
		return strings.Compare(string(a.From)+" "+string(a.To), string(b.From)+" "+string(b.To))
	})
	return rows
}

// passed counts the subscriptions that pass their expiration date.
func passed(t *testing.T, subscriptions map[string]string, from, to time.Time) (expire, revive int) {
	t.Helper()
	for _, text := range subscriptions {
		var s client.Subscription
		must(t, json.Unmarshal([]byte(text), &s))
		end, err := time.Parse(time.DateTime, s.ExpirationDate)
		must(t, err)
		switch was, is := from.Before(end), to.Before(end); {
		case was && !is:
			expire++
		case is && !was:
			revive++
		}
	}
	return expire, revive
}
