package soap_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

const again = "; call login and use the sessionID it returns."

func refused(code, why string) outcome {
	return outcome{http.StatusInternalServerError, code, "Wrong sessionID: " + why + again}
}

func missing(code string) outcome {
	return outcome{http.StatusInternalServerError, code, "sessionID is missing" + again}
}

const forged = "it is not a session of this account"

func controlled(s *sandboxtest.Running) *client.Account { return s.Control().Account(s.Code()) }

func answering(id catalog.QuestionID, answer string) func(*sandbox.Options) {
	return func(o *sandbox.Options) { o.Answers = map[string]string{string(id): answer} }
}

// TestSessionLife checks that a session lives on the account's clock, for the answer
// to session-life.
func TestSessionLife(t *testing.T) {
	t.Parallel()
	advance := func(d time.Duration) func(*testing.T, *sandboxtest.Running) {
		return func(_ *testing.T, s *sandboxtest.Running) { s.Advance(d) }
	}
	moved := func(by time.Duration) func(*testing.T, *sandboxtest.Running) {
		return func(t *testing.T, s *sandboxtest.Running) {
			if _, err := controlled(s).Advance(t.Context(), by); err != nil {
				t.Error(err)
			}
		}
	}
	frozen := func(t *testing.T, s *sandboxtest.Running) {
		if _, err := controlled(s).Freeze(t.Context()); err != nil {
			t.Error(err)
		}
	}
	accepted := outcome{status: accepted}
	expired := func(life, until, shows string) outcome {
		return refused("FORBIDDEN", "it expired at 2026-10-09 "+until+", "+life+" after the login, and the account's clock shows "+shows)
	}
	tests := []struct {
		name  string
		life  string
		steps []func(*testing.T, *sandboxtest.Running)
		want  outcome
	}{
		{"at once", "10m", nil, accepted},
		{"a second before the end", "10m", []func(*testing.T, *sandboxtest.Running){advance(10*time.Minute - time.Second)}, accepted},
		{"at the end", "10m", []func(*testing.T, *sandboxtest.Running){advance(10 * time.Minute)}, expired("10 minutes", "12:10:00", "2026-10-09 12:10:00")},
		{"a short life", "1m", []func(*testing.T, *sandboxtest.Running){advance(time.Minute)}, expired("1 minute", "12:01:00", "2026-10-09 12:01:00")},
		{"the wall's time alone", "10m", []func(*testing.T, *sandboxtest.Running){
			frozen, advance(8 * time.Hour)}, accepted},
		{"the account's time alone", "10m", []func(*testing.T, *sandboxtest.Running){
			moved(24 * time.Hour)}, expired("10 minutes", "12:10:00", "2026-10-10 12:00:00")},
		{"before it began", "10m", []func(*testing.T, *sandboxtest.Running){
			moved(-24 * time.Hour)}, accepted},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen, answering(catalog.SessionLife, test.life))
			id := session(t, s)
			for _, step := range test.steps {
				step(t, s)
			}
			if got := use(t, s, id); got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// TestSessionFault checks each answer to session-fault for each reason.
func TestSessionFault(t *testing.T) {
	t.Parallel()
	const reset, old = "the account was reset or opened again after the login", "it expired at 2026-10-09 12:10:00, 10 minutes after the login, and the account's clock shows 2026-10-09 13:00:00"
	tests := map[string]map[string]outcome{
		"FORBIDDEN": {"": missing("FORBIDDEN"), "x": refused("FORBIDDEN", forged),
			"reset": refused("FORBIDDEN", reset), "expired": refused("FORBIDDEN", old)},
		"INVALID_SESSION": {"": missing("INVALID_SESSION"), "x": refused("INVALID_SESSION", forged),
			"reset": refused("INVALID_SESSION", reset), "expired": refused("SESSION_EXPIRED", old)},
	}
	for token, wants := range tests {
		t.Run(token, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen, answering(catalog.SessionFault, token))
			early := session(t, s)
			if _, err := controlled(s).Reset(t.Context(), "world"); err != nil {
				t.Fatal(err)
			}
			late := session(t, s)
			if got, want := use(t, s, early), wants["reset"]; got != want {
				t.Errorf("reset: got %+v, want %+v", got, want)
			}
			if got := use(t, s, late); got.code != "" {
				t.Errorf("got %+v for a session after the reset, want none", got)
			}
			s.Advance(time.Hour)
			for name, id := range map[string]string{"": "", "x": late[:len(late)-1] + "x", "expired": late} {
				if got := use(t, s, id); got != wants[name] {
					t.Errorf("%q: got %+v, want %+v", name, got, wants[name])
				}
			}
		})
	}
}

// TestSessionOfAnotherAccount checks that a session belongs to its account only.
func TestSessionOfAnotherAccount(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	other := s.As("ACME")
	mine, theirs := session(t, s), session(t, other)
	for i, want := range []string{"", "INVALID_SUBSCRIPTION"} {
		if got := upgradeTo(t, s, theirs, "subscription-upgradable", "STUDIO-TEAM-1Y"); got.code != want {
			t.Errorf("upgrade %d of the other account: got %+v, want %q", i+1, got, want)
		}
	}
	if got := upgradeTo(t, s, mine, "subscription-upgradable", "STUDIO-TEAM-1Y"); got.code != "" {
		t.Errorf("got %+v, want the account's own subscription to be as it was", got)
	}
	parts := strings.Split(theirs, ".")
	parts[0] = strings.Split(mine, ".")[0]
	if got, want := use(t, s, strings.Join(parts, ".")), refused("FORBIDDEN", forged); got != want {
		t.Errorf("got %+v for a session with another account's name, want %+v", got, want)
	}
	nobody := credential.IssueSession(credential.Session{Code: "NOBODY", Issued: s.Now()}, "")
	if got, want := use(t, s, nobody), refused("FORBIDDEN", forged); got != want {
		t.Errorf("got %+v for a session of no account, signed with no secret, want %+v", got, want)
	}
}

func TestLoginDate(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	if _, err := controlled(s).Advance(t.Context(), -30*24*time.Hour); err != nil {
		t.Fatal(err)
	}
	const shown = "2026-10-09 12:00:00 or 2026-09-09 12:00:00"
	off := func(by string) outcome {
		return outcome{http.StatusInternalServerError, "AUTHENTICATION_FAILED",
			"Wrong date: it is off by " + by + "; send the present time in GMT, " + shown + ", give or take 5 minutes."}
	}
	for _, test := range []struct {
		by   time.Duration
		want outcome
	}{
		{0, outcome{status: 200}},
		{5 * time.Minute, outcome{status: 200}},
		{-5 * time.Minute, outcome{status: 200}},
		{5*time.Minute + time.Second, off("+5:01 min")},
		{2 * time.Hour, off("+2:00 h: local time?")},
		{-30 * 24 * time.Hour, outcome{status: 200}}, // what the account's clock shows
		{-30*24*time.Hour - 6*time.Minute, off("-6:00 min")},
	} {
		got := loginAt(t, s, s.Now().Add(test.by))
		if got.status == http.StatusOK {
			got.text = ""
		}
		if got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.by, got, test.want)
		}
	}
}

// TestWrongHashIsExplained checks that the journal says what was signed and which
// mistake fits, and masks the hash.
func TestWrongHashIsExplained(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	date := s.Now().Format(time.DateTime)
	wrong := credential.Sign(credential.SHA256, s.Code(), date, "another secret")
	got := post(t, s, loginBody(s.Code(), date, wrong))
	if got.status != http.StatusInternalServerError || got.code != "AUTHENTICATION_FAILED" {
		t.Errorf("got %+v, want AUTHENTICATION_FAILED", got)
	}
	entry := latest(t, s)
	lines := map[string]string{}
	for _, line := range entry.Explain {
		lines[line.Key] = line.Value
	}
	if want := "4DEMO19" + date; lines["signed"] != want {
		t.Errorf("got %v, want %q as what was signed", lines, want)
	}
	last := entry.Checks[len(entry.Checks)-1]
	if last.Name != "credential" || last.Passed || last.Field != "hash" || last.Given != wrong {
		t.Errorf("got the check %+v, want the credential's", last)
	}
	if entry.Operation != "login" || entry.Protocol != "soap" {
		t.Errorf("got %s of %s, want login of soap", entry.Operation, entry.Protocol)
	}
	listed, err := controlled(s).Requests(t.Context(), client.Filter{})
	if text, _ := json.Marshal(listed); err != nil || bytes.Contains(text, []byte(wrong)) {
		t.Errorf("got %s, %v, want the hash masked", text, err)
	}
}

// TestSessionSurvivesARestart opens the same file twice.
func TestSessionSurvivesARestart(t *testing.T) {
	t.Parallel()
	moment := time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)
	o := sandbox.Options{Listen: "127.0.0.1:0", Data: filepath.Join(t.TempDir(), "restart.db"), Orders: 60, Wall: func() time.Time { return moment }}
	date := moment.Format(time.DateTime)
	login := loginBody("DEMO", date, credential.Sign(credential.SHA256, "DEMO", date, "demo-secret"))
	id := ""
	for range 2 {
		s, err := sandbox.New(o)
		must(t, err)
		must(t, s.Start(context.Background()))
		if id == "" {
			id = send(t, s.URL(), login).text
		}
		got := send(t, s.URL(), `<n:upgradePartnerSubscriptions><sessionID>`+id+`</sessionID><Items/></n:upgradePartnerSubscriptions>`)
		if !strings.HasPrefix(got.text, "Items must have at least one item. ") {
			t.Errorf("got %+v, want the session to be accepted", got)
		}
		must(t, s.Stop(context.Background()))
	}
}
