package sandbox

import (
	"context"
	"log/slog"
	"time"
)

// tendInterval is the time between two rounds of tend.
const tendInterval = 10 * time.Second

// tend does the work that no call causes at every tick, until the sandbox stops.
func (s *Sandbox) tend(ticks <-chan time.Time) {
	var unhealthy string
	var memory idleMemory
	for {
		select {
		case <-s.running.Done():
			return
		case <-ticks:
		}
		unhealthy = s.reportHealth(unhealthy)
		s.deleteIdle(s.running)
		memory.tick()
	}
}

// reportHealth logs when the data file can no longer keep new records, or can
// again, and returns the reason.
func (s *Sandbox) reportHealth(before string) string {
	err := s.store.Health()
	switch {
	case err == nil && before == "":
		return ""
	case err == nil:
		s.options.Log.InfoContext(s.running, "the data file is usable again")
		return ""
	case err.Error() != before:
		s.options.Log.ErrorContext(s.running, "the sandbox is not ready", slog.Any("error", err))
	}
	return err.Error()
}

// deleteIdle deletes the accounts without a call for their own time or for
// Options.AccountTTL, except the first one.
func (s *Sandbox) deleteIdle(ctx context.Context) {
	deleted, err := s.registry.DeleteIdle(ctx, s.options.AccountTTL, s.options.VendorCode)
	for _, a := range deleted {
		s.options.Log.InfoContext(ctx, "deleted an account that nobody called", slog.String("account", a.Code), slog.Duration("for", a.TTL))
	}
	if err != nil && ctx.Err() == nil {
		s.options.Log.ErrorContext(ctx, "cannot delete accounts that nobody called", slog.Any("error", err))
	}
}
