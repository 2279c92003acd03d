package sandbox_test

import (
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

func discarding(o *sandbox.Options) { o.DiscardWrites = true }

// records returns all records of an account and their running numbers.
func records(t testing.TB, a *client.Account) string {
	t.Helper()
	var all strings.Builder
	must(t, a.Export(t.Context(), client.ExportWorld, &all))
	return all.String()
}

// TestDiscardWrites makes a good call of every operation, twice: it is answered as in
// a sandbox that stores, its entry has the same changes, and nothing is stored.
func TestDiscardWrites(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, discarding)
	before := records(t, controlled(s))
	for _, op := range catalog.Operations() {
		other := sandboxtest.Start(t, sandboxtest.Frozen)
		want, wantChanges := makeCall(t, other, goodCall(t, other, op.ID), nil), latest(t, other).Changes
		for range 2 {
			got := makeCall(t, s, goodCall(t, s, op.ID), nil)
			entry := latest(t, s)
			discarded := entry.Discarded && got.Header.Get(gate.DiscardedHeader) == "1"
			if discarded != (len(wantChanges) > 0) || !reflect.DeepEqual(entry.Changes, wantChanges) {
				t.Errorf("%s: discarded is %t, changes %+v, want %+v", op.ID, discarded, entry.Changes, wantChanges)
			}
			got.Header.Del(gate.DiscardedHeader)
			if got, want := withoutIDs(got, nil), withoutIDs(want, nil); got != want && op.ID != catalog.Login {
				t.Errorf("%s: got %s\nwant %s", op.ID, got, want)
			}
		}
		if after := records(t, controlled(s)); after != before {
			t.Errorf("%s: the records changed", op.ID)
		}
	}
}

// TestDiscardWritesIsASetting switches it off and on, over a reset, and beside an
// account of its own. Changes by hand and counters of scenarios are as ever.
func TestDiscardWritesIsASetting(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, discarding)
	cancel := func() callAnswer { return makeCall(t, s, goodCall(t, s, catalog.CancelOrder), nil) }
	expect := func(what string, discards bool, marked string, status int, answer callAnswer) {
		t.Helper()
		state, err := controlled(s).State(t.Context())
		if err != nil || state.DiscardWrites != discards || answer.Header.Get(gate.DiscardedHeader) != marked || answer.Status != status {
			t.Errorf("%s: got %t, %q, %d, want %t, %q, %d (%v)", what, state.DiscardWrites, answer.Header.Get(gate.DiscardedHeader), answer.Status, discards, marked, status, err)
		}
	}
	change := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(what, err)
		}
	}
	expect("at the start", true, "1", http.StatusOK, cancel())
	_, err := controlled(s).Reset(t.Context(), client.ToWorld)
	change("reset", err)
	expect("after a reset", true, "1", http.StatusOK, cancel())

	change("a scenario", controlled(s).Activate(t.Context(), "slow", client.ActivationLimits{Times: 1}))
	preview := makeCall(t, s, goodCall(t, s, catalog.CancelOrder), previewing)
	expect("in a preview", true, "", http.StatusOK, preview)
	change("no scenario", controlled(s).Deactivate(t.Context(), "slow"))
	change("a scenario", controlled(s).Activate(t.Context(), "ORDER_CANNOT_BE_CANCELED", client.ActivationLimits{Times: 1}))
	if answer := cancel(); answer.Code != catalog.OrderCannotBeCanceled {
		t.Errorf("the first call under a scenario: got %d %s", answer.Status, answer.Code)
	}
	expect("after the scenario", true, "1", http.StatusOK, cancel())

	change("by hand", controlled(s).AddWorld(t.Context(), "orders: [{customer: customer-without-orders, lines: [{product: FONT-PACK}]}]"))
	own, err := s.Control().Open(t.Context(), client.NewAccount{VendorCode: "STORES", DiscardWrites: new(false)})
	if err != nil || own.DiscardWrites {
		t.Errorf("another account: got %+v, %v", own, err)
	}

	change("off", controlled(s).DiscardWrites(t.Context(), false))
	expect("off", false, "", http.StatusOK, cancel())
	change("on", controlled(s).DiscardWrites(t.Context(), true))
	if again := cancel(); again.Code != catalog.OrderCannotBeCanceled || again.Header.Get(gate.DiscardedHeader) != "" {
		t.Errorf("the order that was canceled while calls stored: got %d %s", again.Status, again.Code)
	}
}

// TestDiscardWritesTogether makes discarded and ordinary writes at once. Run with
// -race.
func TestDiscardWritesTogether(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, discarding)
	before := records(t, controlled(s))
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for range 20 {
				id := []catalog.OperationID{catalog.CreateUpsell, catalog.SearchUpsell, catalog.CancelOrder, catalog.UpdateUpsell}[i%4]
				op, _ := catalog.Find(id)
				path, body := restCall(s, id)
				if got := makeCall(t, s, operationCall{op.Method, s.REST() + path, body}, nil); got.Status >= 300 {
					t.Errorf("%s: got %d", id, got.Status)
				}
			}
		})
	}
	wait.Wait()
	if after := records(t, controlled(s)); after != before {
		t.Error("the records changed")
	}
}
