package credential_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
)

var login = credential.Session{Code: "A-Ü.1", Issued: signedAt, Epoch: 3}

func TestSessionOpens(t *testing.T) {
	t.Parallel()
	token := credential.IssueSession(login, secret)
	if got, ok := credential.SessionCode(token); got != login.Code || !ok {
		t.Errorf("SessionCode(%s) = %q, %v, want %q", token, got, ok, login.Code)
	}
	for _, now := range []time.Time{signedAt, signedAt.Add(10*time.Minute - 1), signedAt.AddDate(-1, 0, 0)} {
		if err := credential.VerifySession(token, secret, credential.SessionRule{Code: login.Code, Now: now, Life: 10 * time.Minute, Epoch: 3}); err != nil {
			t.Errorf("at %v: %v", now, err)
		}
	}
	const safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
	if rest := strings.Trim(token, safe); rest != "" {
		t.Errorf("token %s holds %q", token, rest)
	}
}

func TestSessionRefused(t *testing.T) {
	t.Parallel()
	token := credential.IssueSession(login, secret)
	open := credential.SessionRule{Code: login.Code, Now: signedAt.Add(10 * time.Minute), Life: 10 * time.Minute, Epoch: 3}
	reset := credential.SessionRule{Code: login.Code, Now: signedAt, Life: 10 * time.Minute, Epoch: 4}
	tests := []struct {
		token, secret string
		rule          credential.SessionRule
		kind          credential.Kind
		why           string
	}{
		{token, secret, open, credential.Expired, "it expired at 2010-05-13 12:22:12, 10 minutes after the login, and the account's clock shows 2010-05-13 12:22:12"},
		{token, secret, reset, credential.Ended, "the account was reset or opened again after the login"},
		{token, secret, credential.SessionRule{Code: "OTHER"}, credential.Forged, "it is a session of account " + login.Code + ", not of OTHER"},
		{token, "OTHER_KEY", open, credential.Forged, "it is not a session of this account"},
		{"", secret, open, credential.Forged, "it is not a session of this account"},
		{inSHA2, secret, open, credential.Forged, "it is not a session of this account"},
		{"....", secret, open, credential.Forged, "it is not a session of this account"},
		{strings.Repeat("A", 1000) + ".0.0.A", secret, open, credential.Forged, "it is not a session of this account"},
	}
	for _, test := range tests {
		want := credential.Refusal{Kind: test.kind, Field: "sessionID", Given: test.token,
			Message: "Wrong sessionID: " + test.why + "; call login and use the sessionID it returns."}
		if got := refusal(t, credential.VerifySession(test.token, test.secret, test.rule)); !reflect.DeepEqual(got, want) {
			t.Errorf("token %.80s: %+v, want %+v", test.token, got, want)
		}
	}
}

func TestSessionTampered(t *testing.T) {
	t.Parallel()
	token := credential.IssueSession(login, secret)
	rule := credential.SessionRule{Code: login.Code, Now: signedAt, Life: 10 * time.Minute, Epoch: 3}
	for i := range token {
		for other := range 256 {
			changed := token[:i] + string([]byte{byte(other)}) + token[i+1:]
			if changed == token {
				continue
			}
			if got := refusal(t, credential.VerifySession(changed, secret, rule)); got.Kind != credential.Forged {
				t.Fatalf("byte %d changed to %#x: %s, want %s", i, other, got.Kind, credential.Forged)
			}
		}
		for _, changed := range []string{token[:i] + token[i+1:], token[:i] + "\n" + token[i:], token[:i]} {
			if got := refusal(t, credential.VerifySession(changed, secret, rule)); got.Kind != credential.Forged {
				t.Fatalf("%q: %s, want %s", changed, got.Kind, credential.Forged)
			}
		}
	}
	if got := refusal(t, credential.VerifySession(token+"\n", secret, rule)); got.Kind != credential.Forged {
		t.Errorf("a line break at the end: %s", got.Kind)
	}
}
