package control

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

const (
	// heartbeat is the time between two signs of life of a stream without events.
	heartbeat = 15 * time.Second
	// patience is how long a reader may read nothing before the stream ends.
	patience = 30 * time.Second
)

// maxStreams is how many streams there may be at a time.
const maxStreams = 2000

// startStream counts a stream, or returns an error if there are too many.
func (api *API) startStream() error {
	if api.streams.Add(1) <= maxStreams {
		return nil
	}
	api.streams.Add(-1)
	return &account.TooManyError{What: "streams", Max: maxStreams}
}

// stream is one answer made of server-sent events. It has no buffer for events, so that
// an idle reader holds the shared bytes of one event.
type stream struct {
	api     *API
	request *gin.Context
	reader  *events.Reader
	hello   client.Hello
	after   int64                     // it begins after the event with this number
	lines   bool                      // whether it shows calls in short
	accepts func(*journal.Entry) bool // which calls it shows, nil for all

	writer  http.ResponseWriter
	control *http.ResponseController
	beat    time.Duration
}

// follow sends the reader's events until either side goes away.
func (s *stream) follow(ctx context.Context) {
	_ = s.control.SetReadDeadline(time.Time{}) // otherwise the server takes the client for gone; a writer without deadlines has none to lift
	header := s.writer.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-cache")
	header.Set("X-Accel-Buffering", "no") // otherwise nginx keeps events back
	err := s.encodeEvent(s.api.Events.ID(s.after), client.EventHello, s.hello)
	for err == nil {
		if err = s.control.Flush(); err == nil {
			err = s.next(ctx)
		}
	}
}

// next waits for events, or for the time of a sign of life, and writes them.
func (s *stream) next(ctx context.Context) error {
	waiting, cancel := context.WithTimeout(ctx, s.beat)
	defer cancel()
	batch, err := s.reader.Next(waiting)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		// Readers skip the line. With the id, a reader that comes back can skip the events of others.
		return s.write([]byte("id: " + s.api.Events.ID(s.reader.Last()) + "\n: alive\n\n"))
	}
	return s.send(batch)
}

// send writes the events of a batch, and before them how many the reader lost.
func (s *stream) send(b events.Batch) error {
	for _, missed := range []client.Missed{{Calls: b.Missed.Calls}, {Events: b.Missed.Events}} {
		if missed == (client.Missed{}) {
			continue
		}
		if err := s.encodeEvent("", client.EventMissed, missed); err != nil {
			return err
		}
	}
	for _, item := range b.Items {
		text, err := s.text(item)
		if err == nil && text != nil {
			err = s.event(s.api.Events.ID(item.Number), item.Kind, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// text returns the data of an event, nil for a call outside the stream. Streams with the
// same form share it.
func (s *stream) text(item events.Item) ([]byte, error) {
	if item.Call == nil {
		return item.Text()
	}
	if s.accepts != nil && !s.accepts(item.Call) {
		return nil, nil
	}
	if s.lines {
		return s.api.Events.Encode(item.Number, "line", func() ([]byte, error) { return json.Marshal(item.Call.View().Line()) })
	}
	view := "whole " + s.api.origin(s.request) // its curl has the origin
	return s.api.Events.Encode(item.Number, view, func() ([]byte, error) { return json.Marshal(s.api.mask(s.request, item.Call)) })
}

// event writes an event. Without an id, a returning reader continues after the event before.
func (s *stream) event(id string, kind client.EventKind, data []byte) error {
	head := "event: " + string(kind) + "\ndata: "
	if id != "" {
		head = "id: " + id + "\n" + head
	}
	return s.write([]byte(head), data, []byte("\n\n"))
}

// encodeEvent encodes data and writes an event with them.
func (s *stream) encodeEvent(id string, kind client.EventKind, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return s.event(id, kind, text)
}

// write puts off the deadline of the answer, a moment of the machine's clock, and writes
// the parts.
func (s *stream) write(parts ...[]byte) error {
	_ = s.control.SetWriteDeadline(clock.System().Add(patience)) // a writer without deadlines waits forever
	for _, part := range parts {
		if _, err := s.writer.Write(part); err != nil {
			return err
		}
	}
	return nil
}
