package sandboxtest

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/report"
)

// Rehearse runs a function well twice, and then once under each failure at each of its calls
// and under pairs of failures. A trial is a subtest with the name of its schedule. The
// function may fail: its testing.TB records it, and a failure in the open fails no subtest.
// A finding that was seen twice fails its subtest, unless it is accepted: a doubled, missing or different write
// although the function passed, a function that does not end, or a storm of calls. The
// function calls the account of s, at the account's port, and must end with the context of
// its testing.TB. Options change the defaults of Rehearse.
func Rehearse(t *testing.T, run func(t testing.TB, s *Running), options ...func(*client.RehearsalOptions)) client.Rehearsal {
	t.Helper()
	found, err := rehearse(t.Context(), t, run, options...)
	var good *client.GoodRunError
	if errors.As(err, &good) {
		t.Fatalf("sandboxtest: %v\n%s", err, good.Outcome.Output)
	}
	if err != nil {
		t.Fatalf("sandboxtest: %v", err)
	}
	for _, trial := range found.Trials {
		t.Run(trial.Schedule, func(t *testing.T) {
			t.Parallel()
			if trial.Result.IsFinding() && trial.Accepted == "" {
				t.Errorf("%s%s", report.Trial(trial, client.Rehearsal{}), trial.Output)
			}
		})
	}
	t.Log(strings.Join(append([]string{found.Headline}, found.Remarks...), "\n"))
	return found
}

// rehearse rehearses a function in a sandbox of its own.
func rehearse(ctx context.Context, t *testing.T, run func(t testing.TB, s *Running), options ...func(*client.RehearsalOptions)) (client.Rehearsal, error) {
	s := Start(t, func(o *sandbox.Options) { o.Log, o.Journal = nil, 10_000 }) // a function with more calls storms
	o := client.RehearsalOptions{
		Client: s.Control(), Run: "rehearsal", Jobs: runtime.GOMAXPROCS(0), Most: 500, Patience: 5 * time.Second, Storm: 10,
	}
	for _, change := range options {
		change(&o)
	}
	o.Suite = func(ctx context.Context, a client.AccountState, limit time.Duration) (client.SuiteOutcome, error) {
		limited, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		tb := newTrialTB(limited, t)
		own := *s
		own.t, own.code, own.secret, own.origin = tb, a.VendorCode, a.Secret, a.Port
		go tb.run(func() { run(tb, &own) })
		select {
		case <-tb.done:
		case <-limited.Done():
			return client.SuiteOutcome{Exit: 1, Hung: ctx.Err() == nil}, nil
		}
		return tb.outcome(), nil
	}
	return sandbox.Rehearse(ctx, o)
}
