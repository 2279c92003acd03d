package boltstore

import (
	"bytes"
	"fmt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/commerce"
	bolt "go.etcd.io/bbolt"
)

// Accounts returns all accounts in the order of their codes.
func (db *DB) Accounts() ([]accounts.Record, error) {
	var list []accounts.Record
	err := db.view(func(tx *bolt.Tx) error {
		return tx.Bucket(documentsBucket).ForEach(func(code, document []byte) error {
			list = append(list, accounts.Record{Code: string(code), Document: bytes.Clone(document)})
			return nil
		})
	})
	return list, err
}

// CreateAccount keeps a new account and all that fill writes for it, or
// nothing. The error is account.ErrTaken, or fill's.
func (db *DB) CreateAccount(rec accounts.Record, fill func(commerce.Tx) error) error {
	if rec.Code == "" || len(rec.Code) > textLimit {
		return fmt.Errorf("the code of an account has 1 to %d bytes, not %d", textLimit, len(rec.Code))
	}
	code, document := []byte(rec.Code), bytes.Clone(rec.Document)
	return db.writer.write(func(file *bolt.Tx) (work, error) {
		if file.Bucket(accountsBucket).Bucket(code) != nil {
			return work{}, fmt.Errorf("%s: %w", code, accounts.ErrTaken)
		}
		world := seedTx()
		if err := fill(world); err != nil {
			return work{}, err
		}
		return work{bytes: world.writes.bytes, apply: func(file *bolt.Tx) error {
			if err := file.Bucket(documentsBucket).Put(code, document); err != nil {
				return err
			}
			return populate(file, code, world)
		}}, nil
	})
}

// populate makes the bucket of an account that has none.
func populate(file *bolt.Tx, code []byte, world *tx) error {
	account, err := file.Bucket(accountsBucket).CreateBucket(code)
	if err != nil {
		return err
	}
	return world.apply(account)
}

// SaveAccount replaces the document of an account.
func (db *DB) SaveAccount(rec accounts.Record) error {
	document := bytes.Clone(rec.Document)
	return db.changeAccount(rec.Code, func(file *bolt.Tx, code []byte) error {
		return file.Bucket(documentsBucket).Put(code, document)
	})
}

// DeleteAccount removes an account and all its records.
func (db *DB) DeleteAccount(code string) error {
	return db.changeAccount(code, func(file *bolt.Tx, code []byte) error {
		if err := file.Bucket(documentsBucket).Delete(code); err != nil {
			return err
		}
		if err := deleteSnapshots(file, code); err != nil {
			return err
		}
		return file.Bucket(accountsBucket).DeleteBucket(code)
	})
}

// changeAccount applies a write to an account that exists.
func (db *DB) changeAccount(code string, apply func(file *bolt.Tx, code []byte) error) error {
	return db.writer.write(func(file *bolt.Tx) (work, error) {
		if _, err := account(file, code); err != nil {
			return work{}, err
		}
		return work{apply: func(file *bolt.Tx) error { return apply(file, []byte(code)) }}, nil
	})
}

// ReplaceAccount keeps another document of an account and, in place of all its
// records, what fill writes; the sequences start again. When fill fails
// nothing has happened.
func (db *DB) ReplaceAccount(rec accounts.Record, fill func(commerce.Tx) error) error {
	document := bytes.Clone(rec.Document)
	return db.writer.write(func(file *bolt.Tx) (work, error) {
		if _, err := account(file, rec.Code); err != nil {
			return work{}, err
		}
		world := seedTx()
		if err := fill(world); err != nil {
			return work{}, err
		}
		return work{bytes: world.writes.bytes, apply: func(file *bolt.Tx) error {
			if err := clearRecords(file, rec.Code, document); err != nil {
				return err
			}
			return populate(file, []byte(rec.Code), world)
		}}, nil
	})
}

// clearRecords keeps another document of an account and removes its records.
func clearRecords(file *bolt.Tx, code string, document []byte) error {
	if err := file.Bucket(documentsBucket).Put([]byte(code), document); err != nil {
		return err
	}
	return file.Bucket(accountsBucket).DeleteBucket([]byte(code))
}

// account returns the bucket of an account.
func account(file *bolt.Tx, code string) (*bolt.Bucket, error) {
	bucket := file.Bucket(accountsBucket).Bucket([]byte(code))
	if bucket == nil {
		return nil, fmt.Errorf("%q: %w", code, accounts.ErrUnknown)
	}
	return bucket, nil
}

// Account returns the store of an account's records. It may be used before the
// account is created and after it is deleted; its methods then return
// account.ErrGone. Within a function given to the store, no store of the same file
// may be called.
func (db *DB) Account(code string) commerce.Store { return store{db, code} }

type store struct {
	db   *DB
	code string
}

func (s store) View(fn func(commerce.Tx) error) error {
	return s.db.view(func(file *bolt.Tx) error {
		bucket, err := account(file, s.code)
		if err != nil {
			return err
		}
		return fn(viewTx(bucket))
	})
}

func (s store) Update(fn func(commerce.Tx) error) ([]commerce.Change, error) {
	var changes []commerce.Change
	err := s.db.writer.write(func(file *bolt.Tx) (work, error) {
		bucket, err := account(file, s.code)
		if err != nil {
			return work{}, err
		}
		t := updateTx(bucket)
		if err := fn(t); err != nil {
			return work{}, err
		}
		if t.writes.bytes == 0 {
			return work{}, nil
		}
		changes = *t.changes
		return work{bytes: t.writes.bytes, apply: func(*bolt.Tx) error { return t.apply(bucket) }}, nil
	})
	if err != nil {
		return nil, err
	}
	return changes, nil
}
