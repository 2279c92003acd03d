package sandbox_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// own puts a scenario of the account alone.
func own(t *testing.T, s *sandboxtest.Running, rules string) {
	t.Helper()
	if _, err := controlled(s).PutOwnScenario(t.Context(), "own", "rules: "+rules); err != nil {
		t.Fatal(err)
	}
}

// countOf returns how often a text is in the answer to a GET of a path.
func countOf(t *testing.T, s *sandboxtest.Running, path, text string) int {
	t.Helper()
	return strings.Count(makeCall(t, s, operationCall{"GET", s.REST() + path, ""}, nil).Body, text)
}

func advance(t *testing.T, s *sandboxtest.Running, by string) {
	t.Helper()
	if _, err := controlled(s).ChangeClock(t.Context(), client.ClockChange{Advance: by}); err != nil {
		t.Fatal(err)
	}
}

// TestListingsLag creates, changes and deletes records over both protocols: lists show
// that 5 seconds later.
func TestListingsLag(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Activate("listings-lag")
	const name = `"Name":"Twice"`
	seen := func(want int) {
		t.Helper()
		if got := countOf(t, s, "/upsell?Limit=200", name); got != want {
			t.Errorf("got %d campaigns in the list, want %d", got, want)
		}
	}
	makeCall(t, s, twice(s), nil)
	seen(0)
	advance(t, s, "4s")
	makeCall(t, s, twice(s), nil)
	seen(0)
	advance(t, s, "1s")
	seen(1)
	advance(t, s, "4s")
	seen(2)

	own(t, s, "[{on: retrieve-order, lag: 5s}]")
	makeCall(t, s, goodCall(t, s, catalog.UpgradePartnerSubscriptions), nil)
	order := "/orders/" + created(latest(t, s), "order") + "/"
	for _, want := range []int{0, 1} {
		if got := countOf(t, s, order, `"RefNo"`); got != want {
			t.Errorf("the order of an upgrade: got %d, want %d", got, want)
		}
		advance(t, s, "5s")
	}
}

// created returns the id of a record of a kind that a call created.
func created(e client.Entry, kind string) string {
	for _, c := range e.Changes {
		if c.Kind == kind && len(c.Before) == 0 {
			return c.ID
		}
	}
	return ""
}

// TestStaleReadAfterWrite reads what a write has changed: the first read shows the record
// as it was, and the next one as it is.
func TestStaleReadAfterWrite(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	s.Activate("stale-read-after-write")
	order := s.ID("order-pending", "OrderReference")
	path := "/orders/" + order + "/"
	if err := controlled(s).ChangeOrder(t.Context(), order, client.OrderChange{Status: "AUTHRECEIVED"}); err != nil {
		t.Fatal(err)
	}
	other := "/orders/" + s.ID("order-complete", "OrderReference") + "/"
	countOf(t, s, other, "x") // another order spends no read
	for n, want := range []int{0, 1, 1} {
		if got := countOf(t, s, path, `"Status":"AUTHRECEIVED"`); (got > 0) != (want > 0) {
			t.Errorf("read %d: got %d, want %d", n+1, got, want)
		}
	}
	makeCall(t, s, twice(s), nil)
	for n, want := range []int{0, 1} {
		if got := countOf(t, s, "/upsell?Limit=200", `"Name":"Twice"`); got != want {
			t.Errorf("list %d: got %d campaigns, want %d", n+1, got, want)
		}
	}
	if last := latest(t, s); slices.ContainsFunc(last.Notes, func(note string) bool { return strings.Contains(note, "earlier") }) {
		t.Errorf("got notes %q", last.Notes)
	}
}

// TestStaleOrderOfAnUpgrade retrieves an order that was just made over SOAP: the first
// reads do not find it.
func TestStaleOrderOfAnUpgrade(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	own(t, s, "[{on: retrieve-order, stale: {reads: 2}}]")
	makeCall(t, s, goodCall(t, s, catalog.UpgradePartnerSubscriptions), nil)
	order := created(latest(t, s), "order")
	var got []string
	for range 3 {
		got = append(got, fmt.Sprint(makeCall(t, s, operationCall{"GET", s.REST() + "/orders/" + order + "/", ""}, nil).Status))
	}
	if want := []string{"404", "404", "200"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestEarlierRecordsHaveLimits reads old records nowhere that has none: in another account,
// before the activation, after a reset, in an account that discards writes, and beyond what
// is remembered. A preview spends no read.
func TestEarlierRecordsHaveLimits(t *testing.T) {
	t.Parallel()
	const list, name = "/upsell?Limit=200", `"Name":"Twice"`
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	makeCall(t, s, twice(s), nil)
	s.Activate("stale-read-after-write")
	if got := countOf(t, s, list, name); got != 1 {
		t.Errorf("from before the activation: got %d, want 1", got)
	}
	makeCall(t, s, twice(s), nil)
	preview := func(r *http.Request) { r.Header.Set("X-Sandbox-Preview", "1") }
	for range 2 {
		if got := strings.Count(makeCall(t, s, operationCall{"GET", s.REST() + list, ""}, preview).Body, name); got != 1 {
			t.Errorf("a preview: got %d, want 1", got)
		}
	}
	if got := makeCall(t, s, operationCall{"GET", s.REST() + list, ""}, asking("stale-read-after-write")); got.Code != catalog.SandboxScenario || !strings.Contains(got.Body, "activate it for the account") {
		t.Errorf("by header: got %d %s", got.Status, got.Body)
	}
	if _, err := controlled(s).Reset(t.Context(), client.ToWorld, client.KeepScenarios); err != nil {
		t.Fatal(err)
	}
	if got := countOf(t, s, list, name); got != 0 {
		t.Errorf("after a reset: got %d, want 0", got)
	}

	d := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.DiscardWrites = true })
	d.Activate("listings-lag")
	makeCall(t, d, twice(d), nil)
	makeCall(t, d, operationCall{"GET", d.REST() + list, ""}, nil)
	if notes := strings.Join(latest(t, d).Notes, " "); !strings.Contains(notes, "scenario listings-lag, rule 1: records have no earlier state, because the account discards writes") {
		t.Errorf("got notes %q", notes)
	}
}
