package boltstore

import (
	"context"
	"errors"
	"path/filepath"
	"syscall"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	bolt "go.etcd.io/bbolt"
)

// errTooMuch is returned for an addition larger than one part.
var errTooMuch = errors.New("the records do not fit into one transaction")

// Extend writes an addition within one part as Update does. A larger one goes with a copy
// of the account's records to a draft, and updates of the account wait meanwhile. If the
// disk lacks room for an addition, Extend refuses it before it takes the remaining room.
func (s store) Extend(ctx context.Context, bytes int, add func(commerce.Tx) error) ([]commerce.Change, error) {
	large := bytes > s.db.parts.bytes
	if bytes == 0 {
		err := s.tryAdding(add)
		if large = errors.Is(err, errTooMuch); err != nil && !large {
			return nil, err
		}
	}
	if !large {
		return s.update(ctx, add)
	}
	if folder := filepath.Dir(s.db.path); freeIn(folder) < uint64(bytes) {
		return nil, &accounts.NoSpaceError{Folder: folder, Err: syscall.ENOSPC}
	}
	release, err := s.db.turns.Alone(ctx, s.code)
	if err != nil {
		return nil, err
	}
	defer release()
	if err := s.db.view(func(file *bolt.Tx) error { _, err := s.present(file); return err }); err != nil {
		return nil, err
	}
	d := s.db.draft(ctx, s.code, accountsBucket, []byte(s.code))
	var changes []commerce.Change
	err = d.write(func(t commerce.Tx) error {
		if err := d.copy(func(file *bolt.Tx) (*records, error) { return account(file, s.code) }); err != nil {
			return err
		}
		d.tx.changes, d.tx.brief = &changes, true
		return add(t)
	}, nil, func(file *bolt.Tx) error {
		placed, err := d.place(file)
		if err != nil {
			return err
		}
		return placed.SetSequence(s.generation)
	})
	return changes, err
}

// tryAdding runs add over the content of the file and drops its writes, so a faulty
// addition makes no update wait. The error is errTooMuch, or add's.
func (s store) tryAdding(add func(commerce.Tx) error) error {
	return s.db.view(func(file *bolt.Tx) error {
		stored, err := account(file, s.code)
		if err != nil {
			return err
		}
		t := &tx{account: stored, writes: &writes{}}
		t.makeRoom = func() error {
			if t.writes.bytes >= s.db.parts.bytes {
				return errTooMuch
			}
			return nil
		}
		return add(t)
	})
}
