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

// describedSnapshot is what a snapshot has beside its records. A damaged page could give it
// another name.
type describedSnapshot struct {
	Name string `json:"name"`
	accounts.Snapshot
}

// Snapshots returns the snapshots of an account, sorted by name.
func (db *DB) Snapshots(code string) ([]accounts.Snapshot, error) {
	var list []accounts.Snapshot
	err := db.view(func(file *bolt.Tx) error {
		kept := file.Bucket(snapshotsBucket).Bucket([]byte(code))
		if kept == nil {
			return nil
		}
		return kept.ForEachBucket(func(name []byte) error {
			var stored describedSnapshot
			content := accountIn(kept.Bucket(name), code).get(description.key(nil))
			if err := json.Unmarshal(content, &stored); err != nil || stored.Name != string(name) {
				panic(damagedRecord(fmt.Sprintf("the name %q of a snapshot of account %s", name, code)))
			}
			stored.Snapshot.Name = stored.Name
			list = append(list, stored.Snapshot)
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
	release, err := db.turns.Alone(ctx, code)
	if err != nil {
		return about, err
	}
	defer release()
	d := db.draft(ctx, code, snapshotsBucket, []byte(code), []byte(name))
	err = d.write(func(commerce.Tx) error {
		if err := d.copy(func(file *bolt.Tx) (*records, error) { return account(file, code) }); err != nil {
			return err
		}
		counts := commerce.CountsOf(d.tx.Lists())
		about.Counts = &counts
		content, err := json.Marshal(describedSnapshot{name, about})
		return errors.Join(err, d.tx.table(description).put(nil, content)) // a record, because only records have a checksum
	}, nil, func(file *bolt.Tx) error { _, err := d.place(file); return err })
	return about, err
}

// DeleteSnapshot deletes a snapshot. The error is account.ErrUnknownSnapshot when
// there is none of the name.
func (db *DB) DeleteSnapshot(ctx context.Context, code, name string) error {
	db.touch(snapshotsBucket, []byte(code), []byte(name))
	return db.write(ctx, code, func(file *bolt.Tx) (work, error) {
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
	release, err := db.turns.Alone(ctx, rec.Code)
	if err != nil {
		return err
	}
	defer release()
	if err := db.view(func(file *bolt.Tx) error { return checkKnown(file, rec.Code) }); err != nil {
		return err
	}
	d := db.draft(ctx, rec.Code, accountsBucket, []byte(rec.Code))
	document := bytes.Clone(rec.Document)
	return d.write(func(commerce.Tx) error {
		return d.copy(func(file *bolt.Tx) (*records, error) { return snapshot(file, rec.Code, name) })
	}, nil, func(file *bolt.Tx) error { return d.placeAccount(file, document) })
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
	if found := bucketAt(file, snapshotsBucket, []byte(code), []byte(name)); found != nil {
		return accountIn(found, code), nil
	}
	return nil, fmt.Errorf("%w %q", accounts.ErrUnknownSnapshot, name)
}
