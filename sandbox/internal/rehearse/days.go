package rehearse

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// beforeMidnight is two seconds before a day ends. Each call moves the clock on by a second.
const beforeMidnight = 24*time.Hour - 2*time.Second

// on returns the variant of a moment at which the records are seeded as well. The ordinary day
// nearby is the 15th of its month.
func on(of string, t time.Time) *variant {
	noon := time.Date(t.Year(), t.Month(), 15, 12, 0, 0, 0, time.UTC)
	return &variant{name: dayPrefix + t.Format(time.RFC3339), says: fmt.Sprintf("at %s (%s)", t.Format(time.RFC3339), of), of: of, moment: t,
		ordinary: &variant{name: dayPrefix + noon.Format(time.RFC3339), says: "at noon of an ordinary day, " + noon.Format(time.DateOnly), moment: noon}}
}

// calendar returns the moments from now on that break clients, which have nothing to do with
// the records of an account.
func calendar(now time.Time) (all []*variant) {
	add := func(of string, moments ...time.Time) {
		for _, t := range moments {
			all = append(all, on(of, t))
		}
	}
	day := func(year int, month time.Month, day int) time.Time {
		return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	}
	const noon = 12 * time.Hour
	for _, year := range []int{2028, 2100} { // 2100 has no 29 February
		add("the end of February", day(year, time.February, 28).Add(noon), day(year, time.February, 29).Add(noon))
	}
	long := day(now.Year(), now.Month(), now.Day())
	for long = long.AddDate(0, 0, 1); long.Day() != 31; {
		long = long.AddDate(0, 0, 1)
	}
	add("the end of a long month", long.Add(noon), long.Add(noon).AddDate(0, 0, 1))
	for _, c := range clockChanges {
		year := now.Year()
		if now.Month() >= c.month {
			year++
		}
		sunday := day(year, c.month, c.from)
		sunday = sunday.AddDate(0, 0, int(7-sunday.Weekday())%7)
		add("a night of the clock change in "+c.where, sunday.Add(c.change-2*time.Second), sunday.Add(c.near))
	}
	add("midnight", day(now.Year(), now.Month(), now.Day()).Add(beforeMidnight))
	add("new year", day(now.Year(), time.December, 31).Add(beforeMidnight), day(now.Year()+1, time.January, 1))
	return all
}

// clockChanges are the nights of a Sunday in which places change their clocks.
var clockChanges = []struct {
	where  string
	month  time.Month
	from   int           // the first day that may be the Sunday
	change time.Duration // when the clocks change, from the begin of the Sunday
	near   time.Duration // a moment near midnight, at which a day there, taken off as 24 hours, leads to a wrong day
}{
	{"Europe", time.March, 25, time.Hour, 22*time.Hour + 30*time.Minute},
	{"Europe", time.October, 25, time.Hour, 22*time.Hour + 30*time.Minute},
	{"America", time.March, 8, 7 * time.Hour, 28*time.Hour + 30*time.Minute},
	{"America", time.November, 1, 6 * time.Hour, 28*time.Hour + 30*time.Minute},
}

// timeline returns one second before and after the first and the last moment of each kind of
// the account's own timeline, and both sides of the moment at which its last order leaves the
// window of a search without filters. The clock moves there.
func (r *rehearsal) timeline(ctx context.Context) (all []*variant, err error) {
	found, err := r.Client.Account(r.good.code).Timeline(ctx, time.Time{}, time.Time{})
	if err != nil {
		return nil, err
	}
	var starts, ends []time.Time
	for _, row := range found.Campaigns.Rows {
		if t, err := time.Parse(time.DateOnly, row.Start); err == nil {
			starts = append(starts, t)
		}
		if t, err := time.Parse(time.DateOnly, row.End); err == nil {
			ends = append(ends, t.AddDate(0, 0, 1)) // the day is included
		}
	}
	orders := timesOf(found.Orders)
	for _, kind := range []struct {
		name    string
		moments []time.Time
	}{{"order", orders}, {"expiration", timesOf(found.Subscriptions)}, {"campaign-start", starts}, {"campaign-end", ends}} {
		if len(kind.moments) > 0 {
			all = append(all, around("first-"+kind.name, slices.MinFunc(kind.moments, time.Time.Compare))...)
			all = append(all, around("last-"+kind.name, slices.MaxFunc(kind.moments, time.Time.Compare))...)
		}
	}
	if len(orders) > 0 {
		last := slices.MaxFunc(orders, time.Time.Compare)
		all = append(all, around("last-order-in-the-window", last.Add(found.Clock.Now.Sub(found.Window)))...)
	}
	return all, nil
}

func timesOf(t client.Ticks) (all []time.Time) {
	for _, tick := range t.Ticks {
		all = append(all, tick.Time)
	}
	return all
}

// around returns the variants one second before and after a moment, with half a day later as
// their ordinary day.
func around(name string, t time.Time) (all []*variant) {
	moved := func(before string, by time.Duration) *variant {
		return &variant{name: dayPrefix + before + name, says: fmt.Sprintf("with the clock at %s (%s)", t.Add(by).Format(time.RFC3339), strings.ReplaceAll(before+name, "-", " ")),
			of: name, moment: t.Add(by), moved: true}
	}
	ordinary := moved("half-a-day-after-the-", 12*time.Hour)
	for _, v := range []*variant{moved("a-second-before-the-", -time.Second), moved("a-second-after-the-", time.Second)} {
		v.ordinary = ordinary
		all = append(all, v)
	}
	return all
}

// daysInWords returns on which moments the suite did another thing than on an ordinary day.
func (r *rehearsal) daysInWords() string {
	var fails []string
	tried, needs := 0, 0
	for _, t := range r.report.Trials {
		if at, isDay := strings.CutPrefix(t.Schedule, dayPrefix); isDay {
			tried++
			switch t.Result {
			case client.FailsOnADay:
				fails = append(fails, at)
			case client.NeedsTheDate:
				needs++
			}
		}
	}
	text := fmt.Sprintf("days: fails at none of %s", phrase.Count(tried, "moment"))
	if len(fails) > 0 {
		text = fmt.Sprintf("days: fails at %d of %s: %s", len(fails), phrase.Count(tried, "moment"), phrase.List(fails...))
	}
	if needs > 0 {
		text += fmt.Sprintf("; needs the date of the machine at %d", needs)
	}
	return text
}
