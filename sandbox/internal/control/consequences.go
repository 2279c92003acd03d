package control

import (
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// turnWords are what one campaign does that gets another standing, and what several do.
var turnWords = map[client.CampaignTurn][2]string{
	{From: client.Upcoming, To: client.Running}: {"begins", "begin"},
	{From: client.Running, To: client.Expired}:  {"ends", "end"},
	{From: client.Upcoming, To: client.Expired}: {"begins and ends", "begin and end"},
	{From: client.Expired, To: client.Running}:  {"runs again", "run again"},
	{From: client.Running, To: client.Upcoming}: {"is upcoming again", "are upcoming again"},
	{From: client.Expired, To: client.Upcoming}: {"is upcoming again", "are upcoming again"},
}

// consequencesOf returns what a change of the clock would do in words, the most important
// first.
func consequencesOf(p client.ClockPreview) []client.Consequence {
	from, to := p.Clock.Before.Now, p.Clock.After.Now
	if to.Before(from) {
		from, to = to, from
	}
	left := to.Add(-catalog.DefaultSearchWindow)
	if from.Before(left) {
		left = from
	}
	window := "date:" + span(from.Add(-catalog.DefaultSearchWindow), left) + " -status:REFUND"
	expiry := "expiration:" + span(from, to)
	var progress client.ClockProgress
	if p.Progress != nil {
		progress = p.Progress.ClockProgress
	}
	all := append(changesOf(progress, "will be", "will be"),
		consequence(p.Orders.Leave, "order", "leaves the default search", "leave the default search", window),
		consequence(p.Orders.Enter, "order", "enters the default search", "enter the default search", window))
	for _, turn := range p.Campaigns {
		words, known := turnWords[client.CampaignTurn{From: turn.From, To: turn.To}]
		if !known {
			words = [2]string{fmt.Sprintf("becomes %s", turn.To), fmt.Sprintf("become %s", turn.To)}
		}
		all = append(all, consequence(turn.Count, "campaign", words[0], words[1], ""))
	}
	return dropZero(append(all,
		consequence(p.Subscriptions.Expire, "subscription", "expires", "expire", expiry),
		consequence(p.Subscriptions.Revive, "subscription", "is valid again", "are valid again", expiry),
		consequence(p.Sessions.Expire, "session", "dies", "die", ""),
		consequence(p.Sessions.Revive, "session", "is valid again", "are valid again", "")))
}

// changesOf returns what time changes, with the verb for one and for several before it.
func changesOf(p client.ClockProgress, one, many string) []client.Consequence {
	change := func(n int, noun, done string) client.Consequence {
		return consequence(n, noun, one+" "+done, many+" "+done, "")
	}
	return []client.Consequence{
		change(p.Completed, "order", "completed"), change(p.Canceled, "order", "canceled"), change(p.Reversed, "order", "reversed"),
		change(p.Approved, "order", "approved"), change(p.Expired, "subscription", "disabled"),
	}
}

// consequence says what some things of a kind do. Query lists the records, unless it is "".
func consequence(n int, noun, one, many, query string) client.Consequence {
	c := client.Consequence{Count: n, What: noun + "s", Does: many, Query: query}
	if noun != "session" {
		c.Kind = client.Kind(noun + "s")
	}
	if n == 1 {
		c.What, c.Does = noun, one
	}
	return c
}

// dropZero leaves out the consequences for nothing.
func dropZero(all []client.Consequence) []client.Consequence {
	some := []client.Consequence{}
	for _, c := range all {
		if c.Count > 0 {
			some = append(some, c)
		}
	}
	return some
}

// span writes two moments as a range of a query.
func span(from, to time.Time) string {
	const form = "2006-01-02T15:04:05.000Z"
	return from.UTC().Format(form) + ".." + to.UTC().Format(form)
}
