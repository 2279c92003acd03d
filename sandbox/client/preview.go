package client

import (
	"context"
	"net/http"
)

// ResetPreview is what a reset would do.
type ResetPreview struct {
	DryRun    bool          `json:"dry_run"` // true, because nothing has changed
	To        string        `json:"to"`
	Records   RecordChanges `json:"records"`
	Calls     int64         `json:"calls"`    // recorded calls that it would delete
	Sessions  int           `json:"sessions"` // valid SOAP sessions that it would end, of those whose login is recorded
	Scenarios ScenarioTurns `json:"scenarios"`
	Features  []FeatureTurn `json:"features"`  // that would change
	Questions []AnswerTurn  `json:"questions"` // whose answers would change
	Clock     ClockTurn     `json:"clock"`
}

// RecordChanges are how a reset would change the records of each kind. Settings
// are the upsell settings, which are one record.
type RecordChanges struct {
	Orders        KindChanges `json:"orders"`
	Campaigns     KindChanges `json:"campaigns"`
	Customers     KindChanges `json:"customers"`
	Subscriptions KindChanges `json:"subscriptions"`
	Products      KindChanges `json:"products"`
	Partners      KindChanges `json:"partners"`
	Settings      KindChanges `json:"settings"`
}

// KindChanges are how a reset would change the records of one kind.
type KindChanges struct {
	Before  int `json:"before"` // how many there are
	After   int `json:"after"`  // how many there would be
	Added   int `json:"added"`
	Changed int `json:"changed"`
	Edited  int `json:"edited"` // of these, since they were seeded; the others differ by the time of the seeding alone
	Removed int `json:"removed"`
}

// ScenarioTurns are the scenarios that a reset would activate and deactivate.
// Those that stay active begin to count at zero.
type ScenarioTurns struct {
	Activated   []string `json:"activated"`
	Deactivated []string `json:"deactivated"`
}

// FeatureTurn is a feature flag that would change.
type FeatureTurn struct {
	Flag   string `json:"flag"`
	Before bool   `json:"before"`
	After  bool   `json:"after"`
}

// AnswerTurn is an open question whose answer would change.
type AnswerTurn struct {
	ID     string `json:"id"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// ClockTurn is what a clock shows and what it would show.
type ClockTurn struct {
	Before Clock `json:"before"`
	After  Clock `json:"after"`
}

// PreviewReset returns what Reset would do, and changes nothing.
func (a *Account) PreviewReset(ctx context.Context, to string, keep ...Part) (ResetPreview, error) {
	var preview ResetPreview
	err := a.client.call(ctx, http.MethodPost, a.at("reset"), Reset{To: to, Keep: keep, DryRun: true}, &preview)
	return preview, err
}

// ClockPreview is what a change of an account's clock would do.
type ClockPreview struct {
	DryRun        bool              `json:"dry_run"` // true, because nothing has changed
	Clock         ClockTurn         `json:"clock"`
	Orders        OrderTurns        `json:"orders"`
	Campaigns     []CampaignTurn    `json:"campaigns"`
	Subscriptions SubscriptionTurns `json:"subscriptions"`
	Sessions      SessionTurns      `json:"sessions"`
	Progress      *ProgressPreview  `json:"progress,omitempty"` // what time would change, for an account whose answer to progress is clock
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

// SessionTurns are how many SOAP sessions end and become valid again, of those
// whose login is recorded.
type SessionTurns struct {
	Expire int `json:"expire"`
	Revive int `json:"revive"`
}

// PreviewClock returns what ChangeClock would do, and changes nothing.
func (a *Account) PreviewClock(ctx context.Context, change ClockChange) (ClockPreview, error) {
	change.DryRun = true
	var preview ClockPreview
	err := a.client.call(ctx, http.MethodPut, a.at("clock"), change, &preview)
	return preview, err
}
