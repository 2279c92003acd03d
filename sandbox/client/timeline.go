package client

import (
	"context"
	"time"
)

// Timeline shows an account on its clock, around the present moment.
type Timeline struct {
	Clock         Clock             `json:"clock"`
	From          time.Time         `json:"from"`
	To            time.Time         `json:"to"`
	Window        time.Time         `json:"window"`        // where the window of a search without filters begins (section 4.1)
	Orders        Ticks             `json:"orders"`        // dates of the orders found by a search without filters within its window
	Subscriptions Ticks             `json:"subscriptions"` // expiration dates
	Calls         Ticks             `json:"calls"`         // that are recorded
	Campaigns     TimelineCampaigns `json:"campaigns"`
	Sessions      []TimelineSession `json:"sessions"`  // of the last 50 recorded logins
	Snapshots     []Snapshot        `json:"snapshots"` // those that know their time
}

// Ticks are moments, at most 240 of them: close ones are counted as one.
type Ticks struct {
	Total int    `json:"total"` // between the ends of the timeline
	Ticks []Tick `json:"ticks"` // the earliest first
}

// Tick is one or more things at a moment.
type Tick struct {
	Time  time.Time `json:"time"` // of the first of them
	Count int       `json:"count"`
}

// TimelineCampaigns are the campaigns with a day between the ends of a timeline.
type TimelineCampaigns struct {
	Total int                `json:"total"`
	Rows  []TimelineCampaign `json:"rows"` // at most 60, those that begin or end within first
}

// TimelineCampaign is when a campaign runs.
type TimelineCampaign struct {
	Code     string   `json:"code"`
	Name     string   `json:"name"`
	Standing Standing `json:"standing"`        // on the account's clock
	Start    string   `json:"start,omitempty"` // Y-m-d, empty for none
	End      string   `json:"end,omitempty"`   // likewise, the day included
}

// TimelineSession is how long a SOAP session is valid.
type TimelineSession struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// Timeline returns what the account has between two moments of its clock. A zero moment
// is 10 days before or 12 days after the present one.
func (a *Account) Timeline(ctx context.Context, from, to time.Time) (Timeline, error) {
	text := func(moment time.Time) string {
		if moment.IsZero() {
			return ""
		}
		return moment.UTC().Format(time.RFC3339Nano)
	}
	return get[Timeline](ctx, a.client, with(a.at("timeline"), "from", text(from), "to", text(to)))
}
