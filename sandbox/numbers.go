package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// numbers are the part of the data file that keeps the ids of calls unique across
// processes. A killed process leaves no End.
type numbers struct {
	Calls int64 `json:"calls"` // the highest number possibly given to a call
	events.End
}

// follow makes the journal and the log of events. Their numbers go on from the end
// of the process before.
func (s *Sandbox) follow() error {
	stored, err := s.store.Numbers()
	if err != nil {
		return err
	}
	var before numbers
	if stored != nil {
		if err := json.Unmarshal(stored, &before); err != nil {
			return fmt.Errorf("the numbers of calls in the data file cannot be read: %w", err)
		}
	}
	s.calls = journal.New(s.options.journalLimits())
	s.events = events.New(s.calls, s.options.Wall(), before.End)
	if s.options.Ephemeral {
		return nil // nothing outlives the process
	}
	s.calls.Resume(before.Calls, func(mark int64) { s.saveNumbers(numbers{Calls: mark}) })
	s.tending.Go(func() { s.calls.Reserve(s.running) })
	return nil
}

// endNumbers stores the used numbers, so the next process goes on without a gap.
func (s *Sandbox) endNumbers() {
	if s.calls != nil && !s.options.Ephemeral {
		s.saveNumbers(numbers{Calls: s.calls.Used(), End: s.events.End()})
	}
}

// saveNumbers stores numbers. Calls may wait for it, so no context ends it early.
func (s *Sandbox) saveNumbers(n numbers) {
	text, err := json.Marshal(n)
	if err == nil {
		err = s.store.SaveNumbers(context.Background(), text)
	}
	if err != nil {
		s.options.Log.Warn("cannot store which numbers calls may have, so the next process may give some of them again", slog.Any("error", err))
	}
}
