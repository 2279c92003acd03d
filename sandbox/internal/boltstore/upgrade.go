package boltstore

import (
	"bytes"
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"
)

// checksumVersion is the first version of the schema with checksums.
const checksumVersion = 3

// upgrade writes all records of a file of an older version to the staging bucket, in
// this program's form. The last transaction replaces the old ones. A process killed
// before leaves the older version, and the next Open begins again.
type upgrade struct {
	staging
	from int // version of the schema
	done progress
}

// upgrade brings the schema of the file to this program's version.
func (db *DB) upgrade(ctx context.Context, report func(percent int)) error {
	return db.upgradeBy(ctx, report, func(step func() error) error { return step() })
}

// upgradeBy is upgrade. It calls run with each of its steps.
func (db *DB) upgradeBy(ctx context.Context, report func(percent int), run func(step func() error) error) (err error) {
	var version int
	u := upgrade{staging: staging{db: db, ctx: ctx}, done: progress{report: report}}
	err = db.view(func(tx *bolt.Tx) (err error) {
		version, err = schemaVersion(tx)
		return err
	})
	switch {
	case err != nil || version == currentVersion:
		return err
	case version == 0:
		return db.writer.write(ctx, func(*bolt.Tx) (work, error) { return work{apply: createRoots}, nil })
	}
	u.from = version
	defer func() { err = errors.Join(err, u.abandon(err)) }()
	u.begin()
	paths, err := u.start()
	if err != nil {
		return err
	}
	u.done.add(0)
	for _, path := range paths {
		copied := u.converting(path)
		for !copied.ended {
			if err := run(copied.step); err != nil {
				return err
			}
		}
	}
	return run(func() error {
		return db.writer.write(ctx, func(*bolt.Tx) (work, error) { return work{apply: u.replace}, nil })
	})
}

// progress reports how many of the orders have been converted, because orders are most of a
// file.
type progress struct {
	whole, done int // orders
	report      func(percent int)
	reported    int // percent
}

// add adds converted orders. The report never says 100, because the end comes after
// them.
func (p *progress) add(orders int) {
	p.done += orders
	percent := min(100*p.done/max(p.whole, 1), 99)
	if p.report != nil && (percent > p.reported || p.done == 0) {
		p.reported = percent
		p.report(percent)
	}
}

// replacedBuckets returns the buckets at the root of the file replaced by an upgrade.
func replacedBuckets() [][]byte { return [][]byte{accountsBucket, snapshotsBucket} }

// start creates the new buckets of the root, and returns the path of each bucket
// with records.
func (u *upgrade) start() (paths [][][]byte, err error) {
	err = u.db.writer.write(u.ctx, func(file *bolt.Tx) (work, error) {
		add := func(of *bolt.Bucket, path ...[]byte) error {
			paths = append(paths, path)
			u.done.whole += u.ordersOf(of)
			return nil
		}
		accounts, snapshots := file.Bucket(accountsBucket), file.Bucket(snapshotsBucket)
		err := accounts.ForEachBucket(func(code []byte) error {
			return add(accounts.Bucket(code), accountsBucket, bytes.Clone(code))
		})
		kept := snapshots.ForEachBucket(func(code []byte) error {
			return snapshots.Bucket(code).ForEachBucket(func(name []byte) error {
				return add(snapshots.Bucket(code).Bucket(name), snapshotsBucket, bytes.Clone(code), bytes.Clone(name))
			})
		})
		return work{apply: func(file *bolt.Tx) error { return u.create(file, paths) }}, errors.Join(err, kept)
	})
	return paths, err
}

// ordersOf returns how many orders an older bucket has, by the keys of their dates.
func (u *upgrade) ordersOf(bucket *bolt.Bucket) int {
	if u.from > 1 {
		return keysOf(bucket, dates)
	}
	if dated := bucket.Bucket([]byte(dates.String())); dated != nil {
		return dated.Stats().KeyN
	}
	return 0
}

// create creates the buckets of all paths.
func (u *upgrade) create(file *bolt.Tx, paths [][][]byte) error {
	_, err := file.CreateBucketIfNotExists(stagingBucket)
	for _, root := range replacedBuckets() {
		paths = append(paths, [][]byte{root})
	}
	for _, path := range paths {
		if err == nil {
			_, err = u.staging.create(file, path...)
		}
	}
	return err
}

// conversion writes the records of a bucket in the form of this program's version.
type conversion struct {
	*upgrade
	path  [][]byte
	to    *seeding
	next  []byte // the key of the next record
	ended bool
}

func (u *upgrade) converting(path [][]byte) *conversion {
	c := &conversion{upgrade: u, path: path, next: []byte{}}
	c.to = newSeeding(u.staging, string(path[1]))
	c.to.path = path
	return c
}

// step converts the next chunk.
func (c *conversion) step() (err error) {
	defer c.to.closeView()
	defer catch(c.db.path, &err)
	defer faultsPanic()()
	some, err := c.read()
	if err != nil {
		return err
	}
	if err := c.to.openView(); err != nil {
		return err
	}
	converted := 0 // orders
	for i, key := range some.keys {
		if err := c.convert(key, some.sealed[i]); err != nil {
			return err
		}
		if tableID(key[0]) == orders {
			converted++
		}
	}
	if c.next, c.ended = some.next, some.next == nil; c.ended {
		if err := c.finish(); err != nil {
			return err
		}
	}
	c.done.add(converted)
	return c.to.writeChunk(c.ended)
}

// replace replaces the buckets at the root by the upgraded ones.
func (u *upgrade) replace(file *bolt.Tx) error {
	if u.from < checksumVersion {
		if err := errors.Join(documents(file).seal(), scenarios(file).seal()); err != nil {
			return err
		}
	}
	for _, root := range replacedBuckets() {
		if err := file.DeleteBucket(root); err != nil {
			return err
		}
		if err := file.MoveBucket(root, u.part(file), nil); err != nil {
			return err
		}
	}
	return errors.Join(u.remove(file), putVersion(file))
}

// seal gives all records checksums.
func (r *records) seal() error {
	all := chunk{}
	for key, value := range entries(r.bucket) {
		all.add(bytes.Clone(key), r.withChecksum(key, value))
	}
	return all.writeTo(r.bucket)
}
