package bundle

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

const (
	authentication = "X-Service-Authentication"
	ownSecret      = "the secret of the account"
	otherSecret    = "the secret of another machine"
)

var issued = time.Date(2026, 10, 9, 12, 0, 0, 0, time.UTC)

// keysOf returns keys whose logins have their claim as JSON.
func keysOf(secret string) keys {
	return keys{secret: secret, headers: []string{authentication}, login: func(envelope []byte) (credential.Claim, error) {
		var c credential.Claim
		if !strings.HasPrefix(string(envelope), "{") {
			return c, errors.New("no login")
		}
		return c, json.Unmarshal(envelope, &c)
	}}
}

// signed returns a REST call with a credential header.
func signed(value string, secrets ...string) *journal.Entry {
	return &journal.Entry{Entry: client.Entry{ID: "DEMO-1", Protocol: client.REST, Operation: "search-orders",
		Request: client.Request{Method: "GET", URI: "/rest/6.0/orders/", Proto: "HTTP/1.1", Header: client.Header{{Name: authentication, Value: value}}}}, Secrets: secrets}
}

// again marks a call, and returns it as another account would send it.
func again(t *testing.T, e *journal.Entry) (kept string, fresh client.Entry) {
	t.Helper()
	call, credentials, notes := keysOf(ownSecret).marked(e)
	if len(notes) > 0 {
		t.Errorf("got notes %q", notes)
	}
	step := Step{Call: &call, Credentials: credentials}
	text, err := json.Marshal(step)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), keysOf(otherSecret).fresh(step, "DEMO")
}

// TestCredentialsOfABundle verifies that a bundle has neither the secret nor a hash, and
// that its calls pass or fail elsewhere as they did, with the secret of that place.
func TestCredentialsOfABundle(t *testing.T) {
	t.Parallel()
	date := issued.Format(time.DateTime)
	for _, a := range []credential.Algorithm{credential.MD5, credential.SHA256, credential.SHA3} {
		for secret, right := range map[string]bool{ownSecret: true, "a wrong one": false, `"` + ownSecret + `"`: false} {
			header := credential.Header("DEMO", date, secret, a)
			claim, err := credential.Parse(header)
			if err != nil {
				t.Fatal(err)
			}
			kept, fresh := again(t, signed(header, claim.Hash))
			if strings.Contains(kept, claim.Hash) || strings.Contains(kept, ownSecret) {
				t.Errorf("%s %q: the bundle has a credential: %s", a, secret, kept)
			}
			made, err := credential.Parse(fresh.Request.Header.Get(authentication))
			if err != nil || made.Code != "DEMO" || made.Date != date {
				t.Errorf("%s %q: got %+v %v", a, secret, made, err)
			}
			policy := credential.Policy{Skew: time.Minute, Moments: []time.Time{issued}}
			if err := credential.Verify(made, otherSecret, policy); (err == nil) != right {
				t.Errorf("%s %q: got %v elsewhere, want that it passes: %t", a, secret, err, right)
			}
		}
	}
}

// TestSessionsOfABundle verifies that the session of a call is made again for the account
// that repeats it, and that a forged one stays forged.
func TestSessionsOfABundle(t *testing.T) {
	t.Parallel()
	session := credential.Session{Code: "DEMO", Issued: issued, Epoch: 7}
	rule := credential.SessionRule{Now: issued.Add(time.Minute), Life: time.Hour, Epoch: 7}
	for secret, right := range map[string]bool{ownSecret: true, "a wrong one": false} {
		token := credential.IssueSession(session, secret)
		e := signed("", token)
		e.Protocol, e.Operation = client.SOAP, "upgrade-partner-subscriptions"
		e.Request.Header, e.Request.Body = nil, client.Bytes("<sessionID>"+token+"</sessionID>")
		kept, fresh := again(t, e)
		if strings.Contains(kept, token) {
			t.Errorf("%q: the bundle has the session: %s", secret, kept)
		}
		body := string(fresh.Request.Body)
		made := strings.TrimSuffix(strings.TrimPrefix(body, "<sessionID>"), "</sessionID>")
		if err := credential.VerifySession(made, otherSecret, rule); (err == nil) != right {
			t.Errorf("%q: got %v for %s, want that it passes: %t", secret, err, made, right)
		}
	}
}

// TestLoginsOfABundle verifies that the hash in the body of a login is made again too.
func TestLoginsOfABundle(t *testing.T) {
	t.Parallel()
	claim := credential.Claim{Code: "DEMO", Date: issued.Format(time.DateTime), Algo: "sha256"}
	claim.Hash = credential.Sign(credential.SHA256, claim.Code, claim.Date, ownSecret)
	body, err := json.Marshal(claim)
	if err != nil {
		t.Fatal(err)
	}
	e := signed("", claim.Hash)
	e.Protocol, e.Operation, e.Request.Header, e.Request.Body = client.SOAP, "login", nil, body
	kept, fresh := again(t, e)
	want := credential.Sign(credential.SHA256, claim.Code, claim.Date, otherSecret)
	if strings.Contains(kept, claim.Hash) || !strings.Contains(string(fresh.Request.Body), want) {
		t.Errorf("got %s and then %s, want the hash %s", kept, fresh.Request.Body, want)
	}
}

// TestUnreadableCredentials verifies that of a header which cannot be read only its form
// is kept, and the words that the answer repeats.
func TestUnreadableCredentials(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ given, answer, want string }{
		{`code=DEMO hash=s3cret`, ``, `code=zzzz hash=zzzzzz`},
		{`code=DEMO hash=s3cret`, `unknown account DEMO`, `code=DEMO hash=zzzzzz`},
		{`Bearer abc.def`, ``, `zzzzzz zzz.zzz`},
		{`Date: 2026-10-09`, ``, `Date: zzzz-zz-zz`},
		{``, ``, ``},
		{`; ,`, ``, `; ,`},
	} {
		if got := scrubbed(test.given, []byte(test.answer)); got != test.want {
			t.Errorf("%q: got %q, want %q", test.given, got, test.want)
		}
	}
	kept, fresh := again(t, signed("Bearer abcdefgh.s3cret"))
	if strings.Contains(kept, "s3cret") || fresh.Request.Header.Get(authentication) != "zzzzzz zzzzzzzz.zzzzzz" {
		t.Errorf("got %s and then %v", kept, fresh.Request.Header)
	}
}

// TestHiddenCredentials verifies that a credential which masks hide with the text around
// it is said, because the call cannot be repeated then.
func TestHiddenCredentials(t *testing.T) {
	t.Parallel()
	call := client.Entry{ID: "DEMO-1", Protocol: client.REST, Request: client.Request{URI: "/x?hash={1}…"}}
	held := Step{Call: &call, Credentials: []Credential{{Marker: marker(0), Kind: isHash}}}
	if why := cannotRepeat(held); why != "" {
		t.Errorf("got %q for a call that has its marker", why)
	}
	hidden := call
	hidden.Request.URI = "/x?hash=…"
	for kind, want := range map[kind]string{
		isHash: "its hash is hidden with the text around it; save the bundle with the secret", isSession: "its session is hidden with the text around it; save the bundle with the secret", isSecret: "",
	} {
		if why := cannotRepeat(Step{Call: &hidden, Credentials: []Credential{{Marker: marker(0), Kind: kind}}}); why != want {
			t.Errorf("%s: got %q, want %q", kind, why, want)
		}
	}
	login := hidden
	login.Operation = "login"
	if why := cannotRepeat(Step{Call: &login, Credentials: []Credential{{Marker: marker(0), Kind: isSession}}}); why != "" {
		t.Errorf("got %q for the session that a login answered", why)
	}
}
