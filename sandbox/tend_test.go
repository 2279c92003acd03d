package sandbox_test

import (
	"bytes"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// lines is a log that several goroutines may write to.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// with returns the lines that contain a text, without their times.
func (l *lines) with(text string) (found []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.text.String()) {
		if _, line, _ := strings.Cut(strings.TrimSpace(line), " "); strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	return found
}

func logTo(l *lines) func(*sandbox.Options) {
	return func(o *sandbox.Options) { o.Log = slog.New(slog.NewTextHandler(l, nil)) }
}

// tended returns a function that lets the sandbox do its work without calls once,
// and returns when that is done.
func tended(t *testing.T, s *sandboxtest.Running) (tend func()) {
	t.Helper()
	ticks := make(chan time.Time)
	go s.Sandbox().TendAt(ticks)
	return func() {
		ticks <- time.Time{}
		ticks <- time.Time{} // is taken when the first one's work is done
	}
}

// TestDataFileGone verifies that a sandbox is not ready while its data file is
// deleted or replaced, and that the log says so once.
func TestDataFileGone(t *testing.T) {
	t.Parallel()
	log, data := &lines{}, filepath.Join(t.TempDir(), "data.db")
	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.Lasting(data), logTo(log))
	tend := tended(t, s)
	const failure, hint = `error":"not ready: the data file `, `","hint":"restart the sandbox; until then, calls still see its data"}`
	expect := func(status int, want string) {
		t.Helper()
		tend()
		if got, body := roundTrip(t, "GET", s.URL()+"/_sandbox/ready", ""); got != status || strings.TrimSpace(body) != want {
			t.Errorf("got %d %s, want %d %s", got, body, status, want)
		}
	}
	moved := data + ".moved"
	expect(200, `{"ready":true}`)
	must(t, os.Rename(data, moved))
	expect(503, `{"`+failure+data+` was deleted while it was in use, so that its data end with the process`+hint)
	must(t, os.WriteFile(data, nil, 0o600))
	expect(503, `{"`+failure+data+` was replaced while it was in use, so that its data end with the process`+hint)
	if got := s.Get("/orders/").Status; got != http.StatusCreated {
		t.Errorf("got %d, want calls to go on", got)
	}
	must(t, os.Rename(moved, data))
	expect(200, `{"ready":true}`)
	got := slices.Compact(append(log.with("not ready"), log.with("usable")...)) // the sandbox looks after its file as well, and may say the same
	want := []string{
		`level=ERROR msg="the sandbox is not ready" error="the data file ` + data + ` was deleted while it was in use, so that its data end with the process"`,
		`level=ERROR msg="the sandbox is not ready" error="the data file ` + data + ` was replaced while it was in use, so that its data end with the process"`,
		`level=INFO msg="the data file is usable again"`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestAccountTTL verifies that accounts end which nobody called for long, by REST
// or by the control interface, and that the first one stays.
func TestAccountTTL(t *testing.T) {
	t.Parallel()
	log := &lines{}
	s := sandboxtest.Start(t, sandboxtest.Frozen, logTo(log), func(o *sandbox.Options) { o.World, o.AccountTTL = "empty", time.Hour })
	tend := tended(t, s)
	codes := func() (codes string) {
		t.Helper()
		accounts, err := s.Control().Accounts(t.Context())
		must(t, err)
		for _, a := range accounts {
			codes += a.VendorCode + " "
		}
		return codes
	}
	for _, code := range []string{"CALLED", "IDLE", "SHOWN"} {
		s.As(code).Get("/orders/?Limit=1")
	}
	s.Advance(time.Hour)
	tend()
	if got, want := codes(), "CALLED DEMO IDLE SHOWN "; got != want {
		t.Errorf("got %s after one hour, want %s", got, want)
	}
	s.As("CALLED").Get("/orders/?Limit=1")
	if _, err := s.Control().Account("SHOWN").State(t.Context()); err != nil {
		t.Error(err)
	}
	s.Advance(time.Second)
	tend()
	if got, want := codes(), "CALLED DEMO SHOWN "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	want := `level=INFO msg="deleted an account that nobody called" account=IDLE for=1h0m0s`
	if got := log.with("deleted"); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %s", got, want)
	}
}

// TestComparedAccountsStay compares accounts with a closed one and that at its port, whose TTL is
// shorter, for longer than these are called.
func TestComparedAccountsStay(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.World("empty"))
	tend := tended(t, s)
	owner, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: "GOOD", Port: true, TTL: 30 * time.Minute})
	must(t, err)
	_, err = client.New(owner.Port, client.Options{}).Open(t.Context(), client.NewAccount{VendorCode: "AT", TTL: time.Minute})
	must(t, err)
	s.As("GOOD").Get("/orders/?Limit=1")
	_, err = s.Control().Account("GOOD").Close(t.Context(), client.Close{Keep: true})
	must(t, err)
	for range 5 {
		s.Advance(20 * time.Minute)
		tend()
		_, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: "TRIAL"})
		must(t, err)
		if got, err := s.Control().Account("TRIAL").Close(t.Context(), client.Close{Compare: "GOOD"}); err != nil || len(got.Records) > 0 {
			t.Fatalf("got %+v, %v, want no difference", got.Records, err)
		}
	}
	s.Advance(2 * time.Hour)
	tend()
	if accounts, err := s.Control().Accounts(t.Context()); err != nil || len(accounts) != 1 {
		t.Errorf("got %d accounts, %v, want the first one alone", len(accounts), err)
	}
}

// TestAccountTTLOverRestart verifies that a start counts as a call of every
// account.
func TestAccountTTLOverRestart(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data.db")
	begin := func(at time.Time) *sandbox.Sandbox {
		t.Helper()
		s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", Data: data, World: "empty", AccountTTL: time.Hour,
			Wall: func() time.Time { return at }})
		if err == nil {
			err = s.Start(t.Context())
		}
		must(t, err)
		return s
	}
	day := time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)
	s := begin(day)
	must(t, errorOf(client.New(s.URL(), client.Options{}).Open(t.Context(), client.NewAccount{VendorCode: "OTHER"})))
	stop(t, s)
	s = begin(day.AddDate(0, 0, 7))
	defer stop(t, s)
	ticks, ended := make(chan time.Time), make(chan struct{})
	go func() { s.TendAt(ticks); close(ended) }()
	ticks <- time.Time{}
	ticks <- time.Time{}
	if _, err := client.New(s.URL(), client.Options{}).Account("OTHER").State(t.Context()); err != nil {
		t.Errorf("got %v, want the account", err)
	}
}

// TestControlIsLogged verifies that a write by the control interface is one line,
// without secrets, and a read none.
func TestControlIsLogged(t *testing.T) {
	t.Parallel()
	log := &lines{}
	s := sandboxtest.Start(t, sandboxtest.Frozen, logTo(log))
	must(t, errorOf(s.Control().Open(t.Context(), client.NewAccount{VendorCode: "ACME", Secret: "s3cret"})))
	s.Activate("outage")
	s.Coverage()
	want := []string{
		`level=INFO msg=control method=POST path=/_sandbox/accounts status=201`,
		`level=INFO msg=control method=PUT path=/_sandbox/accounts/DEMO/scenarios/outage status=200`,
	}
	if got := log.with("msg=control"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := log.with("s3cret"); got != nil {
		t.Errorf("the log has a secret: %q", got)
	}
}

// TestExposed verifies when other machines can use the control interface, and
// that the log warns of it.
func TestExposed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		listen, control, token string
		want                   bool
	}{
		{":0", "", "", true},
		{"0.0.0.0:0", "", "", true},
		{"[::]:0", "", "", true},
		{"127.0.0.1:0", ":0", "", true},
		{":0", "127.0.0.1:0", "", false},
		{":0", "", "t0ken", false},
		{"127.0.0.1:0", "", "", false},
		{"localhost:0", "", "", false},
	}
	l, ipv6 := net.Listen("tcp", "[::]:0")
	if ipv6 == nil {
		_ = l.Close()
	}
	for _, test := range tests {
		if test.listen == "[::]:0" && ipv6 != nil {
			continue // the machine has no IPv6
		}
		log := &lines{}
		o := sandbox.Options{Listen: test.listen, ControlListen: test.control, ControlToken: test.token, Ephemeral: true, World: "empty"}
		logTo(log)(&o)
		s, err := sandbox.New(o)
		if err == nil {
			err = s.Start(t.Context())
		}
		if err != nil {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		stop(t, s)
		if got := o.Exposed(); got != test.want || len(log.with("level=WARN")) != map[bool]int{true: 1}[test.want] {
			t.Errorf("%+v: got %t, log %q", test, got, log.with("level=WARN"))
		}
	}
}
