// Package account keeps the accounts of a sandbox. The merchant (vendor) code
// is the account, and the account is a complete world: its own secret, feature
// flags, answers to open questions, clock, journal and shop. Two callers that
// use two codes cannot see or break each other.
//
// A Book opens an account once, even when two first calls race. Start flags
// are every account's Baseline and are never copied into it: what an account
// decides itself is kept in its Document, and a Settlement is the two put
// together, worked out when either changes and read without a lock.
//
// The package leaves to others who may open an account (gate), what its world
// holds (the injected Opener, fixtures) and where it is kept (boltstore).
package account

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// Account is one vendor code and all that belongs to it. It is safe for
// concurrent use.
type Account struct {
	Code     string
	Shop     *commerce.Shop
	Clock    *clock.Clock
	Ring     *journal.Ring
	Director *scenario.Director
	Coverage *coverage.Counters

	registry *Registry
	mu       sync.Mutex // serialises changes of the document
	document Document
	settings atomic.Pointer[Settings]
}

// Document is what an account decides itself and keeps over a restart. Empty
// fields leave the decision to the baseline.
type Document struct {
	Secret      string                        `json:"secret,omitempty"`
	World       string                        `json:"world"`
	WorldChosen bool                          `json:"chosen,omitempty"` // the world was asked for, not taken from the baseline
	Seed        int64                         `json:"seed"`
	Orders      int                           `json:"orders,omitempty"` // asked for; 0 is the world's own number
	SeededAt    time.Time                     `json:"filled"`           // on the account's clock
	Epoch       uint64                        `json:"epoch"`            // Unix time of its opening, plus one for each reset: sessions of an earlier one have ended
	Clock       *clock.State                  `json:"clock,omitempty"`
	Features    map[catalog.Feature]bool      `json:"features,omitempty"`
	Answers     map[catalog.QuestionID]string `json:"answers,omitempty"`
}

var codePattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// CheckCode returns what is wrong with a vendor code, nil when nothing is. The
// journal's name for calls without an account is taken.
func CheckCode(code string) error {
	if code == journal.None {
		return fmt.Errorf("the vendor code %q is taken by the calls that belong to no account", code)
	}
	if !codePattern.MatchString(code) {
		return fmt.Errorf("a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got %.80q", code)
	}
	return nil
}

// Settings returns how the account stands at present. It must not be changed.
func (a *Account) Settings() *Settings { return a.settings.Load() }

// Document returns what the account decided itself.
func (a *Account) Document() Document {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.document
}

// prepare makes all of an account that follows from its document.
func (a *Account) prepare() error {
	var err error
	a.Director, err = scenario.NewDirector(scenario.DirectorOptions{
		Library: a.registry.library, Baseline: a.registry.baseline.Scenarios, Seed: uint64(a.document.Seed), Wall: a.registry.wall,
	})
	return errors.Join(err, a.updateSettings(), a.restoreClock(a.document))
}

// settings works out the settlement from the document and the baseline.
func (a *Account) updateSettings() error {
	s, err := a.registry.baseline.settings(a.document)
	if err != nil {
		return fmt.Errorf("account %s: %w", a.Code, err)
	}
	a.settings.Store(s)
	return nil
}

// restoreClock puts the clock where a document, else the baseline, says.
func (a *Account) restoreClock(d Document) error {
	switch {
	case d.Clock != nil:
		return a.Clock.Restore(*d.Clock)
	case a.registry.baseline.Clock != nil:
		return a.Clock.Restore(clock.State{Mode: clock.Frozen, At: *a.registry.baseline.Clock})
	}
	a.Clock.Real()
	return nil
}

// seedRequest is what the document's account is filled with.
func (d Document) seedRequest(code string) SeedRequest {
	return SeedRequest{Code: code, World: d.World, Seed: d.Seed, Orders: d.Orders, Now: d.SeededAt}
}

func (d Document) encode() ([]byte, error) { return json.Marshal(d) }
