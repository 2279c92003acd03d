package sandbox

import (
	"context"
	"log/slog"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
)

// The times between two rounds.
const (
	keepInterval = 10 * time.Second // of keep
	endInterval  = time.Second      // of endScenarios
)

// housekeeper does the work that no call causes, for the accounts of a registry: it reports
// the health of the data file, deletes accounts that nobody calls, ends expired scenarios, and
// gives memory back after a load.
type housekeeper struct {
	registry *account.Registry
	health   func() error  // returns why the data file can no longer keep new records
	ttl      time.Duration // of accounts without one of their own
	first    string        // the code of the account to keep in any case
	log      *slog.Logger
}

// keep does its work at every tick, until ctx is done. At last it looks at the data file once
// more, because a stop ends the data of a deleted one.
func (h housekeeper) keep(ctx context.Context, ticks <-chan time.Time) {
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

// endScenarios ends expired scenarios at every tick until ctx is done, so the stream
// reports them before the next call does.
func (h housekeeper) endScenarios(ctx context.Context, ticks <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		for _, a := range h.registry.All() {
			a.Director.EndExpired()
		}
	}
}

// reportHealth logs when the data file can no longer keep new records, or can
// again, and returns the reason.
func (h housekeeper) reportHealth(ctx context.Context, before string) string {
	err := h.health()
	switch {
	case err == nil && before == "":
		return ""
	case err == nil:
		h.log.InfoContext(ctx, "the data file is usable again")
		return ""
	case err.Error() != before:
		h.log.ErrorContext(ctx, "the sandbox is not ready", slog.Any("error", err))
	}
	return err.Error()
}

// deleteIdle deletes the accounts without a call for their own time or for ttl,
// except the first one.
func (h housekeeper) deleteIdle(ctx context.Context) {
	deleted, err := h.registry.DeleteIdle(ctx, h.ttl, h.first)
	for _, a := range deleted {
		h.log.InfoContext(ctx, "deleted an account that nobody called", slog.String("account", a.Code), slog.Duration("for", a.TTL))
	}
	if err != nil && ctx.Err() == nil {
		h.log.ErrorContext(ctx, "cannot delete accounts that nobody called", slog.Any("error", err))
	}
}
