package control

import (
	"cmp"
	"context"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
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
	addEffects(&p, effects)
	p.Sessions = sessionTurns(a, p.Clock.Before.Now, p.Clock.After.Now)
	p.Progress, err = previewProgress(ctx, a, p.Clock)
	p.Consequences = consequencesOf(p)
	return p, err
}

// addEffects adds the turns of the records.
func addEffects(p *client.ClockPreview, effects commerce.ClockEffects) {
	p.Orders = client.OrderTurns{Enter: effects.OrdersEnter, Leave: effects.OrdersLeave}
	p.Subscriptions = client.SubscriptionTurns(effects.Subscriptions)
	for turn, count := range effects.Campaigns {
		p.Campaigns = append(p.Campaigns, client.CampaignTurn{From: client.Standing(turn.From), To: client.Standing(turn.To), Count: count})
	}
	slices.SortFunc(p.Campaigns, func(x, y client.CampaignTurn) int {
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
}

// previewProgress returns the changes that time would make, nil for none (open question
// progress).
func previewProgress(ctx context.Context, a *account.Account, turn client.ClockTurn) (*client.ProgressPreview, error) {
	if !a.Settings().Answers.Is(catalog.Progress, "clock") {
		return nil, nil
	}
	done, more, err := a.Shop.PreviewProgress(ctx, a.Document().Seed, turn.Before.Now, turn.After.Now)
	return &client.ProgressPreview{ClockProgress: client.ClockProgress(done), More: more}, err
}

// shownClock returns a possible clock of an account, as it is shown.
func shownClock(c *clock.Clock) client.Clock {
	return client.Clock{Now: c.Now(), Mode: string(c.State().Mode)}
}
