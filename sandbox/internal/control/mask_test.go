package control_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// logged is the log of several goroutines.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// TestSecretsAreMasked sends the secret and its hash in wrong places: neither occurs in
// the log or in a list.
func TestSecretsAreMasked(t *testing.T) {
	t.Parallel()
	log := &logged{}
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Log = slog.New(slog.NewTextHandler(log, nil)) })
	hash := credential.Sign(credential.SHA256, s.Code(), sandboxtest.Moment, s.Secret())
	for _, value := range []string{s.Secret(), hash} {
		s.Get("/orders/" + value + "/")
		s.Get("/orders/?Limit=1&key=" + value)
		s.Do("POST", "/upsell", fmt.Sprintf(`{"Name": 1, "Key": %q}`, value))
	}
	shown := map[string]string{"the log": log.String()}
	for _, path := range []string{"/accounts", "/accounts/DEMO", "/accounts/DEMO/requests"} {
		_, shown[path] = visit(t, s, "GET", path, "")
	}
	_, shown["verify"] = visit(t, s, "POST", "/accounts/DEMO/verdict", one(`{"operation": "search-orders", "where": "query.key == \"\"", "at_least": 1}`))
	for where, text := range shown {
		for _, secret := range []string{s.Secret(), hash} {
			if at := strings.Index(text, secret); at >= 0 {
				t.Errorf("%s shows %s: %s", where, secret, text[max(0, at-100):at+len(secret)])
			}
		}
	}
}
