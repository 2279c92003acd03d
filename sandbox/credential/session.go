package credential

import (
	"crypto/hmac"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Session is what a SOAP session is about (section 5, step 1).
type Session struct {
	Code   string    // vendor code of the account
	Issued time.Time // moment of the login on the account's clock
	Epoch  uint64    // of the account at the login; a reset begins another
}

// SessionRule is what an account asks of a session.
type SessionRule struct {
	Now   time.Time     // the account's moment
	Life  time.Duration // how long a session lives (open question session-life)
	Epoch uint64        // the account's present epoch; another one ended the session
}

// IssueSession writes the session as a token signed with the account's secret.
// It holds letters, digits, '-', '_' and '.' only, so it travels through XML and
// addresses unchanged. The login's moment is kept to the microsecond.
func IssueSession(s Session, secret string) string {
	body := base64.RawURLEncoding.EncodeToString([]byte(s.Code)) + "." +
		strconv.FormatInt(s.Issued.UnixMicro(), 36) + "." +
		strconv.FormatUint(s.Epoch, 36)
	// The first word keeps a session from ever being the hash of a claim,
	// whose text begins with a digit. Half a digest is beyond guessing.
	mac := SHA256.mac(secret, []byte("session "+body))[:16]
	return body + "." + base64.RawURLEncoding.EncodeToString(mac)
}

// SessionCode reads whose session a token claims to be, so that the account and
// its secret can be found. It proves nothing; false means that no session looks
// like this.
func SessionCode(token string) (string, bool) {
	s, ok := readSession(token)
	return s.Code, ok
}

// VerifySession says whether the token is a session of the account with this
// secret that still lives. Nil means yes; every error is a *Refusal of kind
// Forged, Expired or Ended. A session whose account went back to before the
// login has lived for no time yet.
func VerifySession(token, secret string, rule SessionRule) error {
	s, ok := readSession(token)
	// Issuing it anew and comparing the whole leaves no second spelling of a
	// genuine token.
	if !ok || !hmac.Equal([]byte(IssueSession(s, secret)), []byte(token)) {
		return refusedSession(Forged, token, "it is not a session of this account")
	}
	if s.Epoch != rule.Epoch {
		return refusedSession(Ended, token, "the account was reset after the login")
	}
	if end := s.Issued.Add(rule.Life); !rule.Now.Before(end) {
		return refusedSession(Expired, token, fmt.Sprintf("it lived for %s until %s, and the account's clock shows %s",
			rule.Life, end.Format(time.DateTime), rule.Now.UTC().Format(time.DateTime)))
	}
	return nil
}

// UnknownSession is the refusal of a session whose code names no account, so that
// there is no secret to check it with.
func UnknownSession(token string) *Refusal {
	return refusedSession(Forged, token, "it is not a session of this account")
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

func refusedSession(kind Kind, token, why string) *Refusal {
	return &Refusal{Kind: kind, Field: "sessionID", Given: token,
		Message: "Wrong sessionID: " + why + "; call login and use the sessionID it returns."}
}
