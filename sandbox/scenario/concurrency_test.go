package scenario_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// However many calls compete, exactly as many are bent as were asked for.
func TestCountsAreExact(t *testing.T) {
	t.Parallel()
	const calls = 1000
	library := libraryOf(t, map[string]string{
		"rule":     `rules: [{on: login, skip: 100, times: 7, fail: AUTHENTICATION_FAILED}]`,
		"skip":     `rules: [{on: login, skip: 993, fail: AUTHENTICATION_FAILED}]`,
		"scenario": `rules: [{on: login, delay: 1ns}, {on: login, fail: AUTHENTICATION_FAILED}]`,
	})
	for name, limits := range map[string]scenario.ActivationLimits{"rule": {}, "skip": {}, "scenario": {Times: 7}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			director := newDirector(t, library)
			if err := director.Activate(name, limits); err != nil {
				t.Fatal(err)
			}
			var bent, delayed atomic.Int64
			var group sync.WaitGroup
			for range calls {
				group.Go(func() {
					verdict := decide(t, director, catalog.Login)
					if !verdict.Effect.Empty() {
						bent.Add(1)
					}
					if verdict.Delay > 0 {
						delayed.Add(1)
					}
				})
			}
			group.Wait()
			if bent.Load() != 7 {
				t.Errorf("%d calls bent, want 7", bent.Load())
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
	if err := director.Activate("feature-off", scenario.ActivationLimits{Times: 7}); err != nil {
		t.Fatal(err)
	}
	op, _ := catalog.Find(catalog.CustomerOrders)
	var bent atomic.Int64
	var group sync.WaitGroup
	for range 1000 {
		group.Go(func() {
			verdict := decide(t, director, catalog.CustomerOrders)
			if _, off := verdict.Overrides.Features[catalog.GetCustomerOrders]; off {
				bent.Add(1)
			}
			verdict.Commit(op, op.Success)
		})
	}
	group.Wait()
	if bent.Load() != 7 {
		t.Errorf("%d calls bent, want 7", bent.Load())
	}
}

// Calls, switches and library changes at once: nothing is lost or torn.
func TestEverythingAtOnce(t *testing.T) {
	t.Parallel()
	library := scenario.NewLibrary(scenario.LibraryOptions{})
	director := newDirector(t, library, "flaky")
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 200 {
				verdict := decide(t, director, catalog.CustomerOrders)
				verdict.Commit(&catalog.Operation{}, catalog.Outcome{})
			}
		})
	}
	group.Go(func() {
		for range 100 {
			turnOn(t, director, "feature-off", "page-grows")
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
