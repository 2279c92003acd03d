package sandbox_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// made returns a sandbox that is not started. The test stops it at the latest.
func made(t *testing.T) *sandbox.Sandbox {
	t.Helper()
	s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Ephemeral: true, World: "empty"})
	must(t, err)
	t.Cleanup(func() { stop(t, s) })
	return s
}

func stop(t *testing.T, s *sandbox.Sandbox) {
	t.Helper()
	must(t, s.Stop(context.Background()))
}

// ended reports whether Done is closed.
func ended(s *sandbox.Sandbox) bool {
	select {
	case <-s.Done():
		return true
	default:
		return false
	}
}

func TestNewReportsAllFaults(t *testing.T) {
	t.Parallel()
	s, err := sandbox.New(sandbox.Options{
		VendorCode: "A B", Listen: "8080", Accounts: "ajar", World: "nope", Orders: -1, Seed: -1, Journal: -1, Clock: "noon", TLS: "on",
		AuthHeaders: []string{"X:Y"}, CORSOrigins: []string{"localhost:5173"}, Features: map[string]bool{"NOPE": true}, Answers: map[string]string{"search-status": "7"},
		ScenarioFolder: "nowhere", Scenarios: []string{"slo"},
	})
	if s != nil || err == nil {
		t.Fatalf("got %v, %v, want nil beside an error", s, err)
	}
	const want = `a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got "A B"
listen must be host:port such as 127.0.0.1:8080: address 8080: missing port in address
clock: "noon" is not a moment: write Y-m-d, Y-m-d H:i:s or RFC 3339, such as 2026-05-13, 2026-05-13 12:12:12 or 2026-05-13T12:12:12Z
cors must be an origin such as http://localhost:5173, null or *, got "localhost:5173"
accounts must be open or closed, got "ajar"
orders must be 0 or more, got -1
seed must be 0 or more, got -1
journal must be 0 or more entries, got -1
auth-header must be the name of a header, such as X-My-Authentication, got "X:Y"
unknown feature "NOPE"; known: API_GET_CUSTOMER_ORDERS
the answer to search-status must be 201 or 200, got "7"
tls must be off, self-signed or CERT,KEY, got "on"
unknown world "nope"; known: default, empty, paging, or the path of a YAML file
scenarios must be an existing folder, got "nowhere"
scenario: unknown scenario "slo"; did you mean slow?`
	if err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestStartsOnce(t *testing.T) {
	t.Parallel()
	s := made(t)
	if got := s.URL(); got != "" {
		t.Errorf("got the address %q before the start, want none", got)
	}
	if got := s.First(); got != (sandbox.Account{}) {
		t.Errorf("got %+v before the start, want no account", got)
	}
	ctx := t.Context()
	steps := []struct {
		name string
		do   func(context.Context) error
		want error
	}{
		{"Start", s.Start, nil},
		{"Start again", s.Start, sandbox.ErrStarted},
		{"Open after Start", s.Open, sandbox.ErrStarted},
		{"Stop", s.Stop, nil},
		{"Stop again", s.Stop, nil},
		{"Start after Stop", s.Start, sandbox.ErrStopped},
		{"Open after Stop", s.Open, sandbox.ErrStopped},
	}
	for _, step := range steps {
		if err := step.do(ctx); !errors.Is(err, step.want) {
			t.Errorf("%s: got %v, want %v", step.name, err, step.want)
		}
	}
	if !ended(s) || s.Err() != nil {
		t.Errorf("got ended %t, %v, want a regular end", ended(s), s.Err())
	}
}

func TestStopBeforeStart(t *testing.T) {
	t.Parallel()
	s := made(t)
	stop(t, s)
	if !ended(s) {
		t.Error("Done is open after Stop")
	}
	if err := s.Start(t.Context()); !errors.Is(err, sandbox.ErrStopped) {
		t.Errorf("got %v, want %v", err, sandbox.ErrStopped)
	}
}

// TestStopWithASilentConnection stops a sandbox while a client has a connection on which it
// called nothing. No call is cut off.
func TestStopWithASilentConnection(t *testing.T) {
	t.Parallel()
	s := made(t)
	must(t, s.Start(t.Context()))
	silent, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://"))
	must(t, err)
	defer silent.Close()
	// Connections are accepted in their order, so the silent one is there when another is answered.
	answer, err := http.Get(s.URL() + "/_sandbox/live")
	must(t, err)
	_ = answer.Body.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second) // without a call, the server waits 5 s for the first one
	defer cancel()
	if err := s.Stop(ctx); err != nil {
		t.Errorf("got %v, want a clean stop", err)
	}
}

func TestStopAtAnyTime(t *testing.T) {
	t.Parallel()
	s := made(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := s.Start(context.Background()); err != nil && !errors.Is(err, sandbox.ErrStarted) && !errors.Is(err, sandbox.ErrStopped) {
				t.Error(err)
			}
		})
		all.Go(func() {
			_, _, _ = s.URL(), s.First(), s.Err()
			stop(t, s)
		})
	}
	all.Wait()
	if !ended(s) {
		t.Error("Done is open after Stop")
	}
}

// TestStartFails verifies that a sandbox which cannot start is stopped.
func TestStartFails(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { _ = taken.Close() })
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		name    string
		ctx     context.Context
		options sandbox.Options
		want    string
	}{
		{"the address is taken", t.Context(), sandbox.Options{Listen: taken.Addr().String(), Ephemeral: true}, "cannot listen on " + taken.Addr().String()},
		{"the data is a folder", t.Context(), sandbox.Options{Listen: "127.0.0.1:0", Data: t.TempDir()}, "folder"},
		{"the context is done", cancelled, sandbox.Options{Listen: "127.0.0.1:0", Ephemeral: true}, "canceled"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s, err := sandbox.New(test.options)
			must(t, err)
			if err := s.Start(test.ctx); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if !ended(s) {
				t.Error("Done is open after a failed start")
			}
		})
	}
}

func TestListenerFails(t *testing.T) {
	t.Parallel()
	s := made(t)
	must(t, s.Start(t.Context()))
	if ended(s) || s.Err() != nil {
		t.Errorf("got ended %t, %v from a sandbox that runs", ended(s), s.Err())
	}
	must(t, s.FailListener())
	<-s.Done()
	if err := s.Err(); !errors.Is(err, net.ErrClosed) || !strings.Contains(err.Error(), strings.TrimPrefix(s.URL(), "http://")) {
		t.Errorf("got %v, want the reason and the address", err)
	}
	stop(t, s)
	if err := s.Err(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("got %v after Stop, want the reason still", err)
	}
}

// TestHandler serves a sandbox on a server of the test.
func TestHandler(t *testing.T) {
	t.Parallel()
	s := made(t)
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	ready := func() int {
		response, err := http.Get(server.URL + "/_sandbox/ready")
		must(t, err)
		defer response.Body.Close()
		return response.StatusCode
	}
	if got := ready(); got != http.StatusServiceUnavailable {
		t.Errorf("got %d before Open, want 503", got)
	}
	must(t, s.Open(t.Context()))
	if got := ready(); got != http.StatusOK || s.URL() != "" || s.First().Code != "DEMO" {
		t.Errorf("got %d, %q, %+v after Open, want 200, no address and the account DEMO", got, s.URL(), s.First())
	}
	stream, err := http.Get(server.URL + "/_sandbox/stream")
	must(t, err)
	defer stream.Body.Close()
	stop(t, s)
	if _, err := io.ReadAll(stream.Body); err != nil {
		t.Errorf("got %v, want Stop to end the stream", err)
	}
	if got := ready(); got != http.StatusServiceUnavailable {
		t.Errorf("got %d after Stop, want 503", got)
	}
}

func TestCertificate(t *testing.T) {
	t.Parallel()
	if got := made(t).Certificate(); got != nil {
		t.Errorf("got %v without TLS, want none", got)
	}
	s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Ephemeral: true, World: "empty", TLS: sandbox.TLSSelfSigned, Clock: "2010-01-01"})
	must(t, err)
	defer stop(t, s)
	must(t, s.Start(t.Context()))
	trusted := x509.NewCertPool()
	trusted.AddCert(s.Certificate())
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}}}
	defer client.CloseIdleConnections()
	response, err := client.Get(s.URL() + "/_sandbox/ready")
	must(t, err)
	_ = response.Body.Close()
}

// TestLogGetsTheContext verifies that the context of Start reaches the log.
func TestLogGetsTheContext(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data.db")
	log := &contextLog{Handler: slog.DiscardHandler}
	for _, keep := range []bool{true, false} {
		s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Data: data, World: "empty", Log: slog.New(log)})
		if err == nil {
			err = s.Start(context.WithValue(t.Context(), contextLog{}, "start"))
		}
		must(t, err)
		if keep {
			must(t, s.KeepBrokenScenario(t.Context()))
		}
		stop(t, s)
	}
	if want := "skipped a scenario of your own: start"; log.got != want {
		t.Errorf("got %q, want %q", log.got, want)
	}
}

// contextLog keeps the last warning and what its context carries.
type contextLog struct {
	slog.Handler
	got string
}

func (l *contextLog) Enabled(context.Context, slog.Level) bool { return true }

func (l *contextLog) Handle(ctx context.Context, r slog.Record) error {
	if carried, ok := ctx.Value(contextLog{}).(string); ok {
		l.got = r.Message + ": " + carried
	}
	return nil
}

// printing is the environment variable that makes TestPrintsNothing start a
// sandbox in its own process.
const printing = "COMMERCE_SANDBOX_PRINTS"

// TestPrintsNothing starts a sandbox in another process, with and without the
// variable that makes gin print.
func TestPrintsNothing(t *testing.T) {
	t.Parallel()
	if os.Getenv(printing) != "" {
		s := made(t)
		must(t, s.Start(t.Context()))
		return
	}
	for mode, want := range map[string]bool{"": false, "debug": true} {
		command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestPrintsNothing$")
		command.Env = append(os.Environ(), printing+"=yes", "GIN_MODE="+mode)
		text, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if got := strings.TrimSpace(string(text)) != "PASS"; got != want {
			t.Errorf("GIN_MODE=%q: got %s, want print %t", mode, text, want)
		}
	}
}
