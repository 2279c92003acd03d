package client

import (
	"context"
	"net/http"
)

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
