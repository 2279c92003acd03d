// Package account keeps the accounts of a sandbox. The merchant (vendor) code is
// the account, and the account is a complete world: its own secret, feature flags,
// answers to open questions, clock, journal and shop. Two callers with two codes
// cannot see or change each other's data.
//
// A Registry opens an account once, even when two first calls race. The start flags
// are the Baseline of every account and are never copied into it: the account's own
// decisions are stored in its Document. Settings are the two put together. They are
// computed when the document changes and read without a lock.
//
// The package leaves to others the permission to open an account (gate), the making
// of its world (the injected SeedFunc, worlds) and its storage (boltstore).
package account

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"sync"
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

// Account is one vendor code with everything belonging to it, in one generation: from its
// opening, or its latest reset, to the next one. Who found the account before a reset
// changes nothing after it. It is safe for concurrent use.
type Account struct {
	*lasting
	Shop      *commerce.Shop
	Sightings Sightings // of the records named by calls

	records commerce.Store // of the generation
	ended   context.Context
	end     context.CancelCauseFunc // the cause is an *EndedError
	history history
	earlier earlier // changes still hidden from calls
}

// lasting is what an account keeps over its resets.
type lasting struct {
	Code     string
	Clock    *clock.Clock
	Ring     *journal.Ring
	Director *scenario.Director
	Coverage *coverage.Counters

	Signatures credential.Memo // of the calls

	registry *Registry
	owner    *Account // the account of the port it was opened at, nil for none
	opened   int64    // its number among the accounts opened by this process

	document atomic.Pointer[Document]
	settings atomic.Pointer[Settings]
	clearing sync.Mutex // held while the calls leave the journal
	cleared  cleared
	called   atomic.Int64 // when the last call came, in nanoseconds of the wall clock's Unix time
	judged   atomic.Pointer[Judgement]
}

// Document has an account's own decisions, kept over a restart. An empty field
// leaves the decision to the baseline.
type Document struct {
	Secret        string                        `json:"secret,omitempty"`
	World         string                        `json:"world"`
	WorldChosen   bool                          `json:"chosen,omitempty"` // the request named the world; otherwise it is the baseline's
	Seed          int64                         `json:"seed"`
	Orders        int                           `json:"orders,omitempty"` // how many orders the world gets; 0 for the world's own number
	SeededAt      time.Time                     `json:"filled"`           // on the account's clock
	Epoch         uint64                        `json:"epoch"`            // Unix time of its opening in microseconds, plus one for each reset; sessions of an earlier epoch are over
	Resets        uint64                        `json:"resets,omitempty"` // so many are counted in Epoch
	Clock         *clock.State                  `json:"clock,omitempty"`
	Features      map[catalog.Feature]bool      `json:"features,omitempty"`
	Answers       map[catalog.QuestionID]string `json:"answers,omitempty"`
	DiscardWrites *bool                         `json:"discard_writes,omitempty"` // whether calls store nothing
	Own           map[string]string             `json:"own,omitempty"`            // texts of the scenarios of this account alone, by name

	Label string        `json:"label,omitempty"` // the name of its test
	Run   string        `json:"run,omitempty"`   // its run
	Owner string        `json:"owner,omitempty"` // the account of the port it was opened at
	Alias string        `json:"alias,omitempty"` // its code at that port, where another port's account has the code
	Port  bool          `json:"port,omitempty"`  // it was opened with a port of its own
	TTL   time.Duration `json:"ttl,omitempty"`   // how long it stays without a call; 0 for the start flags' time
	Given Given         `json:"given,omitzero"`  // of an account with a port, or opened at one

	PersonalData  bool `json:"personal_data,omitempty"`  // records came in with the data of people
	PersonalWorld bool `json:"personal_world,omitempty"` // the world has such records
}

// Given is what an account was opened with and a reset goes back to.
type Given struct {
	Answers map[catalog.QuestionID]string `json:"answers,omitempty"`
	Clock   *clock.State                  `json:"clock,omitempty"`
}

var codePattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// CheckCode checks a vendor code, and returns nil when it is valid. The journal's
// name for calls without an account is not valid, nor are names with a meaning in
// paths.
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

// RecordCall records a call of the account at a wall time, also for the owner of its port. The
// latest counts, even if an earlier call is read later.
func (a *Account) RecordCall(at time.Time) {
	if a.owner != nil {
		a.owner.RecordCall(at)
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

// Document returns the account's own decisions. The caller must not change its
// maps.
func (a *Account) Document() Document { return *a.document.Load() }

// prepare derives everything from the account's first document.
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

// restoreClock sets a clock from a document, otherwise from the baseline.
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
