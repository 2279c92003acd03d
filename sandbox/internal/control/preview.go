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

// previewReset returns what a reset would do.
func previewReset(ctx context.Context, a *account.Account, to string, keep []client.Part) (client.ResetPreview, error) {
	after, err := a.PreviewReset(ctx, to, keep)
	if err != nil {
		return client.ResetPreview{}, err
	}
	before := a.Settings()
	p := client.ResetPreview{
		DryRun: true, To: to, Records: shownChanges(after.Records), Sessions: validSessions(a),
		Scenarios: scenarioTurns(activeNames(a), after.Scenarios),
		Features:  []client.FeatureTurn{}, Questions: []client.AnswerTurn{},
		Clock: client.ClockTurn{Before: shownClock(after.Before), After: shownClock(after.Clock)},
	}
	if !slices.Contains(keep, client.KeepJournal) {
		p.Calls = a.Ring.Counts().Kept
	}
	for _, f := range catalog.Features() {
		if was, is := before.Features[f.Feature], after.Settings.Features[f.Feature]; was != is {
			p.Features = append(p.Features, client.FeatureTurn{Flag: string(f.Feature), Before: was, After: is})
		}
	}
	for _, q := range catalog.Questions() {
		if was, is := before.Answers.Get(q.ID), after.Settings.Answers.Get(q.ID); was != is {
			p.Questions = append(p.Questions, client.AnswerTurn{ID: string(q.ID), Before: was, After: is})
		}
	}
	return p, nil
}

func shownChanges(c commerce.Changes) client.RecordChanges {
	return client.RecordChanges{
		Orders: client.KindChanges(c.Orders), Campaigns: client.KindChanges(c.Campaigns), Customers: client.KindChanges(c.Customers),
		Subscriptions: client.KindChanges(c.Subscriptions), Products: client.KindChanges(c.Products),
		Partners: client.KindChanges(c.Partners), Settings: client.KindChanges(c.Settings),
	}
}

func scenarioTurns(before, after []string) client.ScenarioTurns {
	without := func(names, others []string) []string {
		return slices.DeleteFunc(append([]string{}, names...), func(name string) bool { return slices.Contains(others, name) })
	}
	return client.ScenarioTurns{Activated: without(after, before), Deactivated: without(before, after)}
}

// previewClock returns what a change of the clock would do.
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
	p.Progress, err = previewProgress(ctx, a, p.Clock)
	return p, err
}

// previewProgress returns what time would change, nil when it changes nothing (open
// question progress).
func previewProgress(ctx context.Context, a *account.Account, turn client.ClockTurn) (*client.ProgressPreview, error) {
	if !a.Settings().Answers.Is(catalog.Progress, "clock") {
		return nil, nil
	}
	done, more, err := a.Shop.PreviewProgress(ctx, a.Document().Seed, turn.Before.Now, turn.After.Now)
	return &client.ProgressPreview{ClockProgress: client.ClockProgress(done), More: more}, err
}

// shownClock returns a clock that an account would have, as it is shown.
func shownClock(c *clock.Clock) client.Clock {
	return client.Clock{Now: c.Now(), Mode: string(c.State().Mode)}
}
