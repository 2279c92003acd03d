package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
)

// ErrDeleted ends the stream when the account is deleted.
var ErrDeleted = errors.New("the account was deleted")

// MissedCalls is the data of the event missed of the stream of an account's calls.
type MissedCalls struct {
	Missed    int64 `json:"missed"`              // calls that the journal dropped
	Restarted bool  `json:"restarted,omitempty"` // the sandbox was restarted, and nobody knows how many calls are lost
}

// MissedError reports calls that the reader of a stream cannot get any more. The
// stream goes on after it.
type MissedError struct {
	Calls     int64 // that the journal dropped because the reader was too slow
	Restarted bool  // the sandbox was restarted, and nobody knows how many calls are lost
}

// Error returns how many calls are missing.
func (e *MissedError) Error() string {
	if e.Restarted {
		return "the sandbox was restarted; calls that were not read before it may be lost"
	}
	return fmt.Sprintf("%d calls were dropped from the journal before they could be read", e.Calls)
}

// Follow returns the calls of the account as they end, oldest first; after
// Filter.Since, when that is set. The sequence contains every call that ends after
// Follow returns, except those that a *MissedError reports. Every other error ends
// the sequence. The sequence can be read once, and ends with ctx or with the loop
// over it. Follow ignores Limit, Before and Facets of the filter.
func (a *Account) Follow(ctx context.Context, f Filter) (iter.Seq2[Entry, error], error) {
	f.Limit, f.Before, f.Facets = 0, "", nil
	response, err := a.client.send(ctx, http.MethodGet, a.at("requests", "stream")+f.query(), nil)
	if err != nil {
		return nil, err
	}
	return messages(response.Body, message.call), nil
}

// call returns the message as a call.
func (m message) call() (call Entry, err error) {
	switch m.kind {
	case "deleted":
		return call, ErrDeleted
	case string(EventMissed):
		var missed MissedCalls
		if err := json.Unmarshal([]byte(m.data), &missed); err != nil {
			return call, err
		}
		return call, &MissedError{missed.Missed, missed.Restarted}
	}
	err = json.Unmarshal([]byte(m.data), &call)
	return call, err
}
