package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

const (
	// heartbeat is the time between two signs of life of a stream without calls.
	heartbeat = 15 * time.Second
	// patience is how long a reader may read nothing before the stream ends.
	patience = 30 * time.Second
)

// streamRequests sends the calls of an account as they end, as server-sent
// events: each is one event, its id that of the call. The event "missed" has
// the number of calls that the journal dropped before a slow reader could get
// them; the event "deleted" ends the stream when the account is deleted. A
// reader whose connection broke continues after the call that its header
// Last-Event-ID names.
func (api *API) streamRequests(r *request, a *account.Account) (answer, error) {
	f, err := api.readFilter(r, a)
	if err != nil {
		return answer{}, err
	}
	since := f.since
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		if since, err = numberIn(a.Code, "Last-Event-ID", last); err != nil {
			return answer{}, err
		}
	}
	if err := api.startStream(); err != nil {
		return answer{}, err
	}
	tail := a.Ring.Tail()
	if since > 0 {
		tail = a.Ring.TailAfter(since)
	}
	return answer{stream: func(w http.ResponseWriter, _ *http.Request) {
		defer api.streams.Add(-1)
		s := &stream{writer: w, control: http.NewResponseController(w), beat: heartbeat}
		s.follow(r.Context(), tail, func(e *journal.Entry) any {
			if !f.accepts(e) {
				return nil
			}
			return api.masked(r, e)
		})
	}}, nil
}

// maxStreams is how many streams there may be at a time.
const maxStreams = 2000

// startStream counts a stream, or returns that there are too many.
func (api *API) startStream() error {
	if api.streams.Add(1) <= maxStreams {
		return nil
	}
	api.streams.Add(-1)
	return &account.TooManyError{What: "streams", Max: maxStreams}
}

// stream is one answer made of events.
type stream struct {
	writer  http.ResponseWriter
	control *http.ResponseController
	beat    time.Duration
}

// follow sends the entries of the tail until either side goes away. show returns
// what to send of an entry, nil for nothing.
func (s *stream) follow(ctx context.Context, tail *journal.Tail, show func(*journal.Entry) any) {
	_ = s.control.SetReadDeadline(time.Time{}) // otherwise the server takes the client for gone; a writer without deadlines has none to lift
	s.writer.Header().Set("Content-Type", "text/event-stream")
	s.writer.Header().Set("Cache-Control", "no-cache")
	err := s.send(": following\n\n")
	for err == nil {
		err = s.next(ctx, tail, show)
	}
}

// next waits for entries, or for the time of a sign of life, and sends them.
func (s *stream) next(ctx context.Context, tail *journal.Tail, show func(*journal.Entry) any) error {
	waiting, cancel := context.WithTimeout(ctx, s.beat)
	defer cancel()
	entries, missed, err := tail.Next(waiting)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, journal.ErrRemoved):
		return errors.Join(err, s.send("event: deleted\ndata: {}\n\n"))
	case err != nil:
		return s.send(": alive\n\n")
	case missed > 0:
		err = s.send(fmt.Sprintf("event: missed\ndata: {\"missed\":%d}\n\n", missed))
	}
	for _, e := range entries {
		if err == nil {
			err = s.entry(e, show(e))
		}
	}
	return err
}

// entry sends an entry as it is shown.
func (s *stream) entry(e *journal.Entry, shown any) error {
	if shown == nil {
		return nil
	}
	text, err := json.Marshal(shown)
	if err != nil {
		return err
	}
	return s.send(fmt.Sprintf("id: %s\ndata: %s\n\n", e.ID, text))
}

// send writes a piece at once and puts off the deadline of the answer, which is
// a moment of the machine's clock.
func (s *stream) send(piece string) error {
	_ = s.control.SetWriteDeadline(clock.System().Add(patience)) // a writer without deadlines waits forever
	if _, err := s.writer.Write([]byte(piece)); err != nil {
		return err
	}
	return s.control.Flush()
}
