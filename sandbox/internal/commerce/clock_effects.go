package commerce

import (
	"context"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// ClockEffects are the effects that a move of the account's clock would have, for its preview.
type ClockEffects struct {
	OrdersEnter   int // the window of a search without filters
	OrdersLeave   int
	Campaigns     map[CampaignTurn]int
	Subscriptions SubscriptionTurns
}

// CampaignTurn is a change of a campaign's standing.
type CampaignTurn struct{ From, To record.CampaignState }

// SubscriptionTurns are how many subscriptions pass their expiration date.
type SubscriptionTurns struct{ Expire, Revive int }

// ClockEffects returns the effects of moving the clock from the moment of the terms
// to another one, and changes nothing. It ends with the context.
func (s *Shop) ClockEffects(ctx context.Context, t Terms, to time.Time) (e ClockEffects, err error) {
	from, after := t.Now, t
	after.Now = to
	err = s.store.View(func(tx Tx) error {
		e = ClockEffects{Campaigns: map[CampaignTurn]int{}}
		before, after := t.span(), after.span()
		e.OrdersLeave, e.OrdersEnter = before.without(after, tx), after.without(before, tx)
		for facts := range tx.Campaigns().Newest() {
			turn := CampaignTurn{facts.State(record.DayOf(from)), facts.State(record.DayOf(to))}
			if turn.From != turn.To {
				e.Campaigns[turn]++
			}
		}
		return EachSubscription(ctx, tx, func(s record.SubscriptionBrief) {
			wasExpired, isExpired := s.ExpiredAt(from), s.ExpiredAt(to)
			switch {
			case isExpired && !wasExpired:
				e.Subscriptions.Expire++
			case wasExpired && !isExpired:
				e.Subscriptions.Revive++
			}
		})
	})
	return e, err
}

// span is a period, from its first to its last moment.
type span struct{ first, last time.Time }

func (t Terms) span() span {
	first, last := OrderSearch{}.window(t.Now)
	return span{first, record.At(earlier(last, t.latest())).Time}
}

// without counts the orders of a span outside another one.
func (s span) without(other span, tx Tx) (n int) {
	var q OrderSearch
	before := span{s.first, earlier(s.last, other.first.Add(-time.Second))}
	after := span{s.first, s.last}
	if next := other.last.Add(time.Second); next.After(after.first) {
		after.first = next
	}
	for _, part := range []span{before, after} { // a part may be empty
		n += countOrders(tx, part.first, part.last, q.accepts)
	}
	return n
}

// EachSubscription calls do with every subscription of the account. It ends with the
// context.
func EachSubscription(ctx context.Context, tx Tx, do func(record.SubscriptionBrief)) error {
	for s := range tx.Lists().Subscriptions("") {
		if err := ctx.Err(); err != nil {
			return err
		}
		do(s)
	}
	return nil
}

// SearchWindow returns where the window of a search without filters begins at a
// moment.
func SearchWindow(now time.Time) time.Time {
	begin, _ := OrderSearch{}.window(now)
	return begin
}

// IsFound reports whether a search without filters finds the order while it is in
// the window.
func IsFound(f record.OrderFacts) bool { return (&OrderSearch{}).accepts(f.OrderClass) }
