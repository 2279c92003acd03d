package scenario_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// However many calls compete, the limit is exact.
func TestCountsAreExact(t *testing.T) {
	t.Parallel()
	const calls = 1000
	library := libraryOf(t, map[string]string{
		"rule":     `rules: [{on: login, skip: 100, times: 7, fail: AUTHENTICATION_FAILED}]`,
		"skip":     `rules: [{on: login, skip: 993, fail: AUTHENTICATION_FAILED}]`,
		"scenario": `rules: [{on: login, delay: 1ns}, {on: login, fail: AUTHENTICATION_FAILED}]`,
	})
	for name, limits := range map[string]client.ActivationLimits{"rule": {}, "skip": {}, "scenario": {Times: 7}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			director := newDirector(t, library)
			must(t, director.Activate(name, limits))
			var affected, delayed atomic.Int64
			var group sync.WaitGroup
			for range calls {
				group.Go(func() {
					decision := decide(t, director, catalog.Login)
					if !decision.Effect.Empty() {
						affected.Add(1)
					}
					if decision.Delay > 0 {
						delayed.Add(1)
					}
				})
			}
			group.Wait()
			if affected.Load() != 7 {
				t.Errorf("%d calls affected, want 7", affected.Load())
			}
			if name == "scenario" && delayed.Load() != 7 {
				t.Errorf("%d calls delayed, want 7", delayed.Load())
			}
		})
	}
}

func TestFeatureCountIsExact(t *testing.T) {
	t.Parallel()
	director := newDirector(t, scenario.NewLibrary(scenario.LibraryOptions{}))
	must(t, director.Activate("feature-off", client.ActivationLimits{Times: 7}))
	op, _ := catalog.Find(catalog.CustomerOrders)
	var affected atomic.Int64
	var group sync.WaitGroup
	for range 1000 {
		group.Go(func() {
			decision := decide(t, director, catalog.CustomerOrders)
			if _, off := decision.Overrides.Features[catalog.GetCustomerOrders]; off {
				affected.Add(1)
			}
			decision.Commit(op, op.Success)
		})
	}
	group.Wait()
	if affected.Load() != 7 {
		t.Errorf("%d calls affected, want 7", affected.Load())
	}
}

// Calls, activations and library changes at once do not disturb each other.
func TestEverythingAtOnce(t *testing.T) {
	t.Parallel()
	library := scenario.NewLibrary(scenario.LibraryOptions{})
	director := newDirector(t, library, "flaky")
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 200 {
				decision := decide(t, director, catalog.CustomerOrders)
				decision.Commit(&catalog.Operation{}, catalog.Outcome{})
			}
		})
	}
	group.Go(func() {
		for range 100 {
			activate(t, director, "feature-off", "page-grows")
			director.Active()
			director.Deactivate("feature-off")
			director.Reset()
		}
	})
	group.Go(func() {
		for range 50 {
			if _, err := library.Put("mine", []byte(`rules: [{on: "*", delay: 1s}]`)); err != nil {
				t.Error(err)
			}
			if err := library.Delete("mine"); err != nil {
				t.Error(err)
			}
			library.List()
		}
	})
	group.Wait()
}
