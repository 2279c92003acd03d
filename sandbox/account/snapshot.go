package account

import (
	"errors"
	"fmt"
)

// ErrNoSnapshot says that the account has no snapshot of a name.
var ErrNoSnapshot = errors.New("there is no such snapshot")

// Snapshots keeps states of accounts to go back to, beside the accounts.
type Snapshots interface {
	Snapshots(code string) ([]string, error)
	SaveSnapshot(code, name string) error
	DeleteSnapshot(code, name string) error // ErrNoSnapshot
	// RestoreSnapshot puts the records of a snapshot in place of the account's
	// and keeps the account's document r, all or nothing.
	RestoreSnapshot(r Record, name string) error // ErrNoSnapshot
}

// Snapshots returns the names of the account's snapshots, in order.
func (a *Account) Snapshots() ([]string, error) { return a.registry.snapshots.Snapshots(a.Code) }

// CheckSnapshot returns what is wrong with the name of a snapshot, nil when
// nothing is. It is not that of another state a reset can go back to.
func CheckSnapshot(name string) error {
	if name == ToWorld || name == ToEmpty {
		return fmt.Errorf("the name %q is taken: a reset to it has a meaning of its own", name)
	}
	if !codePattern.MatchString(name) {
		return fmt.Errorf("the name of a snapshot has 1 to 64 of the characters A-Z a-z 0-9 . _ -, got %.80q", name)
	}
	return nil
}

// SaveSnapshot keeps the present data under a name, in place of an earlier
// snapshot of that name. The error is CheckSnapshot's, or ErrGone.
func (a *Account) SaveSnapshot(name string) error {
	if err := CheckSnapshot(name); err != nil {
		return err
	}
	return a.registry.snapshots.SaveSnapshot(a.Code, name)
}

// DeleteSnapshot forgets a snapshot. ErrNoSnapshot says that there was none.
func (a *Account) DeleteSnapshot(name string) error {
	return a.registry.snapshots.DeleteSnapshot(a.Code, name)
}
