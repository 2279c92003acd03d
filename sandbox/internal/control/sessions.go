package control

import (
	"net/http"
	"regexp"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// loginAnswer finds the session in the answer to a login.
var loginAnswer = regexp.MustCompile(`<loginReturn[^>]*>([^<]+)</`)

// recordedSessions returns the sessions in the recorded logins of an account. The sandbox
// keeps no sessions, because they are signed; only the journal has them.
func recordedSessions(a *account.Account) []string {
	logins, _ := a.Ring.List(func(e *journal.Entry) bool {
		return e.Operation == string(catalog.Login) && e.Response.Status == http.StatusOK
	}, 0, 0)
	var sessions []string
	for _, login := range logins {
		if found := loginAnswer.FindSubmatch(login.Response.Body); found != nil {
			sessions = append(sessions, string(found[1]))
		}
	}
	return sessions
}

// validAt returns a function to check a session at a moment.
func validAt(a *account.Account) func(session string, now time.Time) bool {
	s := a.Settings()
	return func(session string, now time.Time) bool {
		return credential.VerifySession(session, s.Secret, credential.SessionRule{Code: a.Code, Now: now, Life: s.Life, Epoch: s.Epoch}) == nil
	}
}

// sessionTurns counts the recorded sessions that end, or become valid again, when the
// clock moves from one moment to another.
func sessionTurns(a *account.Account, from, to time.Time) (t client.SessionTurns) {
	valid := validAt(a)
	for _, session := range recordedSessions(a) {
		switch before, after := valid(session, from), valid(session, to); {
		case before && !after:
			t.Expire++
		case after && !before:
			t.Revive++
		}
	}
	return t
}
