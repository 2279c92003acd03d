package control

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
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

// follow answers with a stream of the reader's events, in a form.
func (api *API) follow(reader *events.Reader, f *eventForm) (answer, error) {
	if err := api.startStream(); err != nil {
		reader.Close()
		return answer{}, err
	}
	return answer{stream: func(w http.ResponseWriter, r *http.Request) {
		defer api.streams.Add(-1)
		defer reader.Close()
		s := &stream{writer: w, control: http.NewResponseController(w), beat: heartbeat}
		s.follow(r.Context(), reader, f)
	}}, nil
}

// stream is one answer made of server-sent events. It has no buffer for events, so that
// an idle reader holds the shared bytes of one event.
type stream struct {
	writer  http.ResponseWriter
	control *http.ResponseController
	beat    time.Duration
	head    []byte // of the event being written
	written bool   // since the last flush
}

// follow sends the reader's events until either side goes away.
func (s *stream) follow(ctx context.Context, reader *events.Reader, f *eventForm) {
	_ = s.control.SetReadDeadline(time.Time{}) // otherwise the server takes the client for gone; a writer without deadlines has none to lift
	header := s.writer.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-cache")
	header.Set("X-Accel-Buffering", "no") // otherwise nginx keeps events back
	err := f.begin(s)
	if err == nil {
		err = s.flush()
	}
	for err == nil {
		err = s.next(ctx, reader, f)
	}
}

// next waits for events, or for the time of a sign of life, and sends them.
func (s *stream) next(ctx context.Context, reader *events.Reader, f *eventForm) error {
	waiting, cancel := context.WithTimeout(ctx, s.beat)
	defer cancel()
	batch, err := reader.Next(waiting)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		err = f.alive(s, reader.Last())
	default:
		err = f.batch(s, batch)
	}
	if flushed := s.flush(); err == nil {
		err = flushed
	}
	return err
}

// event writes an event. Without an id, a returning reader continues after the event
// before; without a kind, it is a message.
func (s *stream) event(id, kind string, data []byte) error {
	s.head = s.head[:0]
	s.field("id: ", id)
	s.field("event: ", kind)
	s.head = append(s.head, "data: "...)
	return s.write(s.head, data, endOfEvent)
}

// endOfEvent follows the data of an event.
var endOfEvent = []byte("\n\n")

// encodeEvent encodes data and writes an event with them.
func (s *stream) encodeEvent(id, kind string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return s.event(id, kind, text)
}

func (s *stream) field(name, value string) {
	if value != "" {
		s.head = append(append(append(s.head, name...), value...), '\n')
	}
}

// comment writes a line that readers skip, with the id of the last event, "" for none.
func (s *stream) comment(id, text string) error {
	s.head = s.head[:0]
	s.field("id: ", id)
	return s.write(append(s.head, ": "+text+"\n\n"...))
}

// write puts off the deadline of the answer, a moment of the machine's clock, and writes
// the parts.
func (s *stream) write(parts ...[]byte) error {
	_ = s.control.SetWriteDeadline(clock.System().Add(patience)) // a writer without deadlines waits forever
	s.written = true
	for _, part := range parts {
		if _, err := s.writer.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// flush sends the bytes gathered by the server.
func (s *stream) flush() error {
	if !s.written {
		return nil
	}
	s.written = false
	return s.control.Flush()
}
