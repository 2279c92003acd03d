// Package housekeeping does the work of a sandbox that no call causes: it reports the
// health of the data file, deletes accounts that nobody calls, ends expired scenarios, and
// gives memory back after a load.
//
// It leaves to account and scenario which accounts and scenarios these are, and to its
// caller when a round is due.
package housekeeping

import (
	"context"
	"log/slog"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// The times between two rounds.
const (
	Interval    = 10 * time.Second // of Keep
	EndInterval = time.Second      // of EndScenarios
)

// Housekeeper works for the accounts of a registry.
type Housekeeper struct {
	Registry *account.Registry
	Health   func() error  // returns why the data file can no longer keep new records
	TTL      time.Duration // of accounts without one of their own
	First    string        // the code of the account to keep in any case
	Log      *slog.Logger
}

// Keep does its work at every tick, until ctx is done. At last it looks at the data file once
// more, because a stop ends the data of a deleted one.
func (h Housekeeper) Keep(ctx context.Context, ticks <-chan time.Time) {
	var unhealthy string
	var memory idleMemory
	for {
		select {
		case <-ctx.Done():
			h.reportHealth(ctx, unhealthy)
			return
		case <-ticks:
		}
		unhealthy = h.reportHealth(ctx, unhealthy)
		h.deleteIdle(ctx)
		memory.tick()
	}
}

// EndScenarios ends expired scenarios at every tick until ctx is done, so the stream
// reports them before the next call does.
func (h Housekeeper) EndScenarios(ctx context.Context, ticks <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		for _, a := range h.Registry.All() {
			a.Director.EndExpired()
		}
	}
}

// reportHealth logs when the data file can no longer keep new records, or can
// again, and returns the reason.
func (h Housekeeper) reportHealth(ctx context.Context, before string) string {
	err := h.Health()
	switch {
	case err == nil && before == "":
		return ""
	case err == nil:
		h.Log.InfoContext(ctx, "the data file is usable again")
		return ""
	case err.Error() != before:
		h.Log.ErrorContext(ctx, "the sandbox is not ready", slog.Any("error", err))
	}
	return err.Error()
}

// deleteIdle deletes the accounts without a call for their own time or for TTL,
// except the first one.
func (h Housekeeper) deleteIdle(ctx context.Context) {
	deleted, err := h.Registry.DeleteIdle(ctx, h.TTL, h.First)
	for _, a := range deleted {
		h.Log.InfoContext(ctx, "deleted an account that nobody called", slog.String("account", a.Code), slog.Duration("for", a.TTL))
	}
	if err != nil && ctx.Err() == nil {
		h.Log.ErrorContext(ctx, "cannot delete accounts that nobody called", slog.Any("error", err))
	}
}
