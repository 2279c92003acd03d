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

// extending adds records to an account in several transactions: a copy of its
// records and then the new ones go to the staging bucket, and the last transaction
// replaces the account by them. Updates of the account wait meanwhile.
type extending struct {
	copying
	of store
}

// errTooMuch is returned for an addition larger than one chunk.
var errTooMuch = errors.New("the records do not fit into one transaction")

// Extend writes an addition within one chunk as Update does. If the disk lacks room for an
// addition, Extend refuses it before it takes the remaining room.
func (s store) Extend(ctx context.Context, bytes int, add func(commerce.Tx) error) ([]commerce.Change, error) {
	large := bytes > s.db.chunks.bytes
	if bytes == 0 {
		err := s.tryAdding(add)
		if large = errors.Is(err, errTooMuch); err != nil && !large {
			return nil, err
		}
	}
	if large {
		if folder := filepath.Dir(s.db.path); freeIn(folder) < uint64(bytes) {
			return nil, &accounts.NoSpaceError{Folder: folder, Err: syscall.ENOSPC}
		}
		return s.extend(ctx, add)
	}
	return s.update(ctx, add)
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
			if t.writes.bytes >= s.db.chunks.bytes {
				return errTooMuch
			}
			return nil
		}
		return add(t)
	})
}

func (s store) extend(ctx context.Context, add func(commerce.Tx) error) (changes []commerce.Change, err error) {
	e := &extending{of: s, copying: copying{
		code: s.code, name: []byte(s.code), ended: make(chan struct{}),
		from:   func(file *bolt.Tx) (*records, error) { return account(file, s.code) },
		finish: func(*records, tableCounts) error { return nil },
	}}
	e.copying.staging = staging{db: s.db, ctx: ctx}
	defer s.db.copies.end(s.code, e.ended)
	defer func() { err = errors.Join(err, e.abandon(err)) }()
	if err := e.hold(); err != nil {
		return nil, err
	}
	e.begin()
	for next := []byte{}; next != nil; {
		if next, err = e.copyChunk(next); err != nil {
			return nil, err
		}
	}
	return e.add(add)
}

// hold makes the updates of the account wait from now on, resets and its deletion among
// them.
func (e *extending) hold() error {
	return e.db.write(e.ctx, func(file *bolt.Tx) (work, error) {
		if _, err := e.of.writable(file); err != nil {
			return work{}, err
		}
		e.db.copies.begin(e.code, e.ended)
		return work{}, nil
	})
}

// add writes the new records to the copy, and replaces the account by it.
func (e *extending) add(add func(commerce.Tx) error) ([]commerce.Change, error) {
	var changes []commerce.Change
	s := newSeeding(e.staging, e.code)
	s.tx.changes, s.tx.brief = &changes, true
	if err := s.openView(); err != nil {
		return nil, err
	}
	if err := s.run(add); err != nil {
		return nil, err
	}
	e.db.touch(recordsIn(e.code))
	err := e.db.writer.write(e.ctx, func(*bolt.Tx) (work, error) {
		return work{apply: func(file *bolt.Tx) error {
			if err := deleteRecords(file, e.code); err != nil {
				return err
			}
			if err := s.place(file); err != nil {
				return err
			}
			return recordsIn(e.code)(file).SetSequence(e.of.generation)
		}}, nil
	})
	return changes, err
}
