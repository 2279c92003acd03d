package control

import (
	"cmp"
	"context"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
)

// previewClock returns the effects of a change of the clock, without making it.
func previewClock(ctx context.Context, a *account.Account, change func(*clock.Clock) error) (client.ClockPreview, error) {
	before, after, err := a.PreviewClock(change)
	if err != nil {
		return client.ClockPreview{}, err
	}
	p := client.ClockPreview{DryRun: true, Clock: client.ClockTurn{Before: shownClock(before), After: shownClock(after)}, Campaigns: []client.CampaignTurn{}}
	terms := a.Settings().Terms
	terms.Now = p.Clock.Before.Now
	effects, err := a.Shop.ClockEffects(ctx, terms, p.Clock.After.Now)
	if err != nil {
		return p, err
	}
	p.Orders = client.OrderTurns{Enter: effects.OrdersEnter, Leave: effects.OrdersLeave}
	p.Subscriptions = client.SubscriptionTurns(effects.Subscriptions)
	for turn, count := range effects.Campaigns {
		p.Campaigns = append(p.Campaigns, client.CampaignTurn{From: client.Standing(turn.From), To: client.Standing(turn.To), Count: count})
	}
	slices.SortFunc(p.Campaigns, func(x, y client.CampaignTurn) int {
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	p.Sessions = sessionTurns(a, p.Clock.Before.Now, p.Clock.After.Now)
	if a.Settings().Answers.Is(catalog.Progress, "clock") {
		done, more, err := a.Shop.PreviewProgress(ctx, a.Document().Seed, p.Clock.Before.Now, p.Clock.After.Now)
		if err != nil {
			return p, err
		}
		p.Progress = &client.ProgressPreview{ClockProgress: client.ClockProgress(done), More: more}
	}
	p.Consequences = consequencesOf(p)
	return p, nil
}

// shownClock returns a possible clock of an account, as it is shown.
func shownClock(c *clock.Clock) client.Clock {
	return client.Clock{Now: c.Now(), Mode: string(c.State().Mode)}
}
