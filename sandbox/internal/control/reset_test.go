package control_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// stateOf returns everything that a reset changes: an order, and the features, answers,
// clock and scenarios shown by the control interface.
func stateOf(t *testing.T, s *sandboxtest.Running) [5]string {
	t.Helper()
	now := [5]string{s.Get("/orders/" + s.ID("order-pending", "OrderReference") + "/").Body}
	state, err := s.Control().Account("DEMO").State(t.Context())
	must(t, err)
	now[1], now[2] = fmt.Sprint(state.Features), fmt.Sprint(state.Answers)
	for i, part := range []string{"clock", "scenarios"} {
		_, now[i+3] = visit(t, s, "GET", "/accounts/DEMO/"+part, "")
	}
	return now
}

// restarted is the scenario of upset after a reset that keeps it: it has affected no call yet.
const restarted = `{"scenarios":[{"name":"read-upsell-settings-internal-error","summary":"Reading the upsell settings fails: an internal error occurred","baseline":false,` +
	`"matched":0,"affected":0,"remaining":3,"until":null}],"total":1}`

// upset changes everything that a reset restores.
func upset(t *testing.T, s *sandboxtest.Running) {
	t.Helper()
	for _, now := range []step{
		{method: "PATCH", path: "/orders/" + s.ID("order-pending", "OrderReference"), body: `{"status":"CANCELED"}`},
		{method: "PATCH", path: "", body: `{"features":{"API_GET_CUSTOMER_ORDERS":false}}`},
		{method: "PATCH", path: "", body: `{"assume":{"nulls":"omitted"}}`},
		{method: "PUT", path: "/clock", body: `{"advance":"1h"}`},
		{method: "PUT", path: "/scenarios/read-upsell-settings-internal-error", body: `{"times":3}`},
	} {
		if status, text := visit(t, s, now.method, "/accounts/DEMO"+now.path, now.body); status != 200 {
			t.Fatalf("%s: %d %s", now.path, status, text)
		}
	}
	if got := s.Get("/upsell/settings/campaign/"); got.Status != 500 {
		t.Fatalf("the scenario does nothing: %d %s", got.Status, got.Body)
	}
}

// TestReset expects a reset to restore everything except the parts it keeps.
func TestReset(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	do(t, s, step{method: "PUT", path: "/accounts/DEMO/snapshots/before"})
	fresh := stateOf(t, s)
	upset(t, s)
	changed := stateOf(t, s)
	tests := []struct {
		body string
		kept [5]bool // in the order of stateOf
	}{
		{``, [5]bool{}},
		{`{"to":"world"}`, [5]bool{}},
		{`{"to":"before"}`, [5]bool{}},
		{`{"to":"before","keep":["features"]}`, [5]bool{1: true}},
		{`{"to":"before","keep":["questions"]}`, [5]bool{2: true}},
		{`{"to":"before","keep":["clock"]}`, [5]bool{3: true}},
		{`{"to":"before","keep":["scenarios","journal"]}`, [5]bool{4: true}},
	}
	for _, test := range tests {
		upset(t, s)
		do(t, s, step{method: "POST", path: "/accounts/DEMO/reset", body: test.body})
		want := fresh
		for i, kept := range test.kept {
			if kept {
				want[i] = changed[i]
			}
		}
		got := stateOf(t, s)
		if test.kept[2] { // the answer shows in the order
			want[0] = got[0]
		}
		if test.kept[4] {
			want[4] = restarted
		}
		if got != want {
			t.Errorf("%s: got %q\nwant %q", test.body, got, want)
		}
		do(t, s, step{method: "POST", path: "/accounts/DEMO/reset", body: `{"to":"before"}`})
	}
}

// TestResetJournal empties the journal unless the reset keeps it.
func TestResetJournal(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for _, test := range []struct {
		body string
		want int
	}{{`{"keep":["journal"]}`, 1}, {`{}`, 0}} {
		s.Get("/upsell?Limit=1")
		do(t, s, step{method: "POST", path: "/accounts/DEMO/reset", body: test.body})
		if _, text := visit(t, s, "GET", "/accounts/DEMO/requests?limit=1", ""); !strings.Contains(text, fmt.Sprintf(`"total":%d,`, test.want)) {
			t.Errorf("%s: got %s, want %d calls", test.body, text, test.want)
		}
	}
}

// TestFailedReset lets a reset fail: nothing changes.
func TestFailedReset(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	upset(t, s)
	before := stateOf(t, s)
	play(t, s, []step{
		{"POST", "/accounts/DEMO/reset", `{"to":"nowhere"}`, 404, `{"error":"unknown snapshot \"nowhere\"","hint":"known: world, empty"}`},
		{"POST", "/accounts/DEMO/reset", `{"keep":["secrets"]}`, 400,
			`{"error":"a reset cannot keep \"secrets\"","hint":"keep is a list of scenarios, journal, clock, features or questions"}`},
	})
	if got := stateOf(t, s); got != before {
		t.Errorf("got %q\nwant %q", got, before)
	}
}

// TestResetToEmpty leaves the account products and partners and nothing else, and every
// other account as it is.
func TestResetToEmpty(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	other := s.As("OTHER").Get("/orders/?Limit=1").Body
	do(t, s, step{method: "POST", path: "/accounts/DEMO/reset", body: `{"to":"empty"}`})
	play(t, s, []step{
		{"GET", "/accounts/DEMO/orders?limit=1", "", 200, `{"orders":[],"total":0}`},
		{"GET", "/accounts/DEMO/campaigns", "", 200, `{"campaigns":[],"total":0}`},
		{"GET", "/accounts/DEMO/products?limit=0", "", 200, `{"products":[],"total":12}`},
		{"GET", "/accounts/DEMO/partners?limit=0", "", 200, `{"partners":[],"total":3}`},
	})
	if got := s.As("OTHER").Get("/orders/?Limit=1").Body; got != other {
		t.Errorf("got %s, want %s", got, other)
	}
}
