package control_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// event is one server-sent event.
type event struct{ kind, id, data string }

// listener reads the events of an open stream.
type listener struct {
	t    *testing.T
	body io.ReadCloser
	from *bufio.Reader
}

// listenAt opens a stream at an address. When it returns, the stream follows already.
func listenAt(ctx context.Context, t *testing.T, url, last string) *listener {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, "GET", url, http.NoBody)
	must(t, err)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	a, err := http.DefaultClient.Do(r)
	must(t, err)
	if got := a.Header.Get("Content-Type"); a.StatusCode != 200 || got != "text/event-stream" {
		t.Fatalf("got %d %s, want 200 text/event-stream", a.StatusCode, got)
	}
	t.Cleanup(func() { _ = a.Body.Close() })
	return &listener{t, a.Body, bufio.NewReader(a.Body)}
}

// next reads the next event, past signs of life.
func (l *listener) next() event {
	l.t.Helper()
	var e event
	for {
		line, err := l.from.ReadString('\n')
		if err != nil {
			l.t.Errorf("the stream ended: %v", err)
			return e
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "event":
			e.kind = value
		case "id":
			e.id = value
		case "data":
			e.data = value
		case "":
			if (e != event{}) {
				return e
			}
		}
	}
}

// TestStopEndsStreams stops the server before the client closes the stream.
func TestStopEndsStreams(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	l := listenAt(context.Background(), t, s.URL()+"/_sandbox/stream", "")
	soon, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	must(t, s.Sandbox().Stop(soon))
	if got, err := io.ReadAll(l.from); !strings.HasPrefix(string(got), "id: ") || strings.Count(string(got), "event: ") != 1 || err != nil {
		t.Errorf("got %q, %v, want the event hello", got, err)
	}
}
