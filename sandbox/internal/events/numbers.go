package events

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// NumberStore keeps numbers for the next process, as one text under usedName.
type NumberStore interface {
	All() (map[string][]byte, error)
	Put(ctx context.Context, name string, text []byte) error
}

// Numbers keep the ids of calls unique across processes. Nil Numbers keep nothing.
type Numbers struct {
	Store   NumberStore
	Calls   *journal.Journal
	Lasting bool // whether the store outlives the process
	Log     *slog.Logger
}

// usedName is the name of the numbers in the store.
const usedName = "used"

// used are the numbers in the store. A killed process leaves no End.
type used struct {
	Calls int64 `json:"calls"` // the highest number possibly given to a call
	End
}

// Resume returns the log of a process started at a moment. Its numbers and those of the
// journal go on from the end of the process before.
func (n *Numbers) Resume(started time.Time) (*Log, error) {
	stored, err := n.Store.All()
	if err != nil {
		return nil, err
	}
	var before used
	if text := stored[usedName]; text != nil {
		if err := json.Unmarshal(text, &before); err != nil {
			return nil, fmt.Errorf("the numbers of calls in the data file cannot be read: %w", err)
		}
	}
	if n.Lasting {
		n.Calls.Resume(before.Calls, func(mark int64) { n.save(used{Calls: mark}) })
	}
	return New(n.Calls, started, before.End), nil
}

// Reserve reserves numbers for calls ahead, until ctx is done.
func (n *Numbers) Reserve(ctx context.Context) {
	if n.Lasting {
		n.Calls.Reserve(ctx)
	}
}

// End stores the used numbers, so the next process goes on without a gap.
func (n *Numbers) End(log *Log) {
	if n != nil && n.Lasting {
		n.save(used{Calls: n.Calls.HighestNumber(), End: log.End()})
	}
}

// save stores numbers. Calls may wait for it, so no context ends it early.
func (n *Numbers) save(u used) {
	text, err := json.Marshal(u)
	if err == nil {
		err = n.Store.Put(context.Background(), usedName, text)
	}
	if err != nil {
		n.Log.Warn("cannot store which numbers calls may have, so the next process may give some of them again", slog.Any("error", err))
	}
}
