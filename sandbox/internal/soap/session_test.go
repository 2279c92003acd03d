package soap_test

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
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

// TestSessionLife checks that a session lives on the account's clock, whatever the wall's shows.
func TestSessionLife(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	id := session(t, s)
	_, err := controlled(s).Freeze(t.Context())
	must(t, err)
	s.Advance(8 * time.Hour)
	if got := use(t, s, id); got != (outcome{status: accepted}) {
		t.Errorf("on the wall's clock alone: got %+v, want that it is accepted", got)
	}
	_, err = controlled(s).Advance(t.Context(), 10*time.Minute)
	must(t, err)
	want := refused("FORBIDDEN", "it expired at 2026-10-09 12:10:00, 10 minutes after the login, and the account's clock shows 2026-10-09 12:10:00")
	if got := use(t, s, id); got != want {
		t.Errorf("on the account's clock: got %+v, want %+v", got, want)
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
	_, err := controlled(s).Advance(t.Context(), -30*24*time.Hour)
	must(t, err)
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
