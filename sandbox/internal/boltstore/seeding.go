package boltstore

import (
	"bytes"
	"context"
	"errors"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	bolt "go.etcd.io/bbolt"
)

// seeding writes the world of an account. It runs in the caller's goroutine. A world
// within one chunk needs one transaction and no staging.
type seeding struct {
	staging
	code string
	path [][]byte // of the records in the staging bucket
	tx   *tx
	view *bolt.Tx // of the written chunks, nil before the first one
}

func newSeeding(in staging, code string) *seeding {
	s := &seeding{staging: in, code: code, path: [][]byte{[]byte(code)}, tx: seedTx()}
	s.tx.makeRoom = s.makeRoom
	return s
}

// seedAccount replaces the document and the records of an account, or nothing.
// allowed returns the error for an account that must not be seeded.
func (db *DB) seedAccount(ctx context.Context, rec accounts.Record, allowed func(*bolt.Tx, string) error, seed func(commerce.Tx) error) (err error) {
	if err := db.view(func(file *bolt.Tx) error { return allowed(file, rec.Code) }); err != nil {
		return err
	}
	s := newSeeding(staging{db: db, ctx: ctx}, rec.Code)
	defer func() { err = errors.Join(err, s.abandon(err)) }()
	if err := s.run(seed); err != nil {
		return err
	}
	document := bytes.Clone(rec.Document)
	db.touch(recordsIn(rec.Code))
	return db.write(ctx, func(file *bolt.Tx) (work, error) {
		if err := errors.Join(allowed(file, s.code), db.copies.check(s.code, nil)); err != nil {
			return work{}, err
		}
		return work{bytes: s.tx.writes.bytes, apply: func(file *bolt.Tx) error {
			if err := documents(file).put([]byte(s.code), document); err != nil {
				return err
			}
			if err := deleteRecords(file, s.code); err != nil {
				return err
			}
			if err := s.place(file); err != nil {
				return err
			}
			return beginGeneration(recordsIn(s.code)(file))
		}}, nil
	})
}

// place gives the account its records.
func (s *seeding) place(file *bolt.Tx) error {
	to := file.Bucket(accountsBucket)
	if s.hasChunks() {
		return s.move(file, []byte(s.code), to)
	}
	return populate(to, s.code, s.tx)
}

// run collects the records of seed. If they do not fit into one chunk, all of them
// are in the staging bucket then.
func (s *seeding) run(seed func(commerce.Tx) error) (err error) {
	defer s.closeView()
	defer catch(s.db.path, &err)
	defer faultsPanic()()
	if err := seed(s.tx); err != nil || !s.hasChunks() {
		return err
	}
	return s.writeChunk(true)
}

// makeRoom writes the collected records when they fill a chunk.
func (s *seeding) makeRoom() error {
	if s.tx.writes.bytes < s.db.chunks.bytes {
		return nil
	}
	if err := s.writeChunk(false); err != nil {
		return err
	}
	return s.openView()
}

// openView lets the transaction read the records in the staging bucket.
func (s *seeding) openView() error {
	view, err := s.db.sentry.begin(false)
	if err != nil {
		return err
	}
	bucket := s.part(view)
	for _, name := range s.path {
		bucket = bucket.Bucket(name)
	}
	s.view, s.tx.account = view, accountIn(bucket, s.code)
	s.tx.account.fresh = true
	return nil
}

// writeChunk moves the collected records to the staging bucket, with last the scattered
// tables too. It closes the view first, because a commit may have to wait for all
// views.
func (s *seeding) writeChunk(last bool) error {
	s.closeView()
	s.begin()
	chosen := s.tx.tables
	for _, id := range scatteredTables() {
		if table := chosen[id]; table != nil && !last && table.bytes < s.db.chunks.scattered {
			chosen[id] = nil
		}
	}
	for list := s.tx.pending(chosen); len(list) > 0; {
		count := 0
		err := s.db.writer.write(s.ctx, func(*bolt.Tx) (work, error) {
			return work{bytes: s.tx.writes.bytes, apply: func(file *bolt.Tx) (err error) {
				staged, err := s.create(file, s.path...)
				if err == nil {
					staged.FillPercent = 1
					to := accountIn(staged, s.code)
					to.owns = true
					count, err = to.applySome(list, s.db.chunks.places)
				}
				return err
			}}, nil
		})
		if err != nil {
			return err
		}
		list = list[count:]
	}
	s.tx.release(chosen)
	return nil
}

// scatteredTables returns the tables with keys in no order. Each entry changes a page of
// its own, until very many come together.
func scatteredTables() []tableID {
	return []tableID{subscriptions, owners, references, externals, purchases}
}

func (s *seeding) closeView() {
	if s.view != nil {
		_ = s.db.sentry.rollback(s.view) // a lost file ends the next transaction
		s.view, s.tx.account = nil, nil
	}
}

// applySome applies entries in key order until they have changed so many places of
// the bucket, and returns how many it has applied. Entries without a stored one
// between them change the same place.
func (r *records) applySome(list []pendingEntry, most int) (count int, err error) {
	cursor, places := r.bucket.Cursor(), 0
	var behind []byte // the stored key behind the place
	var key []byte    // bbolt copies it
	for i, e := range list {
		key = e.appendKey(key[:0])
		if places == 0 || behind != nil && bytes.Compare(key, behind) >= 0 {
			if places++; places > most {
				return i, nil
			}
			behind, _ = cursor.Seek(key)
		}
		if err := r.applyEntry(key, e.value); err != nil {
			return i, err
		}
	}
	return len(list), nil
}
