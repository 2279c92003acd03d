package control_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
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

// listen opens a stream of an account's calls. When it returns, the stream
// follows already.
func listen(ctx context.Context, t *testing.T, s *sandboxtest.Running, path, last string) *listener {
	t.Helper()
	return listenAt(ctx, t, s.URL()+"/_sandbox/accounts/"+path, last)
}

// listenAt opens a stream at an address.
func listenAt(ctx context.Context, t *testing.T, url, last string) *listener {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, "GET", url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
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

// ids reads so many events and returns the ids of their calls.
func (l *listener) ids(n int) []string {
	l.t.Helper()
	ids := make([]string, n)
	for i := range ids {
		e := l.next()
		var call struct{ ID string }
		if err := json.Unmarshal([]byte(e.data), &call); err != nil || call.ID != e.id || e.kind != "" {
			l.t.Errorf("got %+v, %v", e, err)
		}
		ids[i] = e.id
	}
	return ids
}

func TestStreamSendsCallsAsTheyEnd(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Get("/before")
	l := listen(t.Context(), t, s, "DEMO/requests/stream", "")
	s.Get("/odrers")
	got := l.next()
	_, latest := visit(t, s, "GET", "/accounts/DEMO/requests/latest", "")
	if want := (event{id: "DEMO-2", data: latest}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if strings.Contains(got.data, "2c97f25d") || !strings.Contains(got.data, `hash=\"2c97…`) {
		t.Errorf("the hash is not masked: %s", got.data)
	}
}

func TestStreamGoesOn(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	fourCalls(s)
	cases := []struct {
		path, last string
		want       []string
	}{
		{"DEMO/requests/stream", "DEMO-2", []string{"DEMO-3", "DEMO-4"}},
		{"DEMO/requests/stream?since=DEMO-3", "", []string{"DEMO-4"}},
		{"DEMO/requests/stream?since=DEMO-1", "DEMO-3", []string{"DEMO-4"}},
		{"DEMO/requests/stream?since=DEMO-1&status=404&code=NOT_FOUND", "", []string{"DEMO-4"}},
	}
	for _, c := range cases {
		if got := listen(t.Context(), t, s, c.path, c.last).ids(len(c.want)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s after %q: got %v, want %v", c.path, c.last, got, c.want)
		}
	}
}

func TestStreamAfterACallOfAnother(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	r, err := http.NewRequestWithContext(t.Context(), "GET", s.URL()+"/_sandbox/accounts/DEMO/requests/stream", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Last-Event-ID", "ACME-1")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	want := `{"error":"Last-Event-ID must be the id of a call of DEMO, got \"ACME-1\"","hint":"such as DEMO-1"}` + "\n"
	if err != nil || a.StatusCode != 400 || string(body) != want {
		t.Errorf("got %d %s, %v, want 400 %s", a.StatusCode, body, err, want)
	}
}

func TestStreamEndsWithTheAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.As("ACME").Get("/orders/")
	l := listen(t.Context(), t, s, "ACME/requests/stream", "")
	if err := s.Control().Account("ACME").Delete(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := l.next(), (event{kind: "deleted", data: "{}"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if rest, err := io.ReadAll(l.from); len(rest) > 0 || err != nil {
		t.Errorf("got %q, %v after the end", rest, err)
	}
}

// TestStopEndsStreams stops the server before the client closes the stream.
func TestStopEndsStreams(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	l := listen(context.Background(), t, s, "DEMO/requests/stream", "")
	soon, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := s.Sandbox().Stop(soon); err != nil {
		t.Error(err)
	}
	if got, err := io.ReadAll(l.from); string(got) != ": following\n\n" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}
