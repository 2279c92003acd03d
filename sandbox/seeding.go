package sandbox

import (
	"fmt"
	"log/slog"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// seedStep is how many orders are seeded between two reports, some seconds of work.
const seedStep = 20_000

// announced returns a world that reports the progress of its seeding, when it has many
// orders: in the log, and to the probes while the sandbox starts.
func (s *Sandbox) announced(w commerce.World, r account.SeedRequest) commerce.World {
	orders := w.Orders
	of := ""
	if r.Orders > 0 {
		of = fmt.Sprintf(" of %d", r.Orders)
	}
	w.Orders = func(yield func(commerce.OrderRecord) bool) {
		if r.Orders >= seedStep {
			s.options.Log.Info("seeding", slog.String("account", r.Code), slog.Int("orders", r.Orders))
		}
		n := 0
		for o := range orders {
			if n++; n%seedStep == 0 {
				s.options.Log.Info("seeding", slog.String("account", r.Code), slog.String("orders", fmt.Sprintf("%d%s", n, of)))
				if s.gate.Load() == nil {
					s.probe.WaitFor(fmt.Sprintf("the world of account %s: %d%s orders", r.Code, n, of))
				}
			}
			if !yield(o) {
				return
			}
		}
	}
	return w
}
