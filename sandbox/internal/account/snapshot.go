package account

import (
	"context"
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// Snapshots returns the names of the account's snapshots, sorted.
func (a *Account) Snapshots() ([]string, error) { return a.registry.snapshots.Snapshots(a.Code) }

// CheckSnapshot returns what is wrong with the name of a snapshot, nil when it
// is valid.
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
// snapshot of that name. The error is that of CheckSnapshot, a *TooManyError, or
// ErrUnknown when the account is deleted.
func (a *Account) SaveSnapshot(ctx context.Context, name string) error {
	if err := CheckSnapshot(name); err != nil {
		return err
	}
	if err := a.changing.acquire(ctx); err != nil { // so that no two callers save the last one
		return err
	}
	defer a.changing.release()
	names, err := a.Snapshots()
	switch {
	case err != nil:
		return err
	case len(names) >= MaxSnapshots && !slices.Contains(names, name):
		return &TooManyError{What: "snapshots of the account", Max: MaxSnapshots}
	}
	if err := a.registry.snapshots.SaveSnapshot(ctx, a.Code, name); err != nil {
		return err
	}
	a.publish(client.EventSnapshot, client.SnapshotEvent{Account: a.Code, Name: name, Change: client.ChangeSaved})
	return nil
}

// DeleteSnapshot deletes a snapshot. The error is ErrUnknownSnapshot when there
// is none of the name.
func (a *Account) DeleteSnapshot(ctx context.Context, name string) error {
	if err := a.registry.snapshots.DeleteSnapshot(ctx, a.Code, name); err != nil {
		return err
	}
	a.publish(client.EventSnapshot, client.SnapshotEvent{Account: a.Code, Name: name, Change: client.ChangeDeleted})
	return nil
}
