package control

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// The extent of a timeline around the present moment, and its limits for each kind.
const (
	timelineBefore    = 10 * 24 * time.Hour
	timelineAfter     = 12 * 24 * time.Hour
	maxTimeline       = 100 * 366 * 24 * time.Hour
	timelineCampaigns = 60
	timelineSessions  = 50
)

// showTimeline shows the records of an account between two moments of its clock.
func (api *API) showTimeline(c *gin.Context, a *account.Account) (answer, error) {
	shown := client.Timeline{Clock: a.ShownClock()}
	now := shown.Clock.Now
	shown.From, shown.To = now.Add(-timelineBefore), now.Add(timelineAfter)
	if err := cmp.Or(queryMoment(c, "from", &shown.From), queryMoment(c, "to", &shown.To)); err != nil {
		return answer{}, err
	}
	if length := shown.To.Sub(shown.From); length <= 0 || length > maxTimeline {
		return answer{}, badRequest("such as from=2026-10-01&to=2026-10-31", "to must be after from, by at most 100 years")
	}
	shown.Window = commerce.SearchWindow(now)
	shown.Calls = recordedCalls(a, shown.From, shown.To)
	shown.Sessions = sessionSpans(a, shown.From, shown.To)
	err := a.Shop.View(func(tx commerce.Tx) (err error) {
		shown.Orders = orderDates(tx, shown.From, shown.To)
		shown.Campaigns = campaignSpans(tx, now, shown.From, shown.To)
		shown.Subscriptions, err = expirations(c.Request.Context(), tx, shown.From, shown.To)
		return err
	})
	if err != nil {
		return answer{}, err
	}
	shown.Snapshots, err = snapshotsBetween(a, shown.From, shown.To)
	return ok(shown), err
}

func orderDates(tx commerce.Tx, from, to time.Time) client.Ticks {
	dates := newTicks(from, to)
	for facts := range tx.Orders().Between(from, to) {
		if commerce.IsFound(facts) {
			dates.add(facts.Date)
		}
	}
	return dates.list()
}

func expirations(ctx context.Context, tx commerce.Tx, from, to time.Time) (client.Ticks, error) {
	dates := newTicks(from, to)
	err := commerce.EachSubscription(ctx, tx, func(s record.SubscriptionBrief) { dates.add(s.Expiration.Time) })
	return dates.list(), err
}

func recordedCalls(a *account.Account, from, to time.Time) client.Ticks {
	dates := newTicks(from, to)
	a.Ring.List(func(e *journal.Entry) bool {
		dates.add(e.AccountTime)
		return false
	}, 0, 0)
	return dates.list()
}

// campaignSpans returns the campaigns with a day between two moments. Those that
// begin or end between them come first.
func campaignSpans(tx commerce.Tx, now, from, to time.Time) client.TimelineCampaigns {
	shown := client.TimelineCampaigns{Rows: []client.TimelineCampaign{}}
	first, last, today := record.DayOf(from), record.DayOf(to), record.DayOf(now)
	lasts := map[string]int{} // 1 for those that neither begin nor end within
	for f := range tx.Campaigns().Newest() {
		if f.StartDate != nil && f.StartDate.After(last.Time) || f.EndDate != nil && f.EndDate.Before(first.Time) {
			continue
		}
		row, turns := describeSpan(f, first, last, today)
		if !turns {
			lasts[f.Code] = 1
		}
		shown.Rows = append(shown.Rows, row)
	}
	shown.Total = len(shown.Rows)
	slices.SortStableFunc(shown.Rows, func(x, y client.TimelineCampaign) int {
		return cmp.Or(cmp.Compare(lasts[x.Code], lasts[y.Code]), cmp.Compare(x.Start, y.Start))
	})
	shown.Rows = shown.Rows[:min(len(shown.Rows), timelineCampaigns)]
	return shown
}

// describeSpan returns the row of a campaign with a day between two others, and whether it
// begins or ends between them.
func describeSpan(f record.CampaignFacts, first, last, today record.Day) (row client.TimelineCampaign, turns bool) {
	row = client.TimelineCampaign{Code: f.Code, Name: f.Name, Standing: client.Standing(f.State(today))}
	if f.StartDate != nil {
		row.Start = f.StartDate.String()
		turns = !f.StartDate.Before(first.Time)
	}
	if f.EndDate != nil {
		row.End = f.EndDate.String()
		turns = turns || !last.Before(f.EndDate.Time)
	}
	return row, turns
}

// sessionSpans returns how long the recorded sessions are valid, the latest first.
func sessionSpans(a *account.Account, from, to time.Time) []client.TimelineSession {
	spans := []client.TimelineSession{}
	valid, life := validAt(a), a.Settings().Life
	for _, session := range recordedSessions(a) {
		issued, _ := credential.SessionIssued(session)
		if ends := issued.Add(life); valid(session, issued) && !issued.After(to) && !ends.Before(from) && len(spans) < timelineSessions {
			spans = append(spans, client.TimelineSession{From: issued, To: ends})
		}
	}
	return spans
}

func snapshotsBetween(a *account.Account, from, to time.Time) ([]client.Snapshot, error) {
	rows := []client.Snapshot{}
	all, err := a.Snapshots()
	for _, s := range all {
		if !s.AccountTime.IsZero() && !s.AccountTime.Before(from) && !s.AccountTime.After(to) {
			rows = append(rows, shownSnapshot(s))
		}
	}
	return rows, err
}
