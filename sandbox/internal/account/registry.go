package account

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// SeedRequest describes the initial world of an account.
type SeedRequest struct {
	Code   string
	World  string
	Seed   int64
	Orders int       // 0 for the world's own number
	Now    time.Time // on the account's clock
}

// SeedFunc builds the world of an account.
type SeedFunc func(SeedRequest) (commerce.World, error)

// Options configure a Registry.
type Options struct {
	Store     Store
	Snapshots Snapshots
	Journal   *journal.Journal
	Events    *events.Log // nil when nobody reads them
	Wall      clock.Wall
	Seed      SeedFunc
	Library   *scenario.Library
	Baseline  Baseline
	Runs      Runs // nil when nobody keeps them
	Max       int  // how many accounts there may be, 0 for any number
}

// Registry is all accounts of a process. It is safe for concurrent use. Finding
// an account does not wait for a write.
type Registry struct {
	store     Store
	snapshots Snapshots
	journal   *journal.Journal
	events    *events.Log
	wall      clock.Wall
	seed      SeedFunc
	library   *scenario.Library
	runs      Runs
	baseline  Baseline
	defaults  *Settings
	unnamed   *scenario.Director
	handBytes atomic.Int64 // of the accounts' changes by hand
	changing  Turns        // taken while an account is opened or deleted, or its document or generation changes
	personal  Turns        // taken while records come in with personal data

	mu       sync.RWMutex
	accounts map[string]*Account
	former   []formerAccount
	max      int               // how many accounts there may be, 0 for any number
	seeding  int               // how many accounts are being opened
	openings int64             // how many accounts this process opened
	over     uint64            // the last epoch of the deleted accounts
	released func(code string) // called after an account was deleted; nil when nobody needs it

	clearedBytes int64 // of the cleared calls at all ports
}

// NewRegistry returns the accounts of the store. The error names an unreadable
// account, or the fault of the baseline.
func NewRegistry(o Options) (*Registry, error) {
	r := &Registry{
		store: o.Store, snapshots: o.Snapshots, journal: o.Journal, events: o.Events, wall: o.Wall, seed: o.Seed, library: o.Library, baseline: o.Baseline,
		accounts: map[string]*Account{}, max: o.Max,
		runs: cmp.Or[Runs](o.Runs, noRuns{}),
	}
	var err error
	if r.defaults, err = r.baseline.settings(Document{}); err != nil {
		return nil, err
	}
	if r.unnamed, err = r.newDirector(uint64(r.baseline.Seed), r.wall); err != nil {
		return nil, err
	}
	if err := r.loadAccounts(); err != nil {
		return nil, err
	}
	return r, nil
}

// OnRelease makes the registry call a function with the code of each deleted account.
// Call it before others use the registry.
func (r *Registry) OnRelease(released func(code string)) { r.released = released }

// newAccount returns an account to be prepared, whose calls the journal keeps under a code.
func (r *Registry) newAccount(code, journalCode string) *Account {
	l := &lasting{Code: code, registry: r, Clock: clock.New(r.wall), Ring: r.journal.Ring(journalCode), Coverage: coverage.New()}
	a := l.newGeneration()
	a.RecordCall(r.wall())
	return a
}

// UnnamedDirector returns the director of calls without an account. The scenarios of the
// baseline are active in it.
func (r *Registry) UnnamedDirector() *scenario.Director { return r.unnamed }

func (r *Registry) newDirector(seed uint64, now func() time.Time) (*scenario.Director, error) {
	return scenario.NewDirector(scenario.DirectorOptions{
		Library: r.library, Baseline: r.baseline.Scenarios, Seed: seed, Wall: r.wall, Clock: now,
	})
}

// Baseline returns the decisions of the start flags.
func (r *Registry) Baseline() Baseline { return r.baseline }

// DefaultSettings returns the settings of an account without own decisions.
func (r *Registry) DefaultSettings() *Settings { return r.defaults }

// Wall returns the time of the machine's clock.
func (r *Registry) Wall() time.Time { return r.wall() }

// Find returns the account of a code.
func (r *Registry) Find(code string) (*Account, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	a, ok := r.accounts[code]
	return a, ok
}

// put replaces the account with the code of a.
func (r *Registry) put(a *Account) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.accounts[a.Code] = a
}

// Only returns the account when there is no other.
func (r *Registry) Only() (*Account, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, a := range r.accounts {
		return a, len(r.accounts) == 1
	}
	return nil, false
}

// Max returns how many accounts there may be, 0 for any number.
func (r *Registry) Max() int { return r.max }

// All returns every account, sorted by code.
func (r *Registry) All() []*Account {
	r.mu.RLock()
	defer r.mu.RUnlock()
	all := make([]*Account, 0, len(r.accounts))
	for _, a := range r.accounts {
		all = append(all, a)
	}
	slices.SortFunc(all, func(x, y *Account) int { return strings.Compare(x.Code, y.Code) })
	return all
}

// Delete removes an account and everything belonging to it. It reports whether the
// account existed.
func (r *Registry) Delete(ctx context.Context, code string) (bool, error) {
	return r.deleteIf(ctx, code, func(*Account) bool { return true })
}

// Delete removes the account as Registry.Delete does, but no later one with its code.
func (a *Account) Delete(ctx context.Context) (bool, error) {
	return a.registry.deleteIf(ctx, a.Code, func(now *Account) bool { return now.lasting == a.lasting })
}

// Idle is an account without a call for its TTL.
type Idle struct {
	Code string
	TTL  time.Duration
}

// DeleteIdle deletes the accounts without a call for their TTL, or for ttl if they have none,
// except the codes in keep, and returns the deleted ones. A TTL of 0 deletes nothing. An
// account counts as called when the registry is made.
func (r *Registry) DeleteIdle(ctx context.Context, ttl time.Duration, keep ...string) (deleted []Idle, err error) {
	now := r.wall()
	ttlOf := func(a *Account) time.Duration { return cmp.Or(a.Document().TTL, ttl) }
	idle := func(a *Account) bool {
		stays := ttlOf(a)
		return stays > 0 && a.called.Load() < now.Add(-stays).UnixNano()
	}
	for _, a := range r.All() {
		if slices.Contains(keep, a.Code) || !idle(a) {
			continue
		}
		switch gone, err := r.deleteIf(ctx, a.Code, idle); {
		case err != nil:
			return deleted, err
		case gone:
			deleted = append(deleted, Idle{a.Code, ttlOf(a)})
		}
	}
	return deleted, nil
}

// deleteIf deletes the account of a code if it meets the condition once no other
// caller changes it, and reports whether it did.
func (r *Registry) deleteIf(ctx context.Context, code string, condition func(*Account) bool) (bool, error) {
	release, err := r.changing.Alone(ctx, code)
	if err != nil {
		return true, err
	}
	defer release()
	if a, ok := r.Find(code); ok && condition(a) {
		return true, r.erase(ctx, a)
	}
	return false, nil
}

// erase deletes an account and the accounts of its port. The caller has the locks of the
// account.
func (r *Registry) erase(ctx context.Context, a *Account) error {
	if err := r.store.DeleteAccount(ctx, a.Code); err != nil {
		return err
	}
	r.runs.RecordDeletion(a, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.accounts, a.Code)
		r.clearedBytes -= a.cleared.bytes
		r.remember(a.Code, a.Document().Secret)
		r.over = max(r.over, a.Document().Epoch)
	})
	a.finish(WasDeleted)
	a.keepCleared()
	r.events.PublishDrop(r.journal, a.Code, client.AccountEvent{Account: a.Code, Change: client.ChangeDeleted})
	if r.released != nil {
		r.released(a.Code)
	}
	return r.deleteFamily(ctx, a)
}
