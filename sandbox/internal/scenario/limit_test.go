package scenario_test

import (
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// limited is a director with a scenario quota of one rule with a limit.
type limited struct {
	t testing.TB
	*scenario.Director
	after *atomic.Int64 // noon, in nanoseconds
}

func newLimited(t testing.TB, limit string) limited {
	t.Helper()
	text := "rules:\n  - on: [retrieve-order, cancel-order]\n    limit: " + limit + "\n"
	var after atomic.Int64
	director, err := scenario.NewDirector(scenario.DirectorOptions{
		Library: libraryOf(t, map[string]string{"limited": text}), Baseline: []string{"limited"}, Seed: 1, Wall: atNoon,
		Clock: func() time.Time { return noon.Add(time.Duration(after.Load())) },
	})
	must(t, err)
	return limited{t, director, &after}
}

// at makes a call at a moment after noon and returns the decision of the limit.
func (l limited) at(after time.Duration, c call) scenario.Decision {
	l.t.Helper()
	c.after = after
	l.after.Store(int64(after))
	return decideOn(l.t, l.Director, &c)
}

func retryAfter(d scenario.Decision) string {
	if d.Effect.Answer == nil {
		return ""
	}
	return d.Effect.Answer.Headers["Retry-After"]
}

func TestLimit(t *testing.T) {
	t.Parallel()
	l := newLimited(t, "{calls: 2, per: 10s}")
	c := call{operation: catalog.RetrieveOrder}
	for i, step := range []struct {
		after time.Duration
		retry string
		limit string
	}{
		{0, "", `"limited";r=1;t=5`},
		{0, "", `"limited";r=0;t=10`},
		{0, "5", `"limited";r=0;t=10`},
		{4 * time.Second, "1", `"limited";r=0;t=6`},
		{5 * time.Second, "", `"limited";r=0;t=10`},
		{5 * time.Second, "5", `"limited";r=0;t=10`},
		{time.Hour, "", `"limited";r=1;t=5`},        // no more than the bucket has room for
		{-time.Hour, "", `"limited";r=1;t=5`},       // set back, and therefore full
		{-time.Hour, "", `"limited";r=0;t=10`},      // frozen
		{-time.Hour, "5", `"limited";r=0;t=10`},     // frozen
		{-time.Hour - 1, "", `"limited";r=1;t=5`},   // set back
		{-time.Hour + 1, "", `"limited";r=0;t=10`},  // a nanosecond refills nothing
		{-time.Hour + 2, "5", `"limited";r=0;t=10`}, // likewise
		{5*time.Second - time.Hour, "", `"limited";r=0;t=10`},
	} {
		d := l.at(step.after, c)
		if got := retryAfter(d); got != step.retry || d.Headers["RateLimit"] != step.limit || d.Headers["RateLimit-Policy"] != `"limited";q=2;w=10` {
			t.Errorf("step %d: got Retry-After %q, headers %v, want %q, %s", i, got, d.Headers, step.retry, step.limit)
		}
		if isAffected := len(d.ActingScenarios()) > 0; isAffected != (step.retry != "") {
			t.Errorf("step %d: affected is %t", i, isAffected)
		}
	}
}

func TestLimitBy(t *testing.T) {
	t.Parallel()
	retrieve, cancel := call{operation: catalog.RetrieveOrder}, call{operation: catalog.CancelOrder}
	for by, wantSecond := range map[string]string{"account": "10", "operation": ""} {
		l := newLimited(t, "{calls: 1, per: 10s, by: "+by+"}")
		if got := retryAfter(l.at(0, retrieve)); got != "" {
			t.Errorf("by %s: the first call: got %q", by, got)
		}
		if got := retryAfter(l.at(0, cancel)); got != wantSecond {
			t.Errorf("by %s: a call of another operation: got %q, want %q", by, got, wantSecond)
		}
	}
}

// TestLimitByHeader calls with more values than there are buckets. The others share one.
func TestLimitByHeader(t *testing.T) {
	t.Parallel()
	l := newLimited(t, "{calls: 2, per: 10s, by: header.x-client}")
	passed := 0
	for i := range 1101 {
		if retryAfter(l.at(0, call{operation: catalog.RetrieveOrder, header: http.Header{"X-Client": {strconv.Itoa(i % 1100)}}})) == "" {
			passed++
		}
	}
	if passed != 1003 {
		t.Errorf("%d calls passed, want 2 of the first value, one of each of the next 999, and 2 of all others", passed)
	}
}

// TestLimitInParallel lets exactly the calls of the limit pass.
func TestLimitInParallel(t *testing.T) {
	t.Parallel()
	l := newLimited(t, "{calls: 100, per: 1h}")
	var passed atomic.Int64
	var all sync.WaitGroup
	for range 1000 {
		all.Go(func() {
			if retryAfter(l.at(0, call{operation: catalog.RetrieveOrder})) == "" {
				passed.Add(1)
			}
		})
	}
	all.Wait()
	if got := passed.Load(); got != 100 {
		t.Errorf("%d calls passed, want 100", got)
	}
}

// TestOvertakenCall decides a call after a later one: it fills no bucket.
func TestOvertakenCall(t *testing.T) {
	t.Parallel()
	l := newLimited(t, "{calls: 1, per: 10s}")
	late := call{operation: catalog.RetrieveOrder}
	begun, err := l.Begin(late.operation, nil)
	must(t, err)
	if got := retryAfter(l.at(time.Second, call{operation: catalog.RetrieveOrder})); got != "" {
		t.Fatalf("the first call: got %q", got)
	}
	if got := retryAfter(l.Decide(t.Context(), &late, begun)); got != "10" {
		t.Errorf("the call before it: got %q, want it to wait 10 seconds", got)
	}
}

// TestLimitRestarts fills the buckets of a limit again.
func TestLimitRestarts(t *testing.T) {
	t.Parallel()
	c := call{operation: catalog.RetrieveOrder}
	for name, restart := range map[string]func(*scenario.Director) error{
		"reset":    func(d *scenario.Director) error { d.Reset(); return nil },
		"restart":  func(d *scenario.Director) error { d.Restart(); return nil },
		"activate": func(d *scenario.Director) error { return d.Activate("limited", client.ActivationLimits{}) },
	} {
		l := newLimited(t, "{calls: 1, per: 10s}")
		l.at(0, c)
		if got := retryAfter(l.at(0, c)); got != "10" {
			t.Errorf("before: got %q", got)
		}
		must(t, restart(l.Director))
		if got := retryAfter(l.at(0, c)); got != "" {
			t.Errorf("%s: got %q, want the call to pass", name, got)
		}
	}
}

// TestSeveralLimits keeps the buckets of several rules and scenarios apart.
func TestSeveralLimits(t *testing.T) {
	t.Parallel()
	one := "rules: [{on: login, limit: {calls: 1, per: 1h}}, {on: login, limit: {calls: 9, per: 1h}}]"
	library := libraryOf(t, map[string]string{"one": one, "two": "rules: [{on: login, limit: {calls: 9, per: 1h}}]"})
	for _, names := range [][]string{{"one", "two"}, {"two", "one"}} {
		director := newDirector(t, library, names...)
		if got := retryAfter(decide(t, director, catalog.Login)); got != "" {
			t.Errorf("%q, the first call: got %q", names, got)
		}
		director.Deactivate("two")
		for range 2 {
			if got := retryAfter(decide(t, director, catalog.Login)); got != "3600" {
				t.Errorf("%q, a later call: got %q", names, got)
			}
		}
	}
}

// TestLimitCountsACallOnce counts a call once that names an active scenario.
func TestLimitCountsACallOnce(t *testing.T) {
	t.Parallel()
	l := newLimited(t, "{calls: 2, per: 10s}")
	if d := decide(t, l.Director, catalog.RetrieveOrder, "limited"); retryAfter(d) != "" || len(d.ActingScenarios()) > 0 || d.Headers["RateLimit"] != `"limited";r=1;t=5` {
		t.Errorf("got %v, %v, %v", d.Effect.Answer, d.ActingScenarios(), d.Headers)
	}
}

// TestChangedLimit changes a limit: it begins again, and the earlier buckets take no
// memory any more.
func TestChangedLimit(t *testing.T) {
	t.Parallel()
	library := libraryOf(t, nil)
	l := limited{t, newDirector(t, library), new(atomic.Int64)}
	for calls := range 5 {
		text := "rules: [{on: '*', before: credential, limit: {calls: " + strconv.Itoa(calls+1) + ", per: 1h, by: header.X-Caller}}]"
		put(t, library, "limited", text)
		if calls == 0 {
			activate(t, l.Director, "limited")
		}
		for caller := range 2_000 {
			c := call{operation: catalog.RetrieveOrder, header: http.Header{"X-Caller": {strconv.Itoa(caller)}}}
			begun, err := l.Begin(c.operation, nil)
			must(t, err)
			if d := l.DecideEarly(t.Context(), &c, begun, nil); caller == 0 && d.Headers["RateLimit-Policy"] != `"limited";q=`+strconv.Itoa(calls+1)+`;w=3600` {
				t.Errorf("got %v", d.Headers)
			}
		}
	}
	if got, most := len(l.State().Buckets), 1001; got > most {
		t.Errorf("got %d buckets, want at most %d", got, most)
	}
}
