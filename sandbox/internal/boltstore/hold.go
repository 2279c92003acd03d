package boltstore

import (
	"context"
	"errors"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	bolt "go.etcd.io/bbolt"
)

// beingCopied is the error of a plan for a held account. The plan runs again when the hold
// has ended.
type beingCopied struct{ ended <-chan struct{} }

func (*beingCopied) Error() string { return "the account is being copied" }

// hold makes the updates of an account wait until release, because a copy would otherwise
// have a part of an update. The error is allowed's, or account.ErrBusy.
func (db *DB) hold(ctx context.Context, code string, allowed func(*bolt.Tx) error) (release func(), err error) {
	ended := make(chan struct{})
	release = func() {
		if db.holds.CompareAndDelete(code, ended) {
			close(ended)
		}
	}
	err = db.write(ctx, func(file *bolt.Tx) (work, error) {
		if err := errors.Join(db.checkHeld(code, ended), allowed(file)); err != nil {
			return work{}, err
		}
		db.holds.Store(code, ended)
		return work{}, nil
	})
	if err != nil {
		release()
	}
	return release, err
}

// checkHeld returns a *beingCopied for an account held by another one than own, nil for
// none.
func (db *DB) checkHeld(code string, own chan struct{}) error {
	if ended, held := db.holds.Load(code); held && ended != own {
		return &beingCopied{ended.(chan struct{})}
	}
	return nil
}

// write runs a plan as the writer does. It waits while the account is held. The error
// is account.ErrBusy when that takes too long.
func (db *DB) write(ctx context.Context, p plan) error {
	err := db.writer.write(ctx, p)
	var held *beingCopied
	if !errors.As(err, &held) {
		return err
	}
	waiting, cancel := accounts.WaitForAccount(ctx, db.patience)
	defer cancel()
	for errors.As(err, &held) {
		select {
		case <-held.ended:
		case <-waiting.Done():
			return context.Cause(waiting)
		}
		err = db.writer.write(ctx, p)
	}
	return err
}
