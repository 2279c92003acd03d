package sandbox

import (
	"fmt"
	"log/slog"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// seedingStep is how many orders are seeded between two reports, some seconds of work.
const seedingStep = 20_000

// seeder gives accounts their records from worlds: the whole world of a new account, and a
// fragment for an account with records.
type seeder struct {
	worlds   *worlds.Library
	log      *slog.Logger
	progress func(of string) // gets a text such as the world of account DEMO: 20000 orders
}

// world builds the world for seeding an account.
func (s seeder) world(r account.SeedRequest) (commerce.World, error) {
	w, err := s.worlds.Load(r.World)
	if err != nil {
		return commerce.World{}, err
	}
	built, err := w.Build(worlds.BuildRequest{Merchant: r.Code, Now: r.Now, Seed: r.Seed, Orders: r.Orders})
	if err != nil {
		return commerce.World{}, err
	}
	return s.withProgress(built, r), nil
}

// withProgress returns a world that reports the progress of its seeding, when it has many
// orders.
func (s seeder) withProgress(w commerce.World, r account.SeedRequest) commerce.World {
	orders := w.Orders
	of := ""
	if r.Orders > 0 {
		of = fmt.Sprintf(" of %d", r.Orders)
	}
	w.Orders = func(yield func(record.StoredOrder) bool) {
		if r.Orders >= seedingStep {
			s.log.Info("seeding", slog.String("account", r.Code), slog.Int("orders", r.Orders))
		}
		n := 0
		for o := range orders {
			if n++; n%seedingStep == 0 {
				s.log.Info("seeding", slog.String("account", r.Code), slog.String("orders", fmt.Sprintf("%d%s", n, of)))
				s.progress(fmt.Sprintf("the world of account %s: %d%s orders", r.Code, n, of))
			}
			if !yield(o) {
				return
			}
		}
	}
	return w
}

// fragment is a world file for adding records to an account.
type fragment struct{ *worlds.Fragment }

// readFragment reads a world file for adding records to an account.
func readFragment(text []byte) (account.Fragment, error) {
	f, err := worlds.ParseFragment(text, "fragment")
	return fragment{f}, err
}

// Personal returns whether the file declares its records to have personal data.
func (f fragment) Personal() account.Personal { return account.Personal(f.PersonalData()) }

// Write writes the records for the account of the request.
func (f fragment) Write(tx commerce.Tx, r account.SeedRequest) error {
	world, err := f.Build(tx, worlds.BuildRequest{Merchant: r.Code, Now: r.Now, Seed: r.Seed})
	if err != nil {
		return &account.WorldError{Err: err}
	}
	return world.Write(tx)
}
