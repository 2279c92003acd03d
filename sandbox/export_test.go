package sandbox

import (
	"context"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
)

// FirstAccount returns the account itself, for tests that go around the
// protocols.
func (s *Sandbox) FirstAccount() *account.Account {
	a, _ := s.registry.Find(s.options.VendorCode)
	return a
}

// DefaultAnswers returns the answers of an account that chooses none.
func (s *Sandbox) DefaultAnswers() catalog.Answers { return s.registry.DefaultSettings().Answers }

// DocumentedOperations returns the REST operations, without examples.
func (s *Sandbox) DocumentedOperations() []openapi.Operation {
	var all []openapi.Operation
	for _, op := range s.table {
		if op.rest != nil {
			all = append(all, openapi.Operation{Row: op.shown.Row, Reads: op.shown.Reads, Answers: op.shown.Answers})
		}
	}
	return all
}

// FailListener makes the sandbox lose its listener.
func (s *Sandbox) FailListener() error { return s.main.Load().Listeners[0].Close() }

// KeepBrokenScenario keeps an own scenario that cannot be read.
func (s *Sandbox) KeepBrokenScenario(ctx context.Context) error {
	return s.store.Scenarios().Put(ctx, "broken", []byte("rules: nonsense"))
}

// TendAt does the sandbox's work without calls at ticks of the test's.
func (s *Sandbox) TendAt(ticks <-chan time.Time) { s.housekeeper().keep(s.running, ticks) }
