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

// idOf shows an entry by its id.
func idOf(e *journal.Entry) any { return e.ID }

func newStream(w http.ResponseWriter) *stream {
	return &stream{writer: w, control: http.NewResponseController(w), beat: time.Minute}
}

func TestStreamSendsWhatWasMissed(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Limits{Entries: 2, Account: 1 << 20, Total: 1 << 20})
	ring := j.Ring("A")
	tail := ring.Tail()
	for range 5 {
		enter(j, ring, "login", client.REST, "/", "")
	}
	w := httptest.NewRecorder()
	s := newStream(w)
	if err := s.next(t.Context(), tail, idOf); err != nil {
		t.Error(err)
	}
	j.Drop("A")
	if err := s.next(t.Context(), tail, idOf); !errors.Is(err, journal.ErrRemoved) {
		t.Errorf("got %v, want %v", err, journal.ErrRemoved)
	}
	want := "event: missed\ndata: {\"missed\":3}\n\nid: A-4\ndata: \"A-4\"\n\nid: A-5\ndata: \"A-5\"\n\nevent: deleted\ndata: {}\n\n"
	if got := w.Body.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestStreamShowsThatItIsAlive(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	s := newStream(w)
	s.beat = time.Nanosecond
	if err := s.next(t.Context(), journal.New(journal.Defaults()).Ring("A").Tail(), idOf); err != nil {
		t.Error(err)
	}
	if got, want := w.Body.String(), ": alive\n\n"; got != want {
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
	ring := j.Ring("A")
	t.Run("canceled", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		w := httptest.NewRecorder()
		newStream(w).follow(ctx, ring.Tail(), idOf) // returns
		if got, want := w.Body.String(), ": following\n\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("slow", func(t *testing.T) {
		t.Parallel()
		tail := ring.Tail()
		enter(j, ring, "login", client.REST, "/", "")
		if err := newStream(broken{httptest.NewRecorder()}).next(t.Context(), tail, idOf); !errors.Is(err, errBroken) {
			t.Errorf("got %v, want %v", err, errBroken)
		}
	})
}

func TestStreamLeavesOutWhatIsNotShown(t *testing.T) {
	t.Parallel()
	j := journal.New(journal.Defaults())
	ring := j.Ring("A")
	tail := ring.Tail()
	enter(j, ring, "login", client.SOAP, "/", "")
	w := httptest.NewRecorder()
	err := newStream(w).next(t.Context(), tail, func(*journal.Entry) any { return nil })
	if err != nil || strings.TrimSpace(w.Body.String()) != "" {
		t.Errorf("got %q, %v", w.Body.String(), err)
	}
}
