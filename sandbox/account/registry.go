package account

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/scenario"
)

// Errors about accounts.
var (
	// ErrTaken says that there is an account with the code already.
	ErrTaken = errors.New("the vendor code is taken")
	// ErrUnknown says that there is no account with the code, or no longer.
	ErrUnknown = errors.New("there is no such account")
)

// Record is an account as it is kept: its code and its document, encoded.
type Record struct {
	Code     string
	Document []byte
}

// Store keeps accounts and their records.
type Store interface {
	Accounts() ([]Record, error)
	// CreateAccount keeps a new account and fills its records, all or nothing.
	CreateAccount(r Record, fill func(commerce.Tx) error) error
	// SaveAccount keeps a document in place of the account's.
	SaveAccount(r Record) error
	// ReplaceAccount keeps a document and fills the records anew, all or
	// nothing.
	ReplaceAccount(r Record, fill func(commerce.Tx) error) error
	DeleteAccount(code string) error
	// Account returns the records of an account. Once it is deleted they
	// choose ErrGone.
	Account(code string) commerce.Store
}

// SeedRequest says what world an account is to be filled with.
type SeedRequest struct {
	Code   string
	World  string
	Seed   int64
	Orders int
	Now    time.Time // on the account's clock
}

// Seed returns the world of a filling.
type SeedFunc func(SeedRequest) (commerce.World, error)

// Options are what a Book works with.
type Options struct {
	Store     Store
	Snapshots Snapshots
	Journal   *journal.Journal
	Wall      clock.Wall
	Seed      SeedFunc
	Library   *scenario.Library
	Baseline  Baseline
}

// Registry knows all accounts. It is safe for concurrent use; finding an account
// takes no lock that a writer holds for long.
type Registry struct {
	store     Store
	snapshots Snapshots
	journal   *journal.Journal
	wall      clock.Wall
	seed      SeedFunc
	library   *scenario.Library
	baseline  Baseline
	defaults  *Settings

	mu       sync.RWMutex
	accounts map[string]*Account
	opening  map[string]*sync.Mutex // held while an account of that code is made
}

// NewRegistry returns the book of the accounts that the store already has.
func NewRegistry(o Options) (*Registry, error) {
	b := &Registry{
		store: o.Store, snapshots: o.Snapshots, journal: o.Journal, wall: o.Wall, seed: o.Seed, library: o.Library, baseline: o.Baseline,
		accounts: map[string]*Account{}, opening: map[string]*sync.Mutex{},
	}
	newcomer, err := b.baseline.settings(Document{})
	if err != nil {
		return nil, err
	}
	b.defaults = newcomer
	records, err := o.Store.Accounts()
	if err != nil {
		return nil, err
	}
	for _, r := range records {
		a := b.newAccount(r.Code)
		if err := json.Unmarshal(r.Document, &a.document); err != nil {
			return nil, fmt.Errorf("account %s: its record is damaged: %w", r.Code, err)
		}
		if err := a.prepare(); err != nil {
			return nil, err
		}
		b.accounts[r.Code] = a
	}
	return b, nil
}

// Baseline returns what the start flags decided.
func (b *Registry) Baseline() Baseline { return b.baseline }

// Find returns the account of a code.
func (b *Registry) Find(code string) (*Account, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	a, ok := b.accounts[code]
	return a, ok
}

// All returns every account, by code.
func (b *Registry) All() []*Account {
	b.mu.RLock()
	defer b.mu.RUnlock()
	all := make([]*Account, 0, len(b.accounts))
	for _, a := range b.accounts {
		all = append(all, a)
	}
	slices.SortFunc(all, func(x, y *Account) int { return strings.Compare(x.Code, y.Code) })
	return all
}

// Secrets yields every account's code and secret.
func (b *Registry) Secrets() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, a := range b.All() {
			if !yield(a.Code, a.Settings().Secret) {
				return
			}
		}
	}
}

// OpenRequest is a new account: empty fields leave the decision to the baseline.
type OpenRequest struct {
	Code      string
	Document  Document
	Scenarios []string // in force from the start beside the baseline's, the latest last
}

// WorldError says that the world of an account cannot be built for it.
type WorldError struct{ Err error }

// Error says why.
func (e *WorldError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong with the world.
func (e *WorldError) Unwrap() error { return e.Err }

// Open makes an account and fills its world. ErrTaken says that it is there
// already, which is what a caller that lost a race sees; a *WorldError that the
// buildWorld cannot be built.
func (b *Registry) Open(d OpenRequest) (*Account, error) {
	if err := CheckCode(d.Code); err != nil {
		return nil, err
	}
	release := b.reserve(d.Code)
	defer release()
	if _, taken := b.Find(d.Code); taken {
		return nil, ErrTaken
	}
	a := b.newAccount(d.Code)
	a.document = b.withWorld(d.Document)
	a.document.Epoch = uint64(b.wall().Unix())
	if err := a.prepare(); err != nil {
		return nil, err
	}
	for _, name := range d.Scenarios {
		if err := a.Director.Activate(name, scenario.ActivationLimits{}); err != nil {
			return nil, err
		}
	}
	if err := b.create(a); err != nil {
		return nil, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.accounts[a.Code] = a
	return a, nil
}

// openAttempts is how often FindOrOpen tries: so many times in a row must an account
// be opened and deleted by others for it to give up.
const openAttempts = 10

// FindOrOpen returns the account of a code, opened by the baseline if need be.
// It tries again when another caller opened it first, because a third may have
// deleted it since.
func (b *Registry) FindOrOpen(code string) (a *Account, err error) {
	for range openAttempts {
		if a, ok := b.Find(code); ok {
			return a, nil
		}
		if a, err = b.Open(OpenRequest{Code: code}); !errors.Is(err, ErrTaken) {
			return a, err
		}
	}
	return nil, err
}

// reserve lets one caller at a time make the account of a code.
func (b *Registry) reserve(code string) (release func()) {
	b.mu.Lock()
	making, ok := b.opening[code]
	if !ok {
		making = &sync.Mutex{}
		b.opening[code] = making
	}
	b.mu.Unlock()
	making.Lock()
	return making.Unlock
}

func (b *Registry) newAccount(code string) *Account {
	return &Account{
		Code: code, registry: b,
		Shop:     commerce.NewShop(code, b.store.Account(code)),
		Clock:    clock.New(b.wall),
		Ring:     b.journal.Ring(code),
		Coverage: coverage.New(),
	}
}

// withWorld notes which world the account gets, because a later start may have
// other flags.
func (b *Registry) withWorld(d Document) Document {
	d.WorldChosen = d.World != ""
	if !d.WorldChosen {
		d.World, d.Orders = b.baseline.World, b.baseline.Orders
	}
	d.Seed = b.baseline.Seed
	return d
}

// create keeps the account with its world.
func (b *Registry) create(a *Account) error {
	a.document.SeededAt = a.Clock.Now()
	world, err := b.buildWorld(a.document.seedRequest(a.Code))
	if err != nil {
		return err
	}
	document, err := a.document.encode()
	if err != nil {
		return err
	}
	return b.store.CreateAccount(Record{Code: a.Code, Document: document}, world.Write)
}

// buildWorld builds the world of a filling.
func (b *Registry) buildWorld(f SeedRequest) (commerce.World, error) {
	w, err := b.seed(f)
	if err != nil {
		return w, &WorldError{err}
	}
	return w, nil
}

// Delete removes an account with all that belongs to it. It reports false when
// there is none.
func (b *Registry) Delete(code string) (bool, error) {
	release := b.reserve(code)
	defer release()
	a, ok := b.Find(code)
	if !ok {
		return false, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := b.store.DeleteAccount(code); err != nil {
		return true, err
	}
	b.mu.Lock()
	delete(b.accounts, code)
	b.mu.Unlock()
	b.journal.Drop(code)
	return true, nil
}

// DefaultSettings returns how an account would stand that the baseline opens.
func (b *Registry) DefaultSettings() *Settings { return b.defaults }
