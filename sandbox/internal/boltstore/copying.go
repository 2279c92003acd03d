package boltstore

import (
	"bytes"
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"
)

// copying copies the records of a bucket. Records beyond one chunk go through the
// staging bucket, and updates of the account wait meanwhile.
type copying struct {
	staging
	code  string      // of the account
	name  []byte      // of the copy
	keys  tableCounts // of the copied records
	ended chan struct{}
	// from returns the records to copy.
	from func(file *bolt.Tx) (*records, error)
	// finish completes a copy with all records, so many of each table. It does not
	// count them itself, because other updates wait for it.
	finish func(to *records, keys tableCounts) error
	// replace removes the replaced bucket and returns the parent of the copy.
	replace func(file *bolt.Tx) (*bolt.Bucket, error)
	// replaced returns the bucket to be removed by replace, nil for none.
	replaced func(file *bolt.Tx) *bolt.Bucket
}

// run copies all records, or leaves everything as it was.
func (c *copying) run(ctx context.Context, db *DB) (err error) {
	c.staging, c.ended = staging{db: db, ctx: ctx}, make(chan struct{})
	defer db.copies.end(c.code, c.ended)
	defer func() { err = errors.Join(err, c.abandon(err)) }()
	next, err := c.first()
	if err != nil || next == nil {
		return err
	}
	c.begin()
	for next = []byte{}; next != nil; {
		if next, err = c.copyChunk(next); err != nil {
			return err
		}
	}
	db.touch(c.replaced)
	return db.writer.write(ctx, func(*bolt.Tx) (work, error) {
		return work{apply: func(file *bolt.Tx) error {
			to, err := c.replace(file)
			if err != nil {
				return err
			}
			return c.move(file, c.name, to)
		}}, nil
	})
}

// first copies the records at once if they fit into one chunk. Otherwise it copies
// none, makes the updates of the account wait, and returns where the second chunk
// begins.
func (c *copying) first() (next []byte, err error) {
	err = c.db.write(c.ctx, func(file *bolt.Tx) (work, error) {
		stored, err := c.from(file)
		if err == nil {
			err = c.db.copies.check(c.code, c.ended)
		}
		if err != nil {
			return work{}, err
		}
		all := stored.chunk(nil, c.db.chunks.bytes)
		if next = all.next; next != nil {
			c.db.copies.begin(c.code, c.ended)
			return work{}, nil
		}
		return work{bytes: all.bytes, apply: func(file *bolt.Tx) error {
			within, err := c.replace(file)
			if err != nil {
				return err
			}
			to, err := within.CreateBucket(c.name)
			if err != nil {
				return err
			}
			return errors.Join(all.writeTo(to), c.finish(accountIn(to, c.code), all.counts))
		}}, nil
	})
	return next, err
}

// copyChunk copies records from a key on, and returns the beginning of the next
// chunk, nil at the end.
func (c *copying) copyChunk(at []byte) (next []byte, err error) {
	var keys tableCounts // including the chunk's
	err = c.db.writer.write(c.ctx, func(file *bolt.Tx) (work, error) {
		stored, err := c.from(file)
		if err != nil {
			return work{}, err
		}
		some := stored.chunk(at, c.db.chunks.bytes)
		next, keys = some.next, c.keys.plus(some.counts)
		return work{bytes: some.bytes, apply: func(file *bolt.Tx) error {
			to, err := c.create(file, c.name)
			if err != nil {
				return err
			}
			if err := some.writeTo(to); err != nil || some.next != nil {
				return err
			}
			return c.finish(accountIn(to, c.code), keys)
		}}, nil
	})
	c.keys = keys
	return next, err
}

// chunk is some records of a bucket, with their checksums. It is valid until the
// transaction ends.
type chunk struct {
	keys, sealed [][]byte
	counts       tableCounts
	bytes        int
	next         []byte // the key of the record behind them, a copy, nil at the end
}

// tableCounts are how many keys each table has.
type tableCounts [tableCount]int

func (t tableCounts) plus(more tableCounts) tableCounts {
	for table, count := range more {
		t[table] += count
	}
	return t
}

// chunk returns the records from a key on, about limit bytes of them. It panics with
// a damagedRecord as value does.
func (r *records) chunk(from []byte, limit int) (some chunk) {
	cursor := r.bucket.Cursor()
	key, sealed := cursor.Seek(from)
	if len(from) > 0 && !bytes.Equal(key, from) { // a damaged key leads to another record
		panic(damagedRecord(r.describe(from)))
	}
	for ; key != nil; key, sealed = cursor.Next() {
		if some.bytes >= limit {
			some.next = bytes.Clone(key)
			return some
		}
		r.value(key, sealed)
		some.add(key, sealed)
		if table := key[0]; tableID(table) < tableCount {
			some.counts[table]++
		}
	}
	return some
}

func (c *chunk) add(key, sealed []byte) {
	c.keys, c.sealed = append(c.keys, key), append(c.sealed, sealed)
	c.bytes += len(key) + len(sealed) + entryBytes
}

// writeTo appends the records to a bucket. It fills pages completely, because the
// records come in key order.
func (c *chunk) writeTo(to *bolt.Bucket) error {
	to.FillPercent = 1
	for i, key := range c.keys {
		if err := to.Put(key, c.sealed[i]); err != nil {
			return err
		}
	}
	return nil
}
