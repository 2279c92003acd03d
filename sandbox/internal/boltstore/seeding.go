package boltstore

import (
	"bytes"
	"context"
	"errors"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	bolt "go.etcd.io/bbolt"
)

// chunkBytes is how many bytes of records a seeding collects before it writes them
// to the staging bucket. A smaller world needs one transaction and no staging.
const chunkBytes = 8 << 20

// seeding writes the world of an account. It runs in the caller's goroutine. What
// does not fit into one chunk is written to the staging bucket, chunk by chunk, so
// that other updates do not wait for it and that it needs little memory. The last
// transaction moves the records from there to the account. Open removes what a
// killed process has left in the staging bucket.
type seeding struct {
	db     *DB
	ctx    context.Context
	code   string
	number []byte // of the part of the staging bucket, nil before the first chunk
	tx     *tx
	view   *bolt.Tx // of the chunks that are written, nil before the first one
}

// seedAccount replaces the document and the records of an account, or nothing.
// allowed returns the error for an account that must not be seeded.
func (db *DB) seedAccount(ctx context.Context, rec accounts.Record, allowed func(*bolt.Tx, string) error, seed func(commerce.Tx) error) (err error) {
	if err := db.view(func(file *bolt.Tx) error { return allowed(file, rec.Code) }); err != nil {
		return err
	}
	s := &seeding{db: db, ctx: ctx, code: rec.Code, tx: seedTx()}
	s.tx.makeRoom = s.makeRoom
	defer func() { err = errors.Join(err, s.abandon(err)) }()
	if err := s.run(seed); err != nil {
		return err
	}
	document := bytes.Clone(rec.Document)
	return db.writer.write(ctx, func(file *bolt.Tx) (work, error) {
		if err := allowed(file, s.code); err != nil {
			return work{}, err
		}
		return work{bytes: s.tx.writes.bytes, apply: func(file *bolt.Tx) error {
			if err := documents(file).put([]byte(s.code), document); err != nil {
				return err
			}
			if err := deleteRecords(file, s.code); err != nil {
				return err
			}
			return s.place(file)
		}}, nil
	})
}

// run collects the records that seed writes. If they do not fit into one chunk,
// all of them are in the staging bucket then.
func (s *seeding) run(seed func(commerce.Tx) error) (err error) {
	defer s.closeView()
	defer catch(s.db.path, &err)
	defer faultsPanic()()
	if err := seed(s.tx); err != nil || s.number == nil {
		return err
	}
	return s.writeChunk()
}

// makeRoom writes the collected records when they fill a chunk.
func (s *seeding) makeRoom() error {
	if s.tx.writes.bytes < chunkBytes {
		return nil
	}
	if err := s.writeChunk(); err != nil {
		return err
	}
	view, err := s.db.file.Begin(false)
	if err != nil {
		return err
	}
	s.view, s.tx.account = view, accountIn(s.part(view).Bucket([]byte(s.code)), s.code)
	s.tx.account.fresh = true
	return nil
}

// writeChunk moves the collected records to the staging bucket. It closes the view
// first, because a commit may have to wait for all views.
func (s *seeding) writeChunk() error {
	s.closeView()
	if s.number == nil {
		s.number = numberKey(s.db.seedings.Add(1))
	}
	err := s.db.writer.write(s.ctx, func(*bolt.Tx) (work, error) {
		return work{bytes: s.tx.writes.bytes, apply: s.applyChunk}, nil
	})
	s.tx.tables, *s.tx.writes = [tableCount]*table{}, writes{}
	return err
}

func (s *seeding) applyChunk(file *bolt.Tx) error {
	part, err := file.Bucket(stagingBucket).CreateBucketIfNotExists(s.number)
	if err != nil {
		return err
	}
	staged, err := part.CreateBucketIfNotExists([]byte(s.code))
	if err != nil {
		return err
	}
	return s.tx.apply(accountIn(staged, s.code))
}

// part returns the seeding's part of the staging bucket.
func (s *seeding) part(file *bolt.Tx) *bolt.Bucket {
	return file.Bucket(stagingBucket).Bucket(s.number)
}

func (s *seeding) closeView() {
	if s.view != nil {
		_ = s.view.Rollback() // which fails only when the view is closed
		s.view, s.tx.account = nil, nil
	}
}

// place gives the account its records. A bucket that the same transaction has
// written cannot be moved, so all chunks are committed before.
func (s *seeding) place(file *bolt.Tx) error {
	to := file.Bucket(accountsBucket)
	if s.number == nil {
		return populate(to, s.code, s.tx)
	}
	if err := s.part(file).MoveBucket([]byte(s.code), to); err != nil {
		return err
	}
	return file.Bucket(stagingBucket).DeleteBucket(s.number)
}

// abandon removes the chunks of a seeding that has failed.
func (s *seeding) abandon(failed error) error {
	if failed == nil || s.number == nil {
		return nil
	}
	err := s.db.writer.write(context.WithoutCancel(s.ctx), func(file *bolt.Tx) (work, error) {
		if s.part(file) == nil {
			return work{}, nil
		}
		return work{apply: func(file *bolt.Tx) error { return file.Bucket(stagingBucket).DeleteBucket(s.number) }}, nil
	})
	if errors.Is(err, ErrClosed) { // the next Open removes them
		return nil
	}
	return err
}

// sweep removes what seedings of an earlier process have left.
func sweep(file *bolt.DB) error {
	var left [][]byte
	err := file.View(func(tx *bolt.Tx) error {
		return tx.Bucket(stagingBucket).ForEachBucket(func(number []byte) error {
			left = append(left, bytes.Clone(number))
			return nil
		})
	})
	if err != nil || left == nil {
		return err
	}
	return file.Update(func(tx *bolt.Tx) error {
		for _, number := range left {
			if err := tx.Bucket(stagingBucket).DeleteBucket(number); err != nil {
				return err
			}
		}
		return nil
	})
}
