package credential

import (
	"crypto/hmac"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Session is the content of a SOAP session (section 5, step 1).
type Session struct {
	Code   string    // vendor code of the account
	Issued time.Time // moment of the login on the account's clock
	Epoch  uint64    // of the account at the login; a reset starts another
}

// SessionRule is an account's rule for sessions.
type SessionRule struct {
	Code  string        // vendor code of the account
	Now   time.Time     // on the account's clock
	Life  time.Duration // how long a session lives (open question session-life)
	Epoch uint64        // the account's present epoch; another one ended the session
}

// IssueSession returns the session as a token, signed with the account's secret. It has
// only letters, digits, '-', '_' and '.', because XML and URLs leave these as they are.
// The time of the login is exact to the microsecond.
func IssueSession(s Session, secret string) string {
	// The first word makes a session different from the hash of every claim, because a
	// claim's text begins with a digit. Half a digest cannot be guessed.
	const word = "session "
	text := append(make([]byte, 0, 128), word...)
	text = base64.RawURLEncoding.AppendEncode(text, []byte(s.Code))
	text = strconv.AppendInt(append(text, '.'), s.Issued.UnixMicro(), 36)
	text = strconv.AppendUint(append(text, '.'), s.Epoch, 36)
	mac := SHA256.mac(secret, text)
	text = base64.RawURLEncoding.AppendEncode(append(text, '.'), mac[:16])
	return string(text[len(word):])
}

// SessionCode returns the vendor code in a token, so that the account and its secret can
// be found. It verifies nothing. It returns false for a text in another format.
func SessionCode(token string) (string, bool) {
	s, ok := readSession(token)
	return s.Code, ok
}

// VerifySession returns nil when the token is a session of the account with this
// secret and has not expired. The error is a *Refusal of kind Forged, Expired or
// Ended. A session is valid when the account's clock shows a time before the login.
func VerifySession(token, secret string, rule SessionRule) error {
	s, ok := readSession(token)
	// Comparing with a new token of the same content leaves no second spelling of
	// a valid token.
	if !ok || !hmac.Equal([]byte(IssueSession(s, secret)), []byte(token)) {
		return sessionRefusal(Forged, token, "it is not a session of this account")
	}
	if s.Code != rule.Code {
		return sessionRefusal(Forged, token, "it is a session of account "+s.Code+", not of "+rule.Code)
	}
	if s.Epoch != rule.Epoch {
		return sessionRefusal(Ended, token, "the account was reset or opened again after the login")
	}
	if end := s.Issued.Add(rule.Life); !rule.Now.Before(end) {
		return sessionRefusal(Expired, token, fmt.Sprintf("it expired at %s, %s after the login, and the account's clock shows %s",
			end.Format(time.DateTime), phrase.Duration(rule.Life), rule.Now.UTC().Format(time.DateTime)))
	}
	return nil
}

// UnknownSession returns the refusal of a session without an account, or of no session.
func UnknownSession(token string) *Refusal {
	if token == "" {
		return &Refusal{Kind: Forged, Field: "sessionID", Message: "sessionID is missing; call login and use the sessionID it returns."}
	}
	return sessionRefusal(Forged, token, "it is not a session of this account")
}

func readSession(token string) (Session, bool) {
	parts := strings.Split(token, ".")
	if len(token) > tooLong || len(parts) != 4 {
		return Session{}, false
	}
	code, err := base64.RawURLEncoding.DecodeString(parts[0])
	if err != nil {
		return Session{}, false
	}
	micros, err := strconv.ParseInt(parts[1], 36, 64)
	if err != nil {
		return Session{}, false
	}
	epoch, err := strconv.ParseUint(parts[2], 36, 64)
	if err != nil {
		return Session{}, false
	}
	return Session{Code: string(code), Issued: time.UnixMicro(micros).UTC(), Epoch: epoch}, true
}

func sessionRefusal(kind Kind, token, why string) *Refusal {
	return &Refusal{Kind: kind, Field: "sessionID", Given: token,
		Message: "Wrong sessionID: " + why + "; call login and use the sessionID it returns."}
}

// SessionIssued returns when a session was issued. It verifies nothing.
func SessionIssued(token string) (time.Time, bool) {
	s, ok := readSession(token)
	return s.Issued, ok
}
