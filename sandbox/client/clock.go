package client

import (
	"context"
	"net/http"
	"time"
)

// Clock is what an account's clock shows.
type Clock struct {
	Now  time.Time `json:"now"`
	Mode string    `json:"mode"` // real, moved or frozen
}

// Clock returns what the account's clock shows.
func (a *Account) Clock(ctx context.Context) (Clock, error) {
	var clock Clock
	err := a.client.get(ctx, a.at("clock"), &clock)
	return clock, err
}

// Freeze makes the account's clock stand where it is.
func (a *Account) Freeze(ctx context.Context) (Clock, error) {
	return a.moveClock(ctx, map[string]any{"freeze": true})
}

// FreezeAt makes the account's clock stand at a moment.
func (a *Account) FreezeAt(ctx context.Context, t time.Time) (Clock, error) {
	return a.moveClock(ctx, map[string]any{"now": t, "freeze": true})
}

// SetClock moves the account's clock to a moment. A clock that stands goes on
// standing there.
func (a *Account) SetClock(ctx context.Context, t time.Time) (Clock, error) {
	return a.moveClock(ctx, map[string]any{"now": t})
}

// Advance moves the account's clock, backwards when d is negative. The next
// call meets it.
func (a *Account) Advance(ctx context.Context, d time.Duration) (Clock, error) {
	return a.moveClock(ctx, map[string]any{"advance": d.String()})
}

// RealTime lets the account's clock show the machine's time again.
func (a *Account) RealTime(ctx context.Context) (Clock, error) {
	return a.moveClock(ctx, map[string]any{"mode": "real"})
}

func (a *Account) moveClock(ctx context.Context, move map[string]any) (Clock, error) {
	var clock Clock
	err := a.client.call(ctx, http.MethodPut, a.at("clock"), move, &clock)
	return clock, err
}
