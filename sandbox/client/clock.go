package client

import (
	"context"
	"net/http"
	"time"
)

// Clock is the state of an account's clock.
type Clock struct {
	Now  time.Time `json:"now"`
	Mode string    `json:"mode"` // real, moved or frozen

	// Of the answer to a change of the clock.
	Progress *ClockProgress `json:"progress,omitempty"` // what time changed, when the account answers progress with clock
	Changed  string         `json:"changed,omitempty"`  // the same in words, such as 2 orders were completed, 1 order was approved
	Note     string         `json:"note,omitempty"`     // what the change did not do
}

// ClockProgress counts what time changed. The journal has an entry for each.
type ClockProgress struct {
	Completed int `json:"completed"` // orders
	Canceled  int `json:"canceled"`
	Reversed  int `json:"reversed"`
	Approved  int `json:"approved"`
	Expired   int `json:"expired"` // subscriptions
}

// ClockChange is a change of an account's clock. Mode excludes the other
// fields, and Now excludes Advance.
type ClockChange struct {
	Mode    string `json:"mode,omitempty"`    // real: the machine's time
	Now     string `json:"now,omitempty"`     // the moment to move to: 2026-10-09, 2026-10-09 12:00:00 or RFC 3339
	Advance string `json:"advance,omitempty"` // how far to move, such as 8d or -1d12h
	Freeze  bool   `json:"freeze,omitempty"`  // whether the clock stops there
	DryRun  bool   `json:"dry_run,omitempty"` // whether to answer only what the change would do, as a ClockPreview
}

// Clock returns the state of the account's clock.
func (a *Account) Clock(ctx context.Context) (Clock, error) {
	return get[Clock](ctx, a.client, a.at("clock"))
}

// ChangeClock changes the account's clock. The change applies to every call
// that begins after it.
func (a *Account) ChangeClock(ctx context.Context, change ClockChange) (Clock, error) {
	return ask[Clock](ctx, a.client, http.MethodPut, a.at("clock"), change)
}

// Freeze stops the account's clock at its present moment.
func (a *Account) Freeze(ctx context.Context) (Clock, error) {
	return a.ChangeClock(ctx, ClockChange{Freeze: true})
}

// FreezeAt stops the account's clock at a moment.
func (a *Account) FreezeAt(ctx context.Context, t time.Time) (Clock, error) {
	return a.ChangeClock(ctx, ClockChange{Now: t.Format(time.RFC3339Nano), Freeze: true})
}

// SetClock moves the account's clock to a moment. A frozen clock stays frozen.
func (a *Account) SetClock(ctx context.Context, t time.Time) (Clock, error) {
	return a.ChangeClock(ctx, ClockChange{Now: t.Format(time.RFC3339Nano)})
}

// Advance moves the account's clock by d, backwards when d is negative.
func (a *Account) Advance(ctx context.Context, d time.Duration) (Clock, error) {
	return a.ChangeClock(ctx, ClockChange{Advance: d.String()})
}

// RealTime makes the account's clock show the machine's time again.
func (a *Account) RealTime(ctx context.Context) (Clock, error) {
	return a.ChangeClock(ctx, ClockChange{Mode: "real"})
}

// ClockTurn is a clock before and after a change.
type ClockTurn struct {
	Before Clock `json:"before"`
	After  Clock `json:"after"`
}

// ClockPreview is what a change of an account's clock would do.
type ClockPreview struct {
	DryRun        bool              `json:"dry_run"` // true, because nothing has changed
	Clock         ClockTurn         `json:"clock"`
	Orders        OrderTurns        `json:"orders"`
	Campaigns     []CampaignTurn    `json:"campaigns"`
	Subscriptions SubscriptionTurns `json:"subscriptions"`
	Sessions      SessionTurns      `json:"sessions"`
	Progress      *ProgressPreview  `json:"progress,omitempty"` // what time would change, for an account with the answer clock to progress
	Consequences  []Consequence     `json:"consequences"`       // all of it in words, the most important first
}

// Consequence is what a change of the clock does to some records or sessions, in words.
type Consequence struct {
	Count int    `json:"count"`
	What  string `json:"what"`           // such as orders, or order for one
	Does  string `json:"does"`           // such as leave the default search
	Kind  Kind   `json:"kind,omitempty"` // of the records; empty for sessions
	Query string `json:"q,omitempty"`    // lists the records; empty when no query finds them
}

// ProgressPreview is what time would change.
type ProgressPreview struct {
	ClockProgress
	More bool `json:"more,omitempty"` // whether more would change than is counted
}

// OrderTurns are how many orders enter and leave the list of a search without
// filters (section 4.1).
type OrderTurns struct {
	Enter int `json:"enter"`
	Leave int `json:"leave"`
}

// CampaignTurn is how many campaigns get another standing.
type CampaignTurn struct {
	From  Standing `json:"from"`
	To    Standing `json:"to"`
	Count int      `json:"count"`
}

// SubscriptionTurns are how many subscriptions pass their expiration date,
// forwards and backwards.
type SubscriptionTurns struct {
	Expire int `json:"expire"`
	Revive int `json:"revive"`
}

// SessionTurns are how many SOAP sessions end and become valid again, of those with a
// recorded login.
type SessionTurns struct {
	Expire int `json:"expire"`
	Revive int `json:"revive"`
}

// PreviewClock returns what ChangeClock would do, and changes nothing.
func (a *Account) PreviewClock(ctx context.Context, change ClockChange) (ClockPreview, error) {
	change.DryRun = true
	return ask[ClockPreview](ctx, a.client, http.MethodPut, a.at("clock"), change)
}

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
