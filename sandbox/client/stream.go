package client

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
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
	return eventsOf(response.Body, types), nil
}

// message is one server-sent event.
type message struct{ id, kind, data string }

// event returns the message as an event, with data of the type of its kind.
func (m message) event(types map[EventKind]any) (Event, error) {
	e := Event{ID: m.id, Kind: EventKind(m.kind)}
	zero, known := types[e.Kind]
	if !known {
		e.Data = json.RawMessage(m.data)
		return e, nil
	}
	data := reflect.New(reflect.TypeOf(zero))
	err := json.Unmarshal([]byte(m.data), data.Interface())
	e.Data = data.Elem().Interface()
	return e, err
}

// eventsOf yields the events of a body, and closes the body at the end. An error ends the
// sequence.
func eventsOf(body io.ReadCloser, types map[EventKind]any) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		defer body.Close()
		from := bufio.NewReader(body)
		for {
			var e Event
			m, err := nextMessage(from)
			if err == nil {
				e, err = m.event(types)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// nextMessage reads up to the next message with data. A sandbox writes each field on one
// line; a line with a leading colon is a sign of life.
func nextMessage(from *bufio.Reader) (message, error) {
	var m message
	for {
		line, err := from.ReadString('\n')
		if err != nil {
			return m, fmt.Errorf("the stream ended early: %w", err)
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "":
			if m.data != "" {
				return m, nil
			}
			m = message{}
		case "id":
			m.id = value
		case "event":
			m.kind = value
		case "data":
			m.data = value
		}
	}
}
