package sandbox_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestRace makes all calls at once in several accounts, which the first calls
// open, while the clock moves. The sandbox must answer each call, and its file
// must be consistent, which sandboxtest checks at the end.
func TestRace(t *testing.T) {
	t.Parallel()
	const accounts, callers, rounds = 2, 4, 2
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Orders = 40 })
	var calling sync.WaitGroup
	for a := range accounts {
		account := s.As(fmt.Sprintf("ACME-%d", a))
		for range callers {
			calling.Go(func() {
				for range rounds {
					for _, call := range everyCall(s) {
						if got, err := tryCall(t, account, call, nil); err != nil || got.Status >= http.StatusInternalServerError {
							t.Errorf("%s %s: got %d %s, %v", call.method, call.url, got.Status, got.Body, err)
						}
					}
					upgrade(t, account)
					s.Advance(time.Second)
				}
			})
		}
	}
	calling.Wait()
	opened, err := s.Control().Accounts(t.Context())
	if got, want := len(opened), accounts+1; got != want || err != nil {
		t.Errorf("got %d accounts, %v, want %d", got, err, want)
	}
}

// everyCall returns one call of every REST operation, which change the same records, and
// one of no operation.
func everyCall(s *sandboxtest.Running) []operationCall {
	calls := []operationCall{{"GET", s.REST() + "/nowhere", ""}}
	for _, op := range catalog.Operations() {
		if op.Protocol == catalog.REST {
			path, body := restCall(s, op.ID)
			calls = append(calls, operationCall{op.Method, s.REST() + path, body})
		}
	}
	return calls
}

// upgrade makes both calls of the SOAP protocol. One caller of an account upgrades
// the subscription, the others get an error.
func upgrade(t *testing.T, s *sandboxtest.Running) {
	_, session, _ := strings.Cut(post(t, s, soapCall(t, s, catalog.Login)), "<loginReturn>")
	session, _, _ = strings.Cut(session, "<")
	got := post(t, s, upgradeCall(session, s.ID("subscription-upgradable", "SubscriptionReference")))
	if !strings.Contains(got, "<RefNo>") && !strings.Contains(got, "<faultcode>INVALID_SUBSCRIPTION<") {
		t.Errorf("upgrade: got %s", got)
	}
}

// post makes a call of SOAP. Goroutines of a test may use it.
func post(t *testing.T, s *sandboxtest.Running, call string) string {
	got, err := tryCall(t, s, operationCall{http.MethodPost, s.SOAP(), envelope(call)}, nil)
	if err != nil {
		t.Error(err)
	}
	return got.Body
}
