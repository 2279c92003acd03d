package sandbox

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
)

// FirstAccount returns the account itself, for tests that go around the
// protocols.
func (s *Sandbox) FirstAccount() *account.Account {
	a, _ := s.registry.Find(s.options.VendorCode)
	return a
}

// KeepNoCalls gives a started sandbox a journal that numbers calls and keeps
// nothing of them, for comparison.
func (s *Sandbox) KeepNoCalls() { s.probe.Ready(s.engine(journal.New(journal.Limits{}))) }
