package boltstore

import (
	"bytes"
	"context"
	"errors"
	"iter"

	bolt "go.etcd.io/bbolt"
)

// checksumVersion is the first version of the schema with checksums.
const checksumVersion = 3

// upgrade copies all records of a file of an older version to the staging bucket, in
// the form of this program's version, and the last transaction replaces the old
// ones. A process that is killed before leaves a file of the older version, and the
// next Open upgrades it from the beginning.
type upgrade struct {
	staging
	from int // version of the schema
}

// upgrade brings the schema of the file to this program's version.
func (db *DB) upgrade(ctx context.Context) error {
	return db.upgradeBy(ctx, func(step func() error) error { return step() })
}

// upgradeBy is upgrade. It calls run with each of its transactions.
func (db *DB) upgradeBy(ctx context.Context, run func(step func() error) error) (err error) {
	var version int
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
	u := upgrade{staging{db: db, ctx: ctx}, version}
	defer func() { err = errors.Join(err, u.abandon(err)) }()
	u.begin()
	paths, err := u.start()
	if err != nil {
		return err
	}
	for _, path := range paths {
		for next := []byte{}; next != nil; {
			copied := func() (err error) { next, err = u.copyChunk(path, next); return err }
			if err = run(copied); err != nil {
				return err
			}
		}
	}
	return run(func() error {
		return db.writer.write(ctx, func(*bolt.Tx) (work, error) { return work{apply: u.replace}, nil })
	})
}

// rewritten returns the buckets at the root of the file whose records an upgrade
// copies.
func rewritten() [][]byte {
	return [][]byte{documentsBucket, scenariosBucket, accountsBucket, snapshotsBucket}
}

// start creates the buckets that replace those at the root, and returns the path of
// each bucket with records.
func (u *upgrade) start() (paths [][][]byte, err error) {
	err = u.db.writer.write(u.ctx, func(file *bolt.Tx) (work, error) {
		paths = [][][]byte{{documentsBucket}, {scenariosBucket}}
		accounts, snapshots := file.Bucket(accountsBucket), file.Bucket(snapshotsBucket)
		err := accounts.ForEachBucket(func(code []byte) error {
			paths = append(paths, [][]byte{accountsBucket, bytes.Clone(code)})
			return nil
		})
		kept := snapshots.ForEachBucket(func(code []byte) error {
			return snapshots.Bucket(code).ForEachBucket(func(name []byte) error {
				paths = append(paths, [][]byte{snapshotsBucket, bytes.Clone(code), bytes.Clone(name)})
				return nil
			})
		})
		return work{apply: u.createRoots}, errors.Join(err, kept)
	})
	return paths, err
}

func (u *upgrade) createRoots(file *bolt.Tx) error {
	_, err := file.CreateBucketIfNotExists(stagingBucket)
	for _, root := range rewritten() {
		if err == nil {
			_, err = u.create(file, root)
		}
	}
	return err
}

// copyChunk copies the records of a bucket that begin at a key, and returns where the
// next chunk begins, nil at the end.
func (u *upgrade) copyChunk(path [][]byte, at []byte) (next []byte, err error) {
	err = u.db.writer.write(u.ctx, func(file *bolt.Tx) (work, error) {
		copied := u.chunk(file, path, at)
		next = copied.next
		return work{bytes: copied.bytes, apply: func(file *bolt.Tx) error {
			to, err := u.create(file, path...)
			if err == nil {
				err = copied.writeTo(to)
			}
			if err == nil && len(path) == 3 && copied.next == nil {
				err = nameSnapshot(accountIn(to, string(path[1])), string(path[2]))
			}
			return err
		}}, nil
	})
	return next, err
}

// chunk returns the records of an older bucket from a key on, with checksums.
func (u *upgrade) chunk(file *bolt.Tx, path [][]byte, from []byte) (some chunk) {
	bucket, to := file.Bucket(path[0]), &records{}
	switch {
	case bytes.Equal(path[0], documentsBucket):
		to = documents(file)
	case bytes.Equal(path[0], scenariosBucket):
		to = scenarios(file)
	default:
		to = accountIn(nil, string(path[1]))
	}
	for _, name := range path[1:] {
		bucket = bucket.Bucket(name)
	}
	stored := entriesFrom(bucket, from)
	if u.from == 1 && len(path) > 1 {
		stored = tablesFrom(bucket, from)
	}
	for key, value := range stored {
		if some.bytes >= u.db.chunks.bytes {
			some.next = bytes.Clone(key)
			return some
		}
		some.add(key, to.sealed(key, value))
	}
	return some
}

// tablesFrom yields the records of an account of version 1 from a key on, with the
// keys of later versions. In version 1 each table was a bucket.
func tablesFrom(account *bolt.Bucket, from []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(key, value []byte) bool) {
		first, within := tableID(0), []byte(nil)
		if len(from) > 0 {
			first, within = tableID(from[0]), from[1:]
		}
		for id := first; id < tableCount; id, within = id+1, nil {
			table := account.Bucket([]byte(id.String()))
			if table == nil {
				continue
			}
			for key, value := range entriesFrom(table, within) {
				if !yield(id.key(key), value) {
					return
				}
			}
		}
	}
}

// replace replaces the buckets at the root by the upgraded ones.
func (u *upgrade) replace(file *bolt.Tx) error {
	for _, root := range rewritten() {
		if err := file.DeleteBucket(root); err != nil {
			return err
		}
		if err := file.MoveBucket(root, u.part(file), nil); err != nil {
			return err
		}
	}
	return errors.Join(u.remove(file), putVersion(file))
}
