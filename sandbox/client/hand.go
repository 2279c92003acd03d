package client

import (
	"context"
	"time"
)

// ByHand lists the changes beside the calls of an account: by a person or a program
// through the control interface, or by a scenario.
type ByHand struct {
	Since   time.Time    `json:"since,omitzero"` // when the account was opened or reset, its calls were deleted, or too many records changed at once; earlier changes are not kept
	Why     string       `json:"why,omitempty"`  // what happened then
	Total   int          `json:"total"`
	Lost    int          `json:"lost,omitempty"` // changes without room
	Changes []HandChange `json:"changes"`        // the newest first
}

// HandChange is one change beside calls.
type HandChange struct {
	WallTime time.Time    `json:"wall_time"`
	Kind     EventKind    `json:"kind"`              // record, clock, scenario, feature, question, account or library
	Name     string       `json:"name,omitempty"`    // of the scenario, the feature, the question or the setting
	Value    string       `json:"value,omitempty"`   // on, off or the answer; of a scenario activated, deactivated, saved or deleted
	From     *time.Time   `json:"from,omitempty"`    // what a clock showed before
	To       *time.Time   `json:"to,omitempty"`      // what it showed then
	Moved    string       `json:"moved,omitempty"`   // before or after a call, when a scenario made the change
	Records  []RecordName `json:"records,omitempty"` // that changed, at most 100 of them
	Change   *Change      `json:"change,omitempty"`  // of the record that was asked for
}

// ByHand returns the changes beside the calls of the account. A record such as
// order/100031545 or campaign/@campaign-enabled leaves out all other changes, "" none.
// Limit is how many changes are returned, 100 when it is 0, at most 1,000.
func (a *Account) ByHand(ctx context.Context, record string, limit int) (ByHand, error) {
	return get[ByHand](ctx, a.client, with(a.at("by-hand"), "record", record, "limit", limit))
}
