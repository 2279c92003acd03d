package account

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// Snapshot is a saved state of an account's records: calls, clock, settings and scenarios are
// not in it. Package boltstore keeps the records in the data file, beside the account. A
// snapshot of an older program has only a name.
type Snapshot struct {
	Name        string           `json:"-"`
	Time        time.Time        `json:"time"`         // when it was saved, on the machine's clock
	AccountTime time.Time        `json:"account_time"` // the same on the account's clock
	Counts      *commerce.Counts `json:"counts"`
	SeededAt    time.Time        `json:"seeded_at,omitzero"` // when its records were seeded, on the account's clock

	PersonalData bool `json:"personal_data,omitempty"` // as in the document of the account
}

// Snapshots returns the account's snapshots, sorted by name.
func (a *Account) Snapshots() ([]Snapshot, error) { return a.registry.snapshots.Snapshots(a.Code) }

// CheckSnapshot checks the name of a snapshot, and returns nil when it is valid.
func CheckSnapshot(name string) error {
	if isWorld(name) {
		return fmt.Errorf("a snapshot cannot have the name %q, because a reset to %[1]q builds a world", name)
	}
	if !codePattern.MatchString(name) {
		return fmt.Errorf("the name of a snapshot has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got %.80q", name)
	}
	return nil
}

// MaxSnapshots is how many snapshots an account may have.
const MaxSnapshots = 100

// SaveSnapshot copies the present records under a name and replaces an earlier
// snapshot of this name. The error is CheckSnapshot's, a *TooManyError, or
// ErrUnknown when the account is deleted.
func (a *Account) SaveSnapshot(ctx context.Context, name string) (Snapshot, error) {
	if err := CheckSnapshot(name); err != nil {
		return Snapshot{}, err
	}
	release, err := a.hold(ctx) // so no two callers save the last one
	if err != nil {
		return Snapshot{}, err
	}
	defer release()
	if err := a.checkRoom(name); err != nil {
		return Snapshot{}, err
	}
	s, err := a.registry.snapshots.SaveSnapshot(ctx, a.Code, Snapshot{
		Name: name, Time: a.registry.wall().UTC(), AccountTime: a.Clock.Now(), SeededAt: a.Document().SeededAt, PersonalData: a.Document().PersonalData,
	})
	if err != nil {
		return s, err
	}
	a.publish(client.EventSnapshot, client.SnapshotEvent{Account: a.Code, Name: name, Change: client.ChangeSaved})
	return s, nil
}

// checkRoom returns the error of an account without room for a snapshot of the name.
func (a *Account) checkRoom(name string) error {
	all, err := a.Snapshots()
	if err != nil {
		return err
	}
	if len(all) >= MaxSnapshots && !slices.ContainsFunc(all, func(s Snapshot) bool { return s.Name == name }) {
		return &TooManyError{What: "snapshots of the account", Max: MaxSnapshots}
	}
	return nil
}

// DeleteSnapshot deletes a snapshot. The error is ErrUnknownSnapshot when there
// is none of the name.
func (a *Account) DeleteSnapshot(ctx context.Context, name string) error {
	release, err := a.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	if err := a.registry.snapshots.DeleteSnapshot(ctx, a.Code, name); err != nil {
		return err
	}
	a.publish(client.EventSnapshot, client.SnapshotEvent{Account: a.Code, Name: name, Change: client.ChangeDeleted})
	return nil
}

// ViewSnapshot calls fn with the records of a snapshot. The error is
// ErrUnknownSnapshot when there is none of the name.
func (a *Account) ViewSnapshot(ctx context.Context, name string, fn func(commerce.Tx) error) error {
	return a.registry.snapshots.ViewSnapshot(ctx, a.Code, name, fn)
}
