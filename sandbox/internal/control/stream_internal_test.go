package control

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// moment is when the calls of these tests are made.
var moment = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// enter puts a call into a ring.
func enter(j *journal.Journal, ring *journal.Ring, operation, protocol, uri, body string) {
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	rec := j.Begin(httptest.NewRequest(method, uri, http.NoBody), moment)
	rec.Operation, rec.Protocol, rec.AccountTime = operation, protocol, moment
	rec.RequestBody([]byte(body))
	ring.NextID(rec)
	rec.Close(moment)
}

// newStream returns a stream that shows calls as their lines.
func newStream(w http.ResponseWriter, log *events.Log, reader *events.Reader) *stream {
	return &stream{api: &API{Events: log}, reader: reader, lines: true, writer: w, control: http.NewResponseController(w), beat: time.Minute}
}

// newLog returns the events of a journal.
func newLog(j *journal.Journal) *events.Log { return events.New(j, moment, events.End{}) }

func TestStreamSendsWhatWasMissed(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 2, Account: 1 << 20, Total: 1 << 20})
	ring, log := j.Ring("A"), newLog(j)
	reader := log.Follow([]string{"A"})
	for range 5 {
		enter(j, ring, "login", client.REST, "/", "")
	}
	w := httptest.NewRecorder()
	must(t, newStream(w, log, reader).next(t.Context()))
	line := `"time":"2026-10-09T12:00:00Z","wall_time":"2026-10-09T12:00:00Z","ms":0,"protocol":"rest","operation":"login","method":"GET","uri":"/","status":0}`
	want := "event: missed\ndata: {\"calls\":3}\n\n" +
		"id: " + log.ID(4) + "\nevent: call\ndata: {\"id\":\"A-4\",\"account\":\"A\"," + line + "\n\n" +
		"id: " + log.ID(5) + "\nevent: call\ndata: {\"id\":\"A-5\",\"account\":\"A\"," + line + "\n\n"
	if got := w.Body.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestStreamShowsThatItIsAlive(t *testing.T) {
	t.Parallel()
	log := newLog(journal.New(journal.Defaults()))
	w := httptest.NewRecorder()
	s := newStream(w, log, log.FollowAfter(log.End().Last, []string{"A"}))
	s.beat = time.Nanosecond
	log.Publish(client.EventFeature, "B", nil) // not followed by the reader
	must(t, s.next(t.Context()))
	if got, want := w.Body.String(), "id: "+log.ID(log.End().Last)+"\n: alive\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// broken is the connection of a reader that takes nothing more.
type broken struct{ *httptest.ResponseRecorder }

var errBroken = errors.New("i/o timeout")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestStreamEndsWithItsReader(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	ring, log := j.Ring("A"), newLog(j)
	t.Run("canceled", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		w := httptest.NewRecorder()
		newStream(w, log, log.Follow([]string{"B"})).follow(ctx) // returns
		if got := w.Body.String(); strings.Count(got, "event: ") != 1 {
			t.Errorf("got %q, want the event hello", got)
		}
	})
	t.Run("slow", func(t *testing.T) {
		t.Parallel()
		reader := log.Follow(nil)
		enter(j, ring, "login", client.REST, "/", "")
		if err := newStream(broken{httptest.NewRecorder()}, log, reader).next(t.Context()); !errors.Is(err, errBroken) {
			t.Errorf("got %v, want %v", err, errBroken)
		}
	})
}

func TestStreamLeavesOutWhatIsNotShown(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	ring, log := j.Ring("A"), newLog(j)
	reader := log.Follow(nil)
	enter(j, ring, "login", client.SOAP, "/", "")
	w := httptest.NewRecorder()
	s := newStream(w, log, reader)
	s.accepts = func(*journal.Entry) bool { return false }
	if err := s.next(t.Context()); err != nil || w.Body.Len() > 0 {
		t.Errorf("got %q, %v", w.Body.String(), err)
	}
}
