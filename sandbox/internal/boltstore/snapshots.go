package boltstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	bolt "go.etcd.io/bbolt"
)

// Snapshots returns the names of an account's snapshots, sorted.
func (db *DB) Snapshots(code string) ([]string, error) {
	var names []string
	err := db.view(func(file *bolt.Tx) error {
		kept := file.Bucket(snapshotsBucket).Bucket([]byte(code))
		if kept == nil {
			return nil
		}
		return kept.ForEachBucket(func(name []byte) error {
			checkName(accountIn(kept.Bucket(name), code), name)
			names = append(names, string(name))
			return nil
		})
	})
	return names, err
}

// SaveSnapshot copies the records of an account under a name and replaces an
// earlier snapshot of that name.
func (db *DB) SaveSnapshot(ctx context.Context, code, name string) error {
	if name == "" || len(name) > textLimit {
		return fmt.Errorf("the name of a snapshot must have 1 to %d bytes, got %d", textLimit, len(name))
	}
	return db.writer.write(ctx, func(file *bolt.Tx) (work, error) {
		from, err := account(file, code)
		if err != nil {
			return work{}, err
		}
		if err := from.verify(); err != nil {
			return work{}, err
		}
		return work{apply: func(file *bolt.Tx) error {
			to, err := emptySnapshot(file, code, name)
			if err != nil {
				return err
			}
			return errors.Join(copyRecords(to.bucket, from.bucket), nameSnapshot(to, name))
		}}, nil
	})
}

// emptySnapshot creates a snapshot without records and removes an earlier one of
// the name.
func emptySnapshot(file *bolt.Tx, code, name string) (*records, error) {
	kept, err := file.Bucket(snapshotsBucket).CreateBucketIfNotExists([]byte(code))
	if err != nil {
		return nil, err
	}
	if kept.Bucket([]byte(name)) != nil {
		if err := kept.DeleteBucket([]byte(name)); err != nil {
			return nil, err
		}
	}
	created, err := kept.CreateBucket([]byte(name))
	return accountIn(created, code), err
}

// nameSnapshot writes the name of a snapshot as a record, because only records
// have a checksum.
func nameSnapshot(s *records, name string) error {
	return s.put(snapshotName.key(nil), []byte(name))
}

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
	return db.writer.write(ctx, func(file *bolt.Tx) (work, error) {
		if _, err := snapshot(file, code, name); err != nil {
			return work{}, err
		}
		return work{apply: func(file *bolt.Tx) error {
			return file.Bucket(snapshotsBucket).Bucket([]byte(code)).DeleteBucket([]byte(name))
		}}, nil
	})
}

// RestoreSnapshot replaces the document of an account, and its records by those
// of a snapshot. The error is account.ErrUnknownSnapshot when there is none of
// the name; then nothing has changed.
func (db *DB) RestoreSnapshot(ctx context.Context, rec accounts.Record, name string) error {
	document := bytes.Clone(rec.Document)
	return db.writer.write(ctx, func(file *bolt.Tx) (work, error) {
		if _, err := account(file, rec.Code); err != nil {
			return work{}, err
		}
		from, err := snapshot(file, rec.Code, name)
		if err != nil {
			return work{}, err
		}
		if err := from.verify(); err != nil {
			return work{}, err
		}
		return work{apply: func(file *bolt.Tx) error {
			if err := documents(file).put([]byte(rec.Code), document); err != nil {
				return err
			}
			if err := deleteRecords(file, rec.Code); err != nil {
				return err
			}
			restored, err := file.Bucket(accountsBucket).CreateBucket([]byte(rec.Code))
			if err != nil {
				return err
			}
			return copyRecords(restored, from.bucket)
		}}, nil
	})
}

// snapshot returns the records of a snapshot.
func snapshot(file *bolt.Tx, code, name string) (*records, error) {
	if kept := file.Bucket(snapshotsBucket).Bucket([]byte(code)); kept != nil {
		if found := kept.Bucket([]byte(name)); found != nil {
			return accountIn(found, code), nil
		}
	}
	return nil, fmt.Errorf("%w %q", accounts.ErrUnknownSnapshot, name)
}

func deleteSnapshots(file *bolt.Tx, code []byte) error {
	if file.Bucket(snapshotsBucket).Bucket(code) == nil {
		return nil
	}
	return file.Bucket(snapshotsBucket).DeleteBucket(code)
}

// copyRecords copies all records of an account with their checksums, without the
// name of a snapshot. It fills pages completely, because the records come in key
// order.
func copyRecords(to, from *bolt.Bucket) error {
	to.FillPercent = 1
	return from.ForEach(func(key, sealed []byte) error {
		if tableID(key[0]) == snapshotName {
			return nil
		}
		return to.Put(key, sealed)
	})
}
