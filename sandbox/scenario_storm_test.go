package sandbox_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// stormScenarios are one of each effect, some of which fall on a share of the calls.
var stormScenarios = map[string]string{
	"cuts":    `{on: "*", cut: reset, before: credential, chance: 30%}, {on: "*", cut: empty, before: credential, chance: 30%}`,
	"spoils":  `{on: "*", cut: truncate, before: credential, chance: 50%}, {on: "*", cut: garbage}`,
	"loses":   `{on: "*", cut: reset, after: true, chance: 50%}, {on: "*", after: true, answer: {status: 504}}`,
	"changes": `{on: "*", change: [{at: $..Status, set: LOST}, {at: //Status, set: LOST}, {at: $.Items, remove: true}, {at: /header/X-Storm, set: y}]}`,
	"limits":  `{on: "*", before: credential, limit: {calls: 3, per: 1h, by: header.X-Caller}}, {on: "*", limit: {calls: 40, per: 1h, by: operation}}`,
	"early":   `{on: "*", before: credential, when: 'header["X-Caller"] > "5"', answer: {status: 503, error_code: DOWN, message: m}, times: 20}`,
	"fails":   `{on: "*", fail: INTERNAL_ERROR, skip: 2, chance: 40%}`,
	"waits":   `{on: "*", delay: {from: 1ms, to: 3ms}}`,
}

// TestScenarioStorm makes all calls at once under scenarios of all kinds, which come and
// go. Afterwards each record is what its recorded changes made of it, and sandboxtest
// checks the file and the rules.
func TestScenarioStorm(t *testing.T) {
	t.Parallel()
	const callers, calls = 32, 12
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Orders = 40; o.Journal = 10_000 })
	names := make([]string, 0, len(stormScenarios))
	for name, rules := range stormScenarios {
		must(t, s.Control().PutScenario(t.Context(), name, "rules: ["+rules+"]"))
		names = append(names, name)
	}
	slices.Sort(names)
	before := images(t, s)
	var calling sync.WaitGroup
	for caller := range callers {
		calling.Go(func() {
			random := rand.New(rand.NewPCG(uint64(caller), 1))
			for range calls {
				storm(t, s, random, caller, names)
			}
		})
	}
	calling.Wait()
	must(t, controlled(s).DeactivateAll(t.Context()))
	if got := s.Get("/orders/?Limit=1").Status; got != http.StatusCreated {
		t.Errorf("after the storm: got %d", got)
	}
	balance(t, s, before, images(t, s))
}

// storm makes one call, or activates or deactivates a scenario.
func storm(t *testing.T, s *sandboxtest.Running, random *rand.Rand, caller int, names []string) {
	name := names[random.IntN(len(names))]
	switch random.IntN(12) {
	case 0:
		if err := controlled(s).Activate(t.Context(), name, client.ActivationLimits{Times: random.IntN(9)}); err != nil {
			t.Error(err)
		}
	case 1:
		_ = controlled(s).Deactivate(t.Context(), name) // it need not be active
	}
	all := everyCall(s)
	to := all[random.IntN(len(all))]
	if random.IntN(8) == 0 {
		to = operationCall{"POST", s.SOAP(), envelope(upgradeCall("x", s.ID("subscription-upgradable", "SubscriptionReference")))}
	}
	how := random.IntN(6)
	_, _ = tryCall(t, s, to, func(r *http.Request) { // any answer will do, or none
		r.Close = true
		r.Header.Set("X-Caller", fmt.Sprint(caller%8))
		switch how {
		case 0:
			wronglySigned(s.Code())(r)
		case 1:
			r.Header.Set("X-Sandbox-Preview", "1")
		case 2, 3:
			r.Header.Set("X-Sandbox-Scenario", name)
		}
	})
}

// images returns all records of the first account by kind and id.
func images(t *testing.T, s *sandboxtest.Running) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := s.Sandbox().FirstAccount().Shop.View(func(tx commerce.Tx) error {
		for kind, ids := range map[string]iter.Seq[string]{
			"customer": commerce.CustomerIDs(tx), "order": commerce.OrderIDs(tx), "subscription": commerce.SubscriptionIDs(tx),
			"campaign": commerce.CampaignIDs(tx), "settings": slices.Values([]string{"upsell"}),
		} {
			for id := range ids {
				image, err := tx.Image(kind, id)
				if err != nil {
					return err
				}
				all[kind+" "+id] = string(image)
			}
		}
		return nil
	})
	must(t, err)
	return all
}

// balance verifies that every image of a record began as often as it ended: at the
// start, by recorded changes, and in the end.
func balance(t *testing.T, s *sandboxtest.Running, before, after map[string]string) {
	t.Helper()
	began, changes := map[string]int{}, 0
	count := func(id, image string, by int) {
		if image != "" {
			began[id+" "+image] += by
		}
	}
	for id, image := range before {
		count(id, image, 1)
	}
	for id, image := range after {
		count(id, image, -1)
	}
	entries, err := controlled(s).Requests(t.Context(), client.Filter{Limit: 10_000})
	if err != nil || entries.Dropped > 0 {
		t.Fatalf("got %d dropped, %v", entries.Dropped, err)
	}
	for _, e := range entries.Requests {
		for _, c := range e.Changes {
			if e.Preview {
				continue
			}
			changes++
			count(c.Kind+" "+c.ID, string(c.After), 1)
			count(c.Kind+" "+c.ID, string(c.Before), -1)
		}
	}
	if changes < 10 {
		t.Errorf("only %d changes", changes)
	}
	for image, left := range began {
		if left != 0 {
			t.Errorf("%.200s: began %d times more than it ended", image, left)
		}
	}
}
