package boltstore

import (
	"bytes"
	"context"
	"hash/crc32"

	bolt "go.etcd.io/bbolt"
)

// Texts are the texts of one kind that a file keeps beside its accounts, each under a name.
type Texts struct {
	db   *DB
	kind textKind
}

// textKind is a kind of texts: a bucket at the root of the file, and what errors call it.
type textKind struct {
	bucket []byte
	what   recordsKind
}

var (
	ownScenarios     = textKind{[]byte("scenarios"), "the scenarios of your own"}
	runResults       = textKind{[]byte("runs"), "the results of runs"}
	rehearsalReports = textKind{[]byte("rehearsals"), "the reports of rehearsals"}
	usedNumbers      = textKind{[]byte("numbers"), "the numbers of calls"}
)

var textKinds = []textKind{ownScenarios, runResults, rehearsalReports, usedNumbers}

// Scenarios are the scenarios put by clients through the control interface, as YAML.
func (db *DB) Scenarios() Texts { return Texts{db, ownScenarios} }

// Runs are the results of runs, as JSON.
func (db *DB) Runs() Texts { return Texts{db, runResults} }

// Rehearsals are the reports of rehearsals, as JSON.
func (db *DB) Rehearsals() Texts { return Texts{db, rehearsalReports} }

// Numbers say up to which numbers calls and events may have, as JSON.
func (db *DB) Numbers() Texts { return Texts{db, usedNumbers} }

// in returns the texts of the kind in a transaction.
func (k textKind) in(file *bolt.Tx) *records {
	return &records{bucket: file.Bucket(k.bucket), kind: k.what, sum: crc32.Checksum(k.bucket, castagnoli)}
}

// All returns the texts by their names.
func (t Texts) All() (map[string][]byte, error) {
	all := map[string][]byte{}
	err := t.db.view(func(file *bolt.Tx) error {
		return t.kind.in(file).each(func(name, text []byte) error {
			all[string(name)] = bytes.Clone(text)
			return nil
		})
	})
	return all, err
}

// Put stores a text and replaces an earlier one of its name.
func (t Texts) Put(ctx context.Context, name string, text []byte) error {
	text = bytes.Clone(text)
	return t.db.writeAlways(ctx, len(text), func(file *bolt.Tx) error { return t.kind.in(file).put([]byte(name), text) })
}

// Delete deletes texts. It is no error when there is none of a name.
func (t Texts) Delete(ctx context.Context, names ...string) error {
	return t.db.writeAlways(ctx, 0, func(file *bolt.Tx) error {
		for _, name := range names {
			if err := t.kind.in(file).remove([]byte(name)); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeAlways applies a write of so many bytes without a decision.
func (db *DB) writeAlways(ctx context.Context, bytes int, write func(*bolt.Tx) error) error {
	return db.writer.write(ctx, func(*bolt.Tx) (work, error) { return work{bytes: bytes, apply: write}, nil })
}
