package boltstore

import (
	"bytes"
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"
)

// chunkLimits bound the writes of one transaction to the staging bucket. Together
// they bound its memory, because it keeps each changed page: records in key order
// fill pages, others change a page each.
type chunkLimits struct {
	bytes  int // about how much memory the records take
	places int // changed places of the bucket

	scattered int // about how much memory the records of a scattered table take while they wait
}

func usualChunks() chunkLimits { return chunkLimits{bytes: 2 << 20, places: 256, scattered: 2 << 20} }

// staging collects records in several transactions in a part of the staging bucket,
// so other updates do not wait for all of them, and memory stays small. One
// transaction moves them from there to their place. Open removes the remains of a
// killed process.
type staging struct {
	db     *DB
	ctx    context.Context
	number []byte // of the part, nil before the first chunk
}

// begin gives the staging its part. Further calls do nothing.
func (s *staging) begin() {
	if s.number == nil {
		s.number = numberKey(s.db.stagings.Add(1))
	}
}

// hasChunks reports whether the staging bucket has chunks.
func (s *staging) hasChunks() bool { return s.number != nil }

// part returns the part, nil when no chunk is written.
func (s *staging) part(file *bolt.Tx) *bolt.Bucket {
	return file.Bucket(stagingBucket).Bucket(s.number)
}

// create returns the bucket of a path in the part. It creates the part and each
// bucket of the path.
func (s *staging) create(file *bolt.Tx, path ...[]byte) (within *bolt.Bucket, err error) {
	within = file.Bucket(stagingBucket)
	for _, name := range append([][]byte{s.number}, path...) {
		if within, err = within.CreateBucketIfNotExists(name); err != nil {
			return nil, err
		}
	}
	return within, nil
}

// move moves a bucket from the part to another bucket, nil for the root of the file,
// and removes the part. A bucket written by the same transaction cannot be moved, so
// all chunks are committed before.
func (s *staging) move(file *bolt.Tx, name []byte, to *bolt.Bucket) error {
	if err := file.MoveBucket(name, s.part(file), to); err != nil {
		return err
	}
	return s.remove(file)
}

func (s *staging) remove(file *bolt.Tx) error {
	return file.Bucket(stagingBucket).DeleteBucket(s.number)
}

// abandon removes the chunks of a failed staging. A successful one has moved them, and the
// failure of another call must not become its error.
func (s *staging) abandon(failed error) error {
	if failed == nil || !s.hasChunks() {
		return nil
	}
	err := s.db.writer.write(context.WithoutCancel(s.ctx), func(file *bolt.Tx) (work, error) {
		if s.part(file) == nil {
			return work{}, nil
		}
		return work{apply: s.remove}, nil
	})
	if errors.Is(err, ErrClosed) { // the next Open removes them
		return nil
	}
	return err
}

// sweep removes the remains of an earlier process's stagings.
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
