package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
)

const (
	// heartbeat is how often a stream without news says that it is there.
	heartbeat = 15 * time.Second
	// patience is how long a reader may take nothing before it is dropped.
	patience = 30 * time.Second
)

// streamRequests sends the calls of an account as they end, as server-sent
// events: each is one event, its id that of the call. A reader that was too
// slow gets an event "missed" with the number of calls that were dropped from
// the journal meanwhile, and the event "deleted" ends the stream of an account
// that is gone. A reader whose connection broke goes on after the call that its
// header Last-Event-ID names.
func (i *API) streamRequests(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	f, err := readFilter(r, a.Code, filterNames())
	if err != nil {
		return answer{}, err
	}
	since := f.since
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		if since, err = numberIn(a.Code, "Last-Event-ID", last); err != nil {
			return answer{}, err
		}
	}
	tail := a.Ring.Tail()
	if since > 0 {
		tail = a.Ring.TailAfter(since)
	}
	return answer{stream: func(w http.ResponseWriter, _ *http.Request) {
		s := &stream{writer: w, control: http.NewResponseController(w), beat: heartbeat}
		s.follow(r.Context(), tail, func(e *journal.Entry) any {
			if !f.accepts(e) {
				return nil
			}
			return i.masked(r, e)
		})
	}}, nil
}

// stream is one answer made of events.
type stream struct {
	writer  http.ResponseWriter
	control *http.ResponseController
	beat    time.Duration
}

// follow sends what the tail brings until either side goes away. show returns
// what is sent of an entry, nil for nothing.
func (s *stream) follow(ctx context.Context, tail *journal.Tail, show func(*journal.Entry) any) {
	_ = s.control.SetReadDeadline(time.Time{}) // else the server takes the client for gone; a writer without deadlines has none to lift
	s.writer.Header().Set("Content-Type", "text/event-stream")
	s.writer.Header().Set("Cache-Control", "no-cache")
	err := s.send(": following\n\n")
	for err == nil {
		err = s.next(ctx, tail, show)
	}
}

// next waits for news, or for the time of a sign of life, and sends it.
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

// entry sends what is shown of an entry.
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

// send writes a piece at once, however long the answer takes already, as long
// as the reader takes it. The machine's clock is the one that deadlines go by.
func (s *stream) send(piece string) error {
	_ = s.control.SetWriteDeadline(clock.System().Add(patience)) // a writer without deadlines waits for ever
	if _, err := s.writer.Write([]byte(piece)); err != nil {
		return err
	}
	return s.control.Flush()
}
