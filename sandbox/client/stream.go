package client

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"
)

// ErrDeleted ends the stream when the account is deleted.
var ErrDeleted = errors.New("the account was deleted")

// MissedError reports calls that the journal dropped before a slow reader of the
// stream could get them. The stream goes on after it.
type MissedError struct{ Calls int64 }

// Error returns how many calls are missing.
func (e *MissedError) Error() string {
	return fmt.Sprintf("%d calls were dropped from the journal before they could be read", e.Calls)
}

// Follow returns the calls of the account as they end, oldest first. The
// sequence contains every call that ends after Follow returns, except those
// that a *MissedError counts. Every other error ends the sequence. The sequence
// can be read once, and ends with ctx or with the loop over it. Follow ignores
// Limit, Before and Facets of the filter.
func (a *Account) Follow(ctx context.Context, f Filter) (iter.Seq2[Entry, error], error) {
	f.Limit, f.Before, f.Facets = 0, "", nil
	response, err := a.client.send(ctx, http.MethodGet, a.at("requests", "stream")+f.query(), nil)
	if err != nil {
		return nil, err
	}
	return func(yield func(Entry, error) bool) {
		defer response.Body.Close()
		events := bufio.NewReader(response.Body)
		for {
			call, err := nextCall(events)
			var missed *MissedError
			if !yield(call, err) || err != nil && !errors.As(err, &missed) {
				return
			}
		}
	}, nil
}

// nextCall reads up to the next event with data.
func nextCall(events *bufio.Reader) (Entry, error) {
	for {
		kind, data, err := nextEvent(events)
		switch {
		case err != nil:
			return Entry{}, err
		case kind == "deleted":
			return Entry{}, ErrDeleted
		case kind == "missed":
			return Entry{}, missedBy(data)
		case data != "":
			var call Entry
			err := json.Unmarshal([]byte(data), &call)
			return call, err
		}
	}
}

func missedBy(data string) error {
	var count struct{ Missed int64 }
	if err := json.Unmarshal([]byte(data), &count); err != nil {
		return err
	}
	return &MissedError{count.Missed}
}

// nextEvent reads one server-sent event, up to the empty line after it. A
// sandbox writes each field on one line; a line that begins with a colon is a
// sign of life.
func nextEvent(events *bufio.Reader) (kind, data string, err error) {
	for {
		line, err := events.ReadString('\n')
		if err != nil {
			return "", "", fmt.Errorf("the stream ended early: %w", err)
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "":
			return kind, data, nil
		case "event":
			kind = value
		case "data":
			data = value
		}
	}
}
