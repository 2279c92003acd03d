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
