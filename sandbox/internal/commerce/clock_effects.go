package commerce

import (
	"context"
	"time"
)

// ClockEffects are what a move of the account's clock changes.
type ClockEffects struct {
	OrdersEnter   int // the window of a search without filters
	OrdersLeave   int
	Campaigns     map[CampaignTurn]int
	Subscriptions SubscriptionTurns
}

// CampaignTurn is a change of a campaign's standing.
type CampaignTurn struct{ From, To Standing }

// SubscriptionTurns are how many subscriptions pass their expiration date.
type SubscriptionTurns struct{ Expire, Revive int }

// ClockEffects returns what changes when the clock moves from one moment to
// another. It ends with the context.
func (s *Shop) ClockEffects(ctx context.Context, from, to time.Time) (e ClockEffects, err error) {
	err = s.store.View(func(tx Tx) error {
		e = ClockEffects{Campaigns: map[CampaignTurn]int{}}
		e.moveWindow(tx, from, to)
		for facts := range tx.Campaigns().Newest() {
			turn := CampaignTurn{facts.Standing(DayOf(from)), facts.Standing(DayOf(to))}
			if turn.From != turn.To {
				e.Campaigns[turn]++
			}
		}
		return e.passSubscriptions(ctx, tx, from, to)
	})
	return e, err
}

// moveWindow counts the orders that enter and leave the window of a search without
// filters. Only its beginning moves (open question search-window).
func (e *ClockEffects) moveWindow(tx Tx, from, to time.Time) {
	var q OrderSearch
	before, _ := q.window(from)
	after, _ := q.window(to)
	count := func(begin, end time.Time) (n int) {
		for facts := range tx.Orders().Between(begin, end.Add(-time.Second)) {
			if q.matches(facts) {
				n++
			}
		}
		return n
	}
	if after.After(before) {
		e.OrdersLeave = count(before, after)
	} else {
		e.OrdersEnter = count(after, before)
	}
}

func (e *ClockEffects) passSubscriptions(ctx context.Context, tx Tx, from, to time.Time) error {
	for reference := range tx.Subscriptions().References() {
		s, _, err := tx.Subscriptions().Get(reference)
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		before, after := s.ExpiredAt(from), s.ExpiredAt(to)
		switch {
		case after && !before:
			e.Subscriptions.Expire++
		case before && !after:
			e.Subscriptions.Revive++
		}
	}
	return nil
}

// ExpiredAt reports whether the subscription has expired at a moment.
func (s *Subscription) ExpiredAt(t time.Time) bool {
	return !s.Lifetime && !t.Before(s.ExpirationDate.Time)
}

// SearchWindow returns where the window of a search without filters begins at a
// moment.
func SearchWindow(now time.Time) time.Time {
	begin, _ := OrderSearch{}.window(now)
	return begin
}

// IsFound reports whether a search without filters finds the order while it is in
// the window.
func (f OrderFacts) IsFound() bool { return OrderSearch{}.matches(f) }
