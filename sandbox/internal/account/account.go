// Package account keeps the accounts of a sandbox. The merchant (vendor) code
// is the account, and the account is a complete world: its own secret, feature
// flags, answers to open questions, clock, journal and shop. Two callers that
// use two codes cannot see or change each other's data.
//
// A Registry opens an account once, even when two first calls race. The start
// flags are the Baseline of every account and are never copied into it: what an
// account decides itself is stored in its Document. Settings are the two put
// together. They are computed when the document changes and read without a
// lock.
//
// The package leaves to others who may open an account (gate), how its world is
// built (the injected SeedFunc, worlds) and where it is stored (boltstore).
package account

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
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

	Signatures credential.Memo // of the calls
	Sightings  Sightings       // of the records that calls named

	registry *Registry
	owner    *Account // at whose port it was opened, nil for none
	opened   int64    // its number among the accounts that this process opened
	changing lock     // held while the document changes
	personal lock     // held while records come in with personal data

	document atomic.Pointer[Document]
	settings atomic.Pointer[Settings]
	history  history
	earlier  earlier // changes that calls may not see yet
	cleared  cleared
	called   atomic.Int64 // when the last call came, in nanoseconds of the wall clock's Unix time
	judged   atomic.Pointer[Judgement]
}

// Document is what an account decides itself and keeps over a restart. A field
// that is empty leaves the decision to the baseline.
type Document struct {
	Secret        string                        `json:"secret,omitempty"`
	World         string                        `json:"world"`
	WorldChosen   bool                          `json:"chosen,omitempty"` // the request named the world; otherwise it is the baseline's
	Seed          int64                         `json:"seed"`
	Orders        int                           `json:"orders,omitempty"` // how many orders the world gets; 0 for the world's own number
	SeededAt      time.Time                     `json:"filled"`           // on the account's clock
	Epoch         uint64                        `json:"epoch"`            // Unix time of its opening in microseconds, plus one for each reset; sessions of an earlier epoch are over
	Clock         *clock.State                  `json:"clock,omitempty"`
	Features      map[catalog.Feature]bool      `json:"features,omitempty"`
	Answers       map[catalog.QuestionID]string `json:"answers,omitempty"`
	DiscardWrites *bool                         `json:"discard_writes,omitempty"` // whether calls store nothing
	Own           map[string]string             `json:"own,omitempty"`            // texts of the scenarios of this account alone, by name

	Label string        `json:"label,omitempty"` // the name of its test
	Run   string        `json:"run,omitempty"`   // the run that it belongs to
	Owner string        `json:"owner,omitempty"` // at whose port it was opened
	Port  bool          `json:"port,omitempty"`  // it was opened with a port of its own
	TTL   time.Duration `json:"ttl,omitempty"`   // how long it stays without a call; 0 leaves that to the start flags

	PersonalData  bool `json:"personal_data,omitempty"`  // records came in with the data of people
	PersonalWorld bool `json:"personal_world,omitempty"` // the world has such records
}

var codePattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// CheckCode returns what is wrong with a vendor code, nil when it is valid. The
// name that the journal uses for calls without an account is not valid, nor are
// the names that have a meaning in paths.
func CheckCode(code string) error {
	if code == journal.None {
		return fmt.Errorf("the vendor code %q is reserved for calls without an account", code)
	}
	if !codePattern.MatchString(code) {
		return fmt.Errorf("a vendor code has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got %.80q", code)
	}
	if code == "." || code == ".." {
		return fmt.Errorf("a vendor code must not be . or .., because no client can call an address that contains it, got %q", code)
	}
	return nil
}

// Called records that a client called the account at a wall time, and with it the owner of
// its port. The latest counts, also when a call that came before it is read later.
func (a *Account) Called(at time.Time) {
	if a.owner != nil {
		a.owner.Called(at)
	}
	for called := at.UnixNano(); ; {
		latest := a.called.Load()
		if called <= latest || a.called.CompareAndSwap(latest, called) {
			return
		}
	}
}

// Settings returns the present settings of the account. The caller must not
// change them.
func (a *Account) Settings() *Settings { return a.settings.Load() }

// Document returns what the account decides itself. The caller must not change
// its maps.
func (a *Account) Document() Document { return *a.document.Load() }

// prepare makes all that follows from the account's first document.
func (a *Account) prepare(d Document) error {
	director, err := a.registry.newDirector(uint64(d.Seed), a.Clock.Now)
	a.Director = director
	if director != nil {
		director.SetOwn(d.Own)
	}
	settings, invalid := a.registry.baseline.settings(d)
	if err := errors.Join(err, invalid, a.registry.restoreClock(a.Clock, d)); err != nil {
		return fmt.Errorf("account %s: %w", a.Code, err)
	}
	a.document.Store(&d)
	a.settings.Store(settings)
	return nil
}

// restoreClock sets a clock to what a document says, otherwise to what the
// baseline says.
func (r *Registry) restoreClock(c *clock.Clock, d Document) error {
	switch {
	case d.Clock != nil:
		return c.Restore(*d.Clock)
	case r.baseline.Clock != nil:
		return c.Restore(clock.State{Mode: clock.Frozen, At: *r.baseline.Clock})
	}
	c.Real()
	return nil
}

// seedRequest returns the request for the world of the account.
func (d Document) seedRequest(code string) SeedRequest {
	return SeedRequest{Code: code, World: d.World, Seed: d.Seed, Orders: d.Orders, Now: d.SeededAt}
}

// record returns the account as it is stored.
func (d Document) record(code string) (Record, error) {
	text, err := json.Marshal(d)
	return Record{Code: code, Document: text}, err
}
