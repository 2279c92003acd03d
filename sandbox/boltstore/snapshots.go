package boltstore

import (
	"bytes"
	"fmt"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	bolt "go.etcd.io/bbolt"
)

// Snapshots returns the names of an account's snapshots, in order.
func (db *DB) Snapshots(code string) ([]string, error) {
	var names []string
	err := db.view(func(file *bolt.Tx) error {
		kept := file.Bucket(snapshotsBucket).Bucket([]byte(code))
		if kept == nil {
			return nil
		}
		return kept.ForEachBucket(func(name []byte) error {
			names = append(names, string(name))
			return nil
		})
	})
	return names, err
}

// SaveSnapshot copies the records of an account under a name, in place of an
// earlier snapshot of that name.
func (db *DB) SaveSnapshot(code, name string) error {
	if name == "" || len(name) > textLimit {
		return fmt.Errorf("the name of a snapshot has 1 to %d bytes, not %d", textLimit, len(name))
	}
	return db.changeAccount(code, func(file *bolt.Tx, code []byte) error {
		kept, err := file.Bucket(snapshotsBucket).CreateBucketIfNotExists(code)
		if err != nil {
			return err
		}
		if kept.Bucket([]byte(name)) != nil {
			if err := kept.DeleteBucket([]byte(name)); err != nil {
				return err
			}
		}
		copied, err := kept.CreateBucket([]byte(name))
		if err != nil {
			return err
		}
		return copyRecords(copied, file.Bucket(accountsBucket).Bucket(code))
	})
}

// DeleteSnapshot forgets a snapshot. The error is account.ErrNoSnapshot when
// there is none of the name.
func (db *DB) DeleteSnapshot(code, name string) error {
	return db.writer.write(func(file *bolt.Tx) (work, error) {
		if _, err := snapshot(file, code, name); err != nil {
			return work{}, err
		}
		return work{apply: func(file *bolt.Tx) error {
			return file.Bucket(snapshotsBucket).Bucket([]byte(code)).DeleteBucket([]byte(name))
		}}, nil
	})
}

// RestoreSnapshot keeps another document of an account and puts the records of
// a snapshot in place of its own. The error is account.ErrNoSnapshot when there
// is none of the name; then nothing has happened.
func (db *DB) RestoreSnapshot(rec accounts.Record, name string) error {
	document := bytes.Clone(rec.Document)
	return db.writer.write(func(file *bolt.Tx) (work, error) {
		if _, err := account(file, rec.Code); err != nil {
			return work{}, err
		}
		if _, err := snapshot(file, rec.Code, name); err != nil {
			return work{}, err
		}
		return work{apply: func(file *bolt.Tx) error {
			if err := clearRecords(file, rec.Code, document); err != nil {
				return err
			}
			restored, err := file.Bucket(accountsBucket).CreateBucket([]byte(rec.Code))
			if err != nil {
				return err
			}
			kept, err := snapshot(file, rec.Code, name)
			if err != nil {
				return err
			}
			return copyRecords(restored, kept)
		}}, nil
	})
}

// snapshot returns the bucket of a snapshot.
func snapshot(file *bolt.Tx, code, name string) (*bolt.Bucket, error) {
	if kept := file.Bucket(snapshotsBucket).Bucket([]byte(code)); kept != nil {
		if found := kept.Bucket([]byte(name)); found != nil {
			return found, nil
		}
	}
	return nil, fmt.Errorf("%q: %w", name, accounts.ErrNoSnapshot)
}

func deleteSnapshots(file *bolt.Tx, code []byte) error {
	if file.Bucket(snapshotsBucket).Bucket(code) == nil {
		return nil
	}
	return file.Bucket(snapshotsBucket).DeleteBucket(code)
}

// copyRecords copies all records of an account. They come in key order, so pages
// are filled to the brim.
func copyRecords(to, from *bolt.Bucket) error {
	to.FillPercent = 1
	return from.ForEach(to.Put)
}
