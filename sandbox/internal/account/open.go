package account

import (
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// OpenRequest describes the account to open. An empty field leaves the decision to
// the baseline.
type OpenRequest struct {
	Code      string
	Document  Document
	Scenarios []string          // active from the start after the baseline's, in this order
	Owner     string            // the account of the port to open it at, "" for none
	Own       map[string]string // texts of scenarios of this account alone, by name; active from the start, also after a reset
}

// WorldError reports a faulty world of an account.
type WorldError struct{ Err error }

// Error returns the message of the reason.
func (e *WorldError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *WorldError) Unwrap() error { return e.Err }

// worldError returns err as a *WorldError, nil when err is nil.
func worldError(err error) error {
	if err == nil {
		return nil
	}
	return &WorldError{err}
}

// Open creates an account and seeds its world. An account of another port with the code
// makes the code an alias. The error is ErrTaken when the account exists, also when another
// caller has just opened it, a *TooManyError or a *WorldError.
func (r *Registry) Open(ctx context.Context, request OpenRequest) (*Account, error) {
	if err := errors.Join(checkOwn(request.Own), r.roomForOwn(bytesOf(request.Own))); err != nil {
		return nil, err
	}
	a, err := r.openAs(ctx, request)
	if !errors.Is(err, ErrTaken) || request.Owner == "" {
		return a, err
	}
	if _, known := r.AtPort(request.Owner, request.Code); known {
		return nil, err
	}
	request.Code, request.Document.Alias = NewCode(), request.Code
	return r.openAs(ctx, request)
}

// NewCode returns a vendor code that nobody chose.
func NewCode() string { return "acct-" + strings.ToLower(rand.Text()[:10]) }

func (r *Registry) openAs(ctx context.Context, request OpenRequest) (*Account, error) {
	return r.open(ctx, request.Code, func(a *Account) error { return r.createAs(ctx, a, request) })
}

// createAs prepares an account as requested, and stores it with its world.
func (r *Registry) createAs(ctx context.Context, a *Account, request OpenRequest) error {
	d := r.withWorld(request.Document)
	d.Own = request.Own
	owner, known := r.Find(request.Owner)
	if known {
		a.inherit(owner, &d)
	} else if request.Owner != "" {
		return ErrUnknown // deleted meanwhile
	}
	if d.Port || known {
		d.Given = Given{d.Answers, d.Clock} // as the own scenarios, which stay active
	}
	d.Epoch = r.newEpoch()
	if err := a.prepare(d); err != nil {
		return err
	}
	if err := a.prepareScenarios(request, owner); err != nil {
		return err
	}
	d.SeededAt = a.Clock.Now()
	world, err := r.buildWorld(d.seedRequest(a.Code))
	if err != nil {
		return err
	}
	d.PersonalData, d.PersonalWorld = world.PersonalData, world.PersonalData
	record, err := d.record(a.Code)
	if err != nil {
		return err
	}
	a.document.Store(&d)
	return r.store.CreateAccount(ctx, record, world.Write)
}

// prepareScenarios activates the scenarios of a new account. It inherits those of owner, the
// account of its port, nil for none.
func (a *Account) prepareScenarios(request OpenRequest, owner *Account) error {
	for _, name := range request.Scenarios {
		if err := a.Director.Activate(name, client.ActivationLimits{}); err != nil {
			return err
		}
	}
	if owner != nil {
		a.Director.Inherit(owner.Director)
	}
	a.Director.OpenWith(slices.Sorted(maps.Keys(request.Own)))
	return nil
}

// open opens the account of a code. create makes and stores it.
func (r *Registry) open(ctx context.Context, code string, create func(*Account) error) (*Account, error) {
	if err := CheckCode(code); err != nil {
		return nil, err
	}
	release, err := r.changing.Alone(ctx, code)
	if err != nil {
		return nil, err
	}
	defer release()
	if _, taken := r.Find(code); taken {
		return nil, ErrTaken
	}
	if err := r.startSeeding(); err != nil {
		return nil, err
	}
	defer r.endSeeding()
	a := r.newAccount(code, code)
	if err := create(a); err != nil {
		r.journal.Drop(code, func(int64) {}) // otherwise the journal keeps something for every code
		return nil, err
	}
	a.reportScenarios()
	a.findRecords("the account was opened")
	r.runs.RecordOpening(a)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.openings++
	a.opened = r.openings
	r.accounts[a.Code] = a
	r.former = slices.DeleteFunc(r.former, func(f formerAccount) bool { return f.code == a.Code })
	a.publish(client.EventAccount, client.AccountEvent{Account: a.Code, Change: client.ChangeOpened}) // before any call of it ends
	return a, nil
}

// Preview returns the account of a code as Open would make it, and stores nothing.
// Calls of it have no account in the journal. Its errors are those of Open, and
// ErrTooLarge.
func (r *Registry) Preview(code string) (*Account, error) {
	if err := CheckCode(code); err != nil {
		return nil, err
	}
	if err := r.startSeeding(); err != nil {
		return nil, err
	}
	defer r.endSeeding()
	a := r.newAccount(code, journal.None)
	d := r.withWorld(Document{Secret: r.formerSecret(code)})
	d.Epoch = r.newEpoch()
	if err := a.prepare(d); err != nil {
		return nil, err
	}
	d.SeededAt = a.Clock.Now()
	world, err := r.buildWorld(d.seedRequest(code))
	if err != nil {
		return nil, err
	}
	records, err := r.store.PreviewAccount(world.Write)
	if err != nil {
		return nil, err
	}
	a.Shop = commerce.NewShop(code, records)
	return a, nil
}

// newEpoch returns the epoch of a new account, which no deleted one had: otherwise their
// sessions would go on while the wall clock stands still.
func (r *Registry) newEpoch() uint64 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return max(uint64(r.wall().UnixMicro()), r.over+1)
}

// startSeeding counts a new account about to be seeded, or returns an error if
// there are too many.
func (r *Registry) startSeeding() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.max > 0 && len(r.accounts)+r.seeding >= r.max {
		return &TooManyError{"accounts", r.max, "--max-accounts"}
	}
	r.seeding++
	return nil
}

func (r *Registry) endSeeding() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seeding--
}

// openAttempts limits how often FindOrOpen repeats. It fails only if others open
// and delete the account as many times in a row.
const openAttempts = 10

// FindOrOpen returns the account of a code and opens it when there is none, at the port of
// an owner unless owner is "". It tries again when another caller opened it first, because
// a third caller may have deleted it since.
func (r *Registry) FindOrOpen(ctx context.Context, owner, code string) (a *Account, err error) {
	for range openAttempts {
		if a, ok := r.AtPort(owner, code); ok {
			return a, nil
		}
		if a, err = r.Open(ctx, OpenRequest{Code: code, Owner: owner, Document: Document{Secret: r.formerSecret(code)}}); !errors.Is(err, ErrTaken) {
			return a, err
		}
	}
	return nil, err
}

// withWorld records the world of the account in the document, because a later start
// may have other flags.
func (r *Registry) withWorld(d Document) Document {
	d.WorldChosen = d.World != ""
	if !d.WorldChosen {
		d.World, d.Orders = r.baseline.World, r.baseline.Orders
	}
	d.Seed = r.baseline.Seed
	return d
}

// buildWorld builds a world. The error is a *WorldError.
func (r *Registry) buildWorld(request SeedRequest) (commerce.World, error) {
	world, err := r.seed(request)
	return world, worldError(err)
}
