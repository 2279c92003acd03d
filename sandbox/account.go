package sandbox

import "time"

// Account describes the first account of a sandbox.
type Account struct {
	Code   string
	Secret string
	Now    time.Time // on the account's clock

	// Kept is true if the data had the account before the sandbox started. The
	// options for its world then have no effect until it is reset.
	Kept     bool
	World    string    // the source of its records
	Orders   int       // the requested number, 0 for the world's own
	Seed     int64     // of its data, ids and chance
	SeededAt time.Time // on the account's clock

	DiscardWrites bool // its calls store nothing
}

// First returns the account of Options.VendorCode. It is the zero Account before
// Start, and if the account was deleted.
func (s *Sandbox) First() Account {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.registry == nil {
		return Account{}
	}
	a, ok := s.registry.Find(s.options.VendorCode)
	if !ok {
		return Account{}
	}
	d := a.Document()
	return Account{
		Code: a.Code, Secret: a.Settings().Secret, Now: a.Clock.Now(), Kept: s.kept,
		World: d.World, Orders: d.Orders, Seed: d.Seed, SeededAt: d.SeededAt, DiscardWrites: a.Settings().DiscardWrites,
	}
}
