package boltstore

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	bolt "go.etcd.io/bbolt"
)

// aboutKey is the key of a snapshot's properties beside its name. A snapshot of an
// older program has none.
var aboutKey = snapshotName.key([]byte("about"))

// Snapshots returns the snapshots of an account, sorted by name.
func (db *DB) Snapshots(code string) ([]accounts.Snapshot, error) {
	var list []accounts.Snapshot
	err := db.view(func(file *bolt.Tx) error {
		kept := file.Bucket(snapshotsBucket).Bucket([]byte(code))
		if kept == nil {
			return nil
		}
		return kept.ForEachBucket(func(name []byte) error {
			stored := accountIn(kept.Bucket(name), code)
			checkName(stored, name)
			about := accounts.Snapshot{}
			if content := stored.get(aboutKey); content != nil {
				if err := json.Unmarshal(content, &about); err != nil {
					return fmt.Errorf("cannot read what is stored about snapshot %q: %w", name, err)
				}
			}
			about.Name = string(name)
			list = append(list, about)
			return nil
		})
	})
	return list, err
}

// SaveSnapshot copies the records of an account to a snapshot, replaces an
// earlier one of its name, and returns it with its counts. Updates of the account
// wait meanwhile.
func (db *DB) SaveSnapshot(ctx context.Context, code string, about accounts.Snapshot) (accounts.Snapshot, error) {
	name := about.Name
	if name == "" || len(name) > textLimit {
		return about, fmt.Errorf("the name of a snapshot must have 1 to %d bytes, got %d", textLimit, len(name))
	}
	save := copying{
		code: code, name: []byte(name),
		from: func(file *bolt.Tx) (*records, error) { return account(file, code) },
		finish: func(to *records, keys tableCounts) error {
			counts := countsOf(func(table tableID) int { return keys[table] })
			about.Counts = &counts
			return describeSnapshot(to, about)
		},
		replace: func(file *bolt.Tx) (*bolt.Bucket, error) {
			kept, err := file.Bucket(snapshotsBucket).CreateBucketIfNotExists([]byte(code))
			if err != nil || kept.Bucket([]byte(name)) == nil {
				return kept, err
			}
			return kept, kept.DeleteBucket([]byte(name))
		},
		replaced: snapshotIn(code, name),
	}
	err := save.run(ctx, db)
	return about, err
}

// describeSnapshot writes the name and the properties of a snapshot as records,
// because only records have a checksum.
func describeSnapshot(s *records, about accounts.Snapshot) error {
	content, err := json.Marshal(about)
	if err != nil {
		return err
	}
	return errors.Join(nameSnapshot(s, about.Name), s.put(aboutKey, content))
}

func nameSnapshot(s *records, name string) error { return s.put(snapshotName.key(nil), []byte(name)) }

// checkName panics with a damagedRecord when a snapshot has another name than it
// was given.
func checkName(s *records, name []byte) {
	if !bytes.Equal(s.get(snapshotName.key(nil)), name) {
		panic(damagedRecord(fmt.Sprintf("the name %q of a snapshot of account %s", name, s.name)))
	}
}

// DeleteSnapshot deletes a snapshot. The error is account.ErrUnknownSnapshot when
// there is none of the name.
func (db *DB) DeleteSnapshot(ctx context.Context, code, name string) error {
	db.touch(snapshotIn(code, name))
	return db.write(ctx, func(file *bolt.Tx) (work, error) {
		if err := db.copies.check(code, nil); err != nil {
			return work{}, err
		}
		if _, err := snapshot(file, code, name); err != nil {
			return work{}, err
		}
		return work{apply: func(file *bolt.Tx) error {
			return file.Bucket(snapshotsBucket).Bucket([]byte(code)).DeleteBucket([]byte(name))
		}}, nil
	})
}

// RestoreSnapshot replaces the document of an account, and its records by those
// of a snapshot, or nothing. Updates of the account wait meanwhile. The error is
// account.ErrUnknownSnapshot when there is none of the name.
func (db *DB) RestoreSnapshot(ctx context.Context, rec accounts.Record, name string) error {
	document := bytes.Clone(rec.Document)
	restore := copying{
		code: rec.Code, name: []byte(rec.Code),
		from: func(file *bolt.Tx) (*records, error) {
			if _, err := account(file, rec.Code); err != nil {
				return nil, err
			}
			return snapshot(file, rec.Code, name)
		},
		finish: func(to *records, _ tableCounts) error {
			return errors.Join(to.remove(snapshotName.key(nil)), to.remove(aboutKey), beginGeneration(to.bucket))
		},
		replace: func(file *bolt.Tx) (*bolt.Bucket, error) {
			return file.Bucket(accountsBucket), errors.Join(documents(file).put([]byte(rec.Code), document), deleteRecords(file, rec.Code))
		},
		replaced: recordsIn(rec.Code),
	}
	return restore.run(ctx, db)
}

// ViewSnapshot calls fn with the records of a snapshot. The error is
// account.ErrUnknownSnapshot when there is none of the name.
func (db *DB) ViewSnapshot(ctx context.Context, code, name string, fn func(commerce.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return db.view(func(file *bolt.Tx) error {
		stored, err := snapshot(file, code, name)
		if err != nil {
			return err
		}
		return fn(viewTx(stored))
	})
}

// snapshot returns the records of a snapshot.
func snapshot(file *bolt.Tx, code, name string) (*records, error) {
	if found := snapshotIn(code, name)(file); found != nil {
		return accountIn(found, code), nil
	}
	return nil, fmt.Errorf("%w %q", accounts.ErrUnknownSnapshot, name)
}

func deleteSnapshots(file *bolt.Tx, code []byte) error {
	if file.Bucket(snapshotsBucket).Bucket(code) == nil {
		return nil
	}
	return file.Bucket(snapshotsBucket).DeleteBucket(code)
}
