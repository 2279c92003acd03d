package client

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"reflect"
	"strings"
)

// StreamOptions select what a stream reports. The zero value selects everything
// from now on.
type StreamOptions struct {
	Accounts []string // vendor codes and NoAccount; an account may be opened later
	Query    string   // selects calls, in the query language; every other event is sent all the same
	Lines    bool     // calls are EntryLine in place of Entry
	Last     string   // id of the last event that the reader has; the stream goes on after it
}

// Event is one event of a stream.
type Event struct {
	ID   string    // for StreamOptions.Last; empty for an event that no reader continues after
	Kind EventKind // says which type Data has
	Data any       // of the kind's type, such as Hello; json.RawMessage for a kind unknown to this version
}

// Stream returns the events of the sandbox, in order: first a Hello, then calls and every
// change beside them. Nothing after the return of Stream is left out, unless a Missed
// event counts it. An error ends the sequence; continue with the ID of the last event.
// The sequence can be read once, and ends with ctx or with the loop over it.
func (c *Client) Stream(ctx context.Context, o StreamOptions) (iter.Seq2[Event, error], error) {
	types, view := EventTypes(), ""
	if o.Lines {
		types[EventCall], view = EntryLine{}, "line"
	}
	response, err := c.Send(ctx, http.MethodGet, with(at("stream"), "accounts", strings.Join(o.Accounts, ","), "q", o.Query, "view", view, "last", o.Last), nil)
	if err != nil {
		return nil, err
	}
	return func(yield func(Event, error) bool) {
		defer response.Body.Close()
		from := bufio.NewReader(response.Body)
		for {
			e, data, err := nextEvent(from)
			if zero, known := types[e.Kind]; known {
				of := reflect.New(reflect.TypeOf(zero))
				err = json.Unmarshal([]byte(data), of.Interface())
				e.Data = of.Elem().Interface()
			} else if err == nil {
				e.Data = json.RawMessage(data)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}, nil
}

// nextEvent reads up to the next event with data, and returns both. A sandbox writes each
// field on one line; a line with a leading colon is a sign of life.
func nextEvent(from *bufio.Reader) (e Event, data string, err error) {
	for {
		line, err := from.ReadString('\n')
		if err != nil {
			return Event{}, "", fmt.Errorf("the stream ended early: %w", err)
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "":
			if data != "" {
				return e, data, nil
			}
			e = Event{}
		case "id":
			e.ID = value
		case "event":
			e.Kind = EventKind(value)
		case "data":
			data = value
		}
	}
}
