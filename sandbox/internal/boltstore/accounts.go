package boltstore

import (
	"bytes"
	"context"
	"fmt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	bolt "go.etcd.io/bbolt"
)

// Accounts returns all accounts, sorted by code.
func (db *DB) Accounts() ([]accounts.Record, error) {
	var list []accounts.Record
	err := db.view(func(tx *bolt.Tx) error {
		return documents(tx).each(func(code, document []byte) error {
			list = append(list, accounts.Record{Code: string(code), Document: bytes.Clone(document)})
			return nil
		})
	})
	return list, err
}

// CreateAccount stores a new account and the records of seed, or nothing. The error
// is account.ErrTaken when the account exists, or seed's.
func (db *DB) CreateAccount(ctx context.Context, rec accounts.Record, seed func(commerce.Tx) error) error {
	if rec.Code == "" || len(rec.Code) > textLimit {
		return fmt.Errorf("the code of an account must have 1 to %d bytes, got %d", textLimit, len(rec.Code))
	}
	return db.seedAccount(ctx, rec, checkFree, seed)
}

// checkFree returns account.ErrTaken for an existing account.
func checkFree(file *bolt.Tx, code string) error {
	if file.Bucket(accountsBucket).Bucket([]byte(code)) != nil {
		return fmt.Errorf("%w: %s", accounts.ErrTaken, code)
	}
	return nil
}

// seedAccount replaces the document and the records of an account, or nothing.
// allowed returns the error for an account that must not be seeded.
func (db *DB) seedAccount(ctx context.Context, rec accounts.Record, allowed func(*bolt.Tx, string) error, seed func(commerce.Tx) error) error {
	if err := db.view(func(file *bolt.Tx) error { return allowed(file, rec.Code) }); err != nil {
		return err
	}
	d := db.draft(ctx, rec.Code, accountsBucket, []byte(rec.Code))
	document := bytes.Clone(rec.Document)
	return d.write(seed, func(file *bolt.Tx) error { return allowed(file, rec.Code) },
		func(file *bolt.Tx) error { return d.placeAccount(file, document) })
}

// placeAccount replaces the document and the records of an account.
func (d *draft) placeAccount(file *bolt.Tx, document []byte) error {
	if err := documents(file).put([]byte(d.code), document); err != nil {
		return err
	}
	placed, err := d.place(file)
	if err != nil {
		return err
	}
	return beginGeneration(placed)
}

// SaveAccount replaces the document of an account.
func (db *DB) SaveAccount(ctx context.Context, rec accounts.Record) error {
	document := bytes.Clone(rec.Document)
	return db.changeAccount(ctx, rec.Code, func(file *bolt.Tx, code []byte) error {
		return documents(file).put(code, document)
	})
}

// DeleteAccount removes an account, its records and its snapshots.
func (db *DB) DeleteAccount(ctx context.Context, code string) error {
	db.touch(accountsBucket, []byte(code))
	snapshots, _ := db.Snapshots(code) // the removal finds any damage
	for _, s := range snapshots {
		db.touch(snapshotsBucket, []byte(code), []byte(s.Name))
	}
	return db.changeAccount(ctx, code, func(file *bolt.Tx, code []byte) error {
		if err := documents(file).remove(code); err != nil {
			return err
		}
		if kept := file.Bucket(snapshotsBucket); kept.Bucket(code) != nil {
			if err := kept.DeleteBucket(code); err != nil {
				return err
			}
		}
		return file.Bucket(accountsBucket).DeleteBucket(code)
	})
}

// write runs a plan for an account as the writer does, when nobody has the account alone. The
// error may be account.ErrBusy.
func (db *DB) write(ctx context.Context, code string, p plan) error {
	release, err := db.turns.Share(ctx, code)
	if err != nil {
		return err
	}
	defer release()
	return db.writer.write(ctx, p)
}

// changeAccount applies a write to an existing account.
func (db *DB) changeAccount(ctx context.Context, code string, apply func(file *bolt.Tx, code []byte) error) error {
	return db.write(ctx, code, func(file *bolt.Tx) (work, error) {
		if err := checkKnown(file, code); err != nil {
			return work{}, err
		}
		return work{apply: func(file *bolt.Tx) error { return apply(file, []byte(code)) }}, nil
	})
}

// ReplaceAccount replaces the document of an account, and its records by those of
// seed. Its sequences start again. When seed fails, nothing has changed.
func (db *DB) ReplaceAccount(ctx context.Context, rec accounts.Record, seed func(commerce.Tx) error) error {
	return db.seedAccount(ctx, rec, checkKnown, seed)
}

// checkKnown returns account.ErrUnknown for an unknown account.
func checkKnown(file *bolt.Tx, code string) error {
	_, err := account(file, code)
	return err
}

// account returns the records of an account. The error is account.ErrUnknown.
func account(file *bolt.Tx, code string) (*records, error) {
	bucket := file.Bucket(accountsBucket).Bucket([]byte(code))
	if bucket == nil {
		return nil, fmt.Errorf("%w %q", accounts.ErrUnknown, code)
	}
	return accountIn(bucket, code), nil
}

// Account returns the store of an account's records in their present generation. While
// the account does not exist, its methods return account.ErrUnknown. A function run by a
// store must not call a store of the same file, otherwise both wait for ever.
func (db *DB) Account(code string) commerce.Store {
	s := store{db: db, code: code}
	_ = db.view(func(file *bolt.Tx) error { // a write meets the same error
		if bucket := bucketAt(file, accountsBucket, []byte(code)); bucket != nil {
			s.generation = bucket.Sequence()
		}
		return nil
	})
	return s
}

// store is the records of an account in one generation, from its opening, or its latest
// reset, to the next one. Reads see the records whatever their generation.
type store struct {
	db         *DB
	code       string
	generation uint64
}

// present returns the records of the account in this generation. The error is
// account.ErrUnknown or account.ErrEnded.
func (s store) present(file *bolt.Tx) (*records, error) {
	stored, err := account(file, s.code)
	if err == nil && stored.bucket.Sequence() != s.generation {
		err = accounts.ErrEnded
	}
	return stored, err
}

// over returns the records of an account, as account does, in a reading transaction.
func (v *openView) over(s store) (*tx, error) {
	if v.last == nil || v.last.account.name != s.code {
		stored, err := account(v.file, s.code)
		if err != nil {
			return nil, err
		}
		stored.cursor = stored.bucket.Cursor()
		v.last = viewTx(stored)
	}
	return v.last, nil
}

// beginGeneration gives the new records of an account the number of their generation. No
// two generations of a file have the same number.
func beginGeneration(records *bolt.Bucket) error {
	number, err := records.Tx().Bucket(accountsBucket).NextSequence()
	if err != nil {
		return err
	}
	return records.SetSequence(number)
}

func (s store) View(fn func(commerce.Tx) error) error {
	return s.db.read(func(v *openView) error {
		t, err := v.over(s)
		if err != nil {
			return err
		}
		return fn(t)
	})
}

// Preview runs fn over the content of the file. Its writes stay in the memory of
// the transaction, so it needs neither the writer nor a sync. While the disk is
// full, fn fails as an update does.
func (s store) Preview(fn func(commerce.Tx) error) (changes []commerce.Change, err error) {
	err = s.db.view(func(file *bolt.Tx) error {
		stored, err := account(file, s.code)
		if err != nil {
			return err
		}
		t := updateTx(stored)
		if err := fn(t); err != nil {
			return err
		}
		if full := s.db.writer.full.Load(); full != nil && t.writes.bytes > 0 {
			return full
		}
		changes = *t.changes
		return nil
	})
	return changes, err
}

func (s store) Update(fn func(commerce.Tx) error) ([]commerce.Change, error) {
	return s.update(context.Background(), fn)
}

func (s store) update(ctx context.Context, fn func(commerce.Tx) error) ([]commerce.Change, error) {
	var changes []commerce.Change
	err := s.db.write(ctx, s.code, func(file *bolt.Tx) (work, error) {
		stored, err := s.present(file)
		if err != nil {
			return work{}, err
		}
		stored.cursor = stored.bucket.Cursor() // for fn, because it writes nothing to the file
		t := updateTx(stored)
		if err := fn(t); err != nil {
			return work{}, err
		}
		if t.writes.bytes == 0 {
			return work{}, nil
		}
		changes = *t.changes
		s.db.updates++
		for i := range changes {
			changes[i].Update = s.db.updates
		}
		return work{bytes: t.writes.bytes, apply: func(*bolt.Tx) error { return t.apply(stored) }}, nil
	})
	if err != nil {
		return nil, err
	}
	return changes, nil
}
